"""Tests of what scoring shows the world."""
