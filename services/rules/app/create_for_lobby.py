"""The lobby wants a game: it is created under the id that the lobby chose, and the lobby is told.

The message may come again, also after a crash in between: there is one game, and one answer.
"""

import re
from typing import Final

from marshmallow import ValidationError

from services.contracts.ids import EDITION, GAME, LONGEST_EDITION, REQUEST
from services.contracts.messages import GameCreated1, GameRefused1
from services.plumbing.errors import ServiceError
from services.plumbing.http.schemas.document import Document
from services.plumbing.http.schemas.fields import Kind
from services.plumbing.http.schemas.shorthand import flag, part, shaped, text
from services.rules.app.create_game import GameRequest, create_at
from services.rules.app.errors import MessageError, VersionNotServedError
from services.rules.app.forms import ClockSet, some_players, some_stand_ins
from services.rules.app.messages import game_created, game_refused
from services.rules.app.rules import Rules
from services.rules.core.errors import RulesError
from services.rules.store.ports import Clock, Place

LONGEST_REQUEST: Final = 64


class CreateGame(Document):
    """The message `create_game.1`."""

    type = Kind("create_game.1")
    id = text()
    request_id = shaped(f"{REQUEST}|^$", LONGEST_REQUEST)
    at = text()
    edition = shaped(EDITION, LONGEST_EDITION)
    game = shaped(GAME, 22)
    players = some_players()
    public = flag()
    clock = part(ClockSet, allow_none=True)
    tell_turns = flag()


class CreateGame2(CreateGame):
    """The message `create_game.2`."""

    type = Kind("create_game.2")
    stand_ins = some_stand_ins(required=True)


def create_for_lobby(rules: Rules, message: object, address: str) -> GameCreated1 | GameRefused1:
    """Create a game, and give what the lobby is told; `address` is where this API begins.

    Only a message that names no game at all cannot be answered, a `MessageError`; and only an
    engine of another version can speak of a game that is there and is its own, a
    `VersionNotServedError`.
    """
    told = _texts(message)
    request = told.get("request_id", "")
    try:
        table = create_at(rules, *_read(message))
    except VersionNotServedError:
        raise
    except (ServiceError, RulesError) as error:
        if not re.fullmatch(GAME, told.get("game", "")):
            raise
        place = Place(told.get("edition", ""), told["game"])
        return game_refused(rules, place, request, error.code, error.detail)
    return game_created(rules, table, request, address)


def _read(message: object) -> tuple[Place, GameRequest]:
    newer = isinstance(message, dict) and message.get("type") == "create_game.2"
    form = CreateGame2() if newer else CreateGame()
    try:
        values = form.load(message)  # type: ignore[arg-type]  # it refuses anything else
    except ValidationError as error:
        raise MessageError(f"the message does not fit: {error}") from error
    clock = values["clock"]
    game = GameRequest(
        players=tuple(values["players"]),
        public=values["public"],
        clock=Clock(clock["seconds_per_turn"], clock["on_expiry"]) if clock else None,
        tell_turns=values["tell_turns"],
        stand_ins=tuple(values.get("stand_ins", ())),
    )
    return Place(values["edition"], values["game"]), game


def _texts(message: object) -> dict[str, str]:
    """Give the texts of a message, whatever else is wrong with it."""
    found = message if isinstance(message, dict) else {}
    return {name: value for name, value in found.items() if isinstance(value, str)}
