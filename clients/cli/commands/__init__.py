"""The commands: each asks the platform and shows the answer."""
