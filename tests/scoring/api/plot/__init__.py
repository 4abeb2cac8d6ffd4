"""Tests of the statistics as pictures."""
