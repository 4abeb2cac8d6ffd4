"""A client of a Redis or Valkey cluster that keeps the promises of `connections.py`.

redis-py knows which node has what; sending is done here. Its own way repeats a pipeline's commands
that were sent and not answered, and gives a connection back twice when a redirection leads to a
node that is away (docs/decisions/0022-a-cluster-for-games.md).
"""
