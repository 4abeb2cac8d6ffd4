"""Tests of ratings and statistics."""
