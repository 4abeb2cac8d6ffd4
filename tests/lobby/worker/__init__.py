"""What the workers of the lobby do."""
