"""What the queues `bots.<edition>` ask for. Each job may run twice, and does its work once."""

from collections.abc import Mapping
from typing import Any

import httpx
import structlog

from clients.bots.choosing import Chooser
from clients.bots.playing import play_turn

_tools: list[tuple[httpx.Client, Mapping[str, Chooser]]] = []


def work_with(http: httpx.Client, levels: Mapping[str, Chooser]) -> None:
    """Say what the jobs of this process ask with, and how they choose."""
    _tools[:] = [(http, levels)]


def play(message: dict[str, Any]) -> int:
    """Play a turn; give the number of moves."""
    http, levels = _tools[0]
    made = play_turn(http, message, levels)
    structlog.get_logger().info(
        "turn_played",
        game=message["game"],
        player=message["player"],
        moves=len(made),
        thinking_ms=sum(thought.milliseconds for thought in made),
    )
    return len(made)
