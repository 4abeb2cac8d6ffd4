"""The use cases of the lobby."""
