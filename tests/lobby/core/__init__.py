"""Tests of what the lobby knows by itself."""
