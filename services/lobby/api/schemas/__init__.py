"""The documents of the lobby's contract."""
