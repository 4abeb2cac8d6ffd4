"""Finished games from an independent implementation, replayed through rules and scoring."""
