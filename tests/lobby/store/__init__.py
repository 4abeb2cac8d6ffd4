"""Both stores of the lobby pass the same tests."""
