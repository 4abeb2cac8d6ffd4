"""Running the platform: all of it on one port here, one service a container elsewhere."""
