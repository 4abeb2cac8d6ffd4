"""Tests of the scoring service."""
