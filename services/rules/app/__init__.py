"""The use cases of the rules service, one a file. They know no HTTP, no Redis and no queue."""
