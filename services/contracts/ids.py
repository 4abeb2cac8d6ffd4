"""How things are named: the forms of ids, and the names of queues and shared keys."""

from typing import Final

EDITION: Final = r"^[a-z0-9]+(-[a-z0-9]+)*$"
GAME: Final = r"^[A-Za-z0-9_-]{22}$"
PLAYER: Final = r"^[A-Za-z0-9._~-]+$"
BOT: Final = "bot."
"""What the id of a player begins with if a program plays; no person gets such an id."""
REQUEST: Final = r"^[A-Za-z0-9._~-]{1,64}$"
"""A request's id; it travels in the header `X-Request-Id`, in logs and in queue messages."""

LONGEST_EDITION: Final = 40
LONGEST_PLAYER: Final = 64

RULES_QUEUE: Final = "rules.{edition}"
"""What any engine of an edition can do."""
RULES_VERSION_QUEUE: Final = "rules.{edition}.{edition_version}.{engine_version}"
"""What only the engines of one version can do."""
SCORING_QUEUE: Final = "scoring"

LOBBY_QUEUE: Final = "lobby"
WEBHOOKS_QUEUE: Final = "lobby.webhooks"
"""Receivers may be slow: nothing else waits behind them."""
BOTS_QUEUE: Final = "bots.{edition}"

SCORING_JOB: Final = "services.scoring.worker.jobs.take"
"""What runs a message of the queue `scoring`; jobs are named by their path."""
LOBBY_JOB: Final = "services.lobby.worker.jobs.take"
"""The same of the queue `lobby`."""
BOTS_JOB: Final = "clients.bots.worker.jobs.play"
"""The same of the queue `bots.<edition>`."""
CREATE_JOB: Final = "services.rules.worker.jobs.create"
"""What runs a message `create_game.1` of the queue `rules.<edition>`, or of a version's queue."""

ENGINES: Final = "rules:engines"
"""A sorted set: engines that are up (`messages.Engine`), each with the second when it is stale."""

REVOKED: Final = "lobby:revoked"
"""A sorted set: sessions (`sid` of a token) that count no more, each with the second when every
token of it has expired anyway."""

ISSUER: Final = "interchange-lobby"
AUDIENCE: Final = "interchange"
"""Who signs tokens, and for whom."""
