"""Takes the turns of bots from the queues `bots.<edition>`."""
