"""Tests of `interchange`, the platform in a terminal."""
