"""Tests of the show that `make demo` performs; tests/deploy/test_demo.py runs all of it."""
