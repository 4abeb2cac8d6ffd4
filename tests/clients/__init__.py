"""Tests of the programs that use the API like any third party."""
