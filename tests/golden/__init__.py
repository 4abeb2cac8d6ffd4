"""Whole games and move counts as text files, compared line by line.

What every family needs is here; what only one knows is in the package of that family, and
`families` says which belongs to which.
"""
