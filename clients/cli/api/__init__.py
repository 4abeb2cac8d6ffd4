"""The platform as Python: three services, a method for every operation of their contracts."""

from collections.abc import Callable, Iterator
from typing import Any

from clients.cli.api.conversation import Conversation, Json
from clients.cli.api.lobby import Lobby
from clients.cli.api.rules import Rules
from clients.cli.api.scoring import Scoring
from clients.cli.api.streams import follow

__all__ = ["Conversation", "Json", "Platform", "pages"]


class Platform:
    """All of it, for one person."""

    def __init__(self, conversation: Conversation) -> None:
        self.conversation = conversation
        self.rules, self.lobby = Rules(conversation), Lobby(conversation)
        self.scoring = Scoring(conversation)

    def follow_game(self, address: str, after: int, tell: Callable[[str], None]) -> Iterator[Json]:
        """Give the events of a game as they happen, whatever becomes of the connection."""
        return follow(self.conversation, f"{address}/events", after, tell)


def pages(ask: Callable[..., Json], *, most: int = 500, **query: Any) -> list[Any]:  # noqa: ANN401 (a query)
    """Read a list page by page."""
    page = ask(**query)
    items = list(page["items"])
    while page["next"] is not None and len(items) < most:
        page = ask(**query, after=page["next"])
        items += page["items"]
    return items[:most]
