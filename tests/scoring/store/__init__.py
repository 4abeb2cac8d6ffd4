"""Tests of the stores of results."""
