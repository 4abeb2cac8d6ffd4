"""The use cases of the lobby, one a file. They know no HTTP, no Redis and no queue."""
