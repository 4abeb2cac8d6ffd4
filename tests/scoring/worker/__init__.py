"""Tests of scoring's worker: with a real server, real queues and real processes."""
