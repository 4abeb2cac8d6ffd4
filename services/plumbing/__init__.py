"""What every service is built with and none of them owns: HTTP, Redis, queues, logs. No game."""
