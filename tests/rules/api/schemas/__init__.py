"""Tests of the documents in HTTP bodies."""
