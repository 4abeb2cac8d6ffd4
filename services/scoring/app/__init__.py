"""The use cases of the scoring service, one a file. They know no HTTP, no Redis and no queue."""
