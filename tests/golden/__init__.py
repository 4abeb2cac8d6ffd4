"""Whole games and move counts as text files, compared line by line."""
