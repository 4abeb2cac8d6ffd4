"""Tests of the lobby service."""
