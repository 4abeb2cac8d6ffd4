"""Pure scoring: documents in, points and ranks out. Standard library only."""
