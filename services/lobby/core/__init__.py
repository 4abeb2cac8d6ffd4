"""What the lobby knows by itself: pure functions, the standard library only."""
