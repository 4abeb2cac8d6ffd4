"""The platform in a terminal: `interchange`, over the public API only."""
