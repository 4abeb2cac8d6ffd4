"""Tests of the rules service."""
