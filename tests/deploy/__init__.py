"""Tests of running the platform, with real processes."""
