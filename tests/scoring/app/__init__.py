"""Tests of the use cases of the scoring service."""
