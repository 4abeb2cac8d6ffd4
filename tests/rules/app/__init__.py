"""Tests of the use cases: with the store in memory, a clock to turn and jobs that are noted."""
