"""Tests of the rules service over HTTP."""
