"""Tests of the worker: with a real server and real queues."""
