"""Where the lobby keeps what it knows: Redis, or memory for tests."""
