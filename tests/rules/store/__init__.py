"""Tests of the stores: one suite for both, and what only a real server shows."""
