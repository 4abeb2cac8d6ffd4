"""Reading the message that a game has finished: strictly, as what it says is kept for good."""

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import orjson

from services.contracts import ids
from services.scoring.app.errors import MessageError
from services.scoring.core.document import Node, Place, spell

FIELDS: Final = (
    "type",
    "id",
    "request_id",
    "at",
    "game",
    "edition",
    "edition_version",
    "engine_version",
    "players",
    "public",
    "created_at",
    "moves",
    "outcome",
)
MESSAGE: Final = r"^[A-Za-z0-9._~-]{1,128}$"
"""A message's id."""
MOMENT: Final = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?Z$"
MOST: Final = 1_000_000
"""No game has that many moves, and no edition or engine that many versions."""


class Finished(NamedTuple):
    """A game that is over, as the rules tell it."""

    message: str
    game: str
    edition: str
    players: tuple[str, ...]
    moves: int
    seats: object
    """Standing and sheet of every seat; scoring itself checks them."""
    text: bytes
    """The whole message, as it is kept."""


def read_finished(document: object) -> Finished:
    """Read a message; whatever is wrong with it is a `MessageError`."""
    fields = Node(document, ("message",), _refusal).fields(*FIELDS)
    if fields["type"].text() != "game_finished.1":
        fields["type"].refuse(f"'{fields['type'].text()}' is not 'game_finished.1'")
    _check_details(fields)
    edition = _matching(fields["edition"], ids.EDITION, ids.LONGEST_EDITION)
    return Finished(
        message=_matching(fields["id"], MESSAGE),
        game=_matching(fields["game"], ids.GAME),
        edition=edition,
        players=_players(fields["players"]),
        moves=fields["moves"].integer(low=0, high=MOST),
        seats=_outcome(fields["outcome"], edition),
        text=_text(document),
    )


def _check_details(fields: Mapping[str, Node]) -> None:
    """Check what is kept, and not looked at now."""
    for name in ("edition_version", "engine_version"):
        fields[name].integer(low=0, high=MOST)
    for name in ("at", "created_at"):
        _matching(fields[name], MOMENT)
    if fields["request_id"].value != "":
        _matching(fields["request_id"], ids.REQUEST)
    _boolean(fields["public"])


def _players(node: Node) -> tuple[str, ...]:
    for item in node.items():
        _matching(item, ids.PLAYER, ids.LONGEST_PLAYER)
    return node.names()


def _outcome(node: Node, edition: str) -> object:
    fields = node.fields("edition", "version", "finished", "seats")
    if fields["edition"].text() != edition:
        fields["edition"].refuse(f"'{fields['edition'].text()}' in a message about {edition}")
    if not _boolean(fields["finished"]):
        fields["finished"].refuse("the game goes on")
    return fields["seats"].value


def _matching(node: Node, pattern: str, longest: int = 128) -> str:
    text = node.text()
    if len(text) > longest or not re.fullmatch(pattern, text):
        node.refuse(f"{text[:40]!r} is not of the form {pattern}, or too long")
    return text


def _boolean(node: Node) -> bool:
    if not isinstance(node.value, bool):
        node.refuse("expected a boolean")
    return node.value


def _text(document: Any) -> bytes:  # noqa: ANN401 (a message may be anything)
    try:
        return orjson.dumps(document)
    except TypeError as error:
        raise MessageError("message", f"cannot be kept as JSON: {error}") from error


def _refusal(place: Place, reason: str) -> MessageError:
    return MessageError(spell(place), reason)
