"""Programs that use the platform as anybody does: over its HTTP API."""
