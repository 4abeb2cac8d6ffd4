"""Tests of the engine test kit: it passes sound services, and finds what is broken in others."""
