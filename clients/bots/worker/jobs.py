"""What the queues `bots.<edition>` ask for. Each job may run twice, and does its work once."""

from typing import Any

import httpx
import structlog

from clients.bots.playing import play_turn

_http: list[httpx.Client] = []


def work_with(http: httpx.Client) -> None:
    """Say what the jobs of this process ask with."""
    _http[:] = [http]


def play(message: dict[str, Any]) -> int:
    """Play a turn; give the number of moves."""
    moves = play_turn(_http[0], message)
    structlog.get_logger().info(
        "turn_played", game=message["game"], player=message["player"], moves=moves
    )
    return moves
