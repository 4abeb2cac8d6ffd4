"""Tests of what all families share."""
