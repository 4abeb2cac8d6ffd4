"""Tests of what the services are built with."""
