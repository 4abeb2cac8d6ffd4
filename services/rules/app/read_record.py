"""After the end everybody may have everything that is needed to play a game again."""

from typing import Final

from services.plumbing.callers import Caller
from services.rules.app.errors import GameNotFinishedError
from services.rules.app.log import unpack
from services.rules.app.rules import Rules, commitment
from services.rules.app.standing_in import forfeited, standing_in
from services.rules.app.view_game import look_at
from services.rules.core.types import JsonObject
from services.rules.store.ports import Place

FORMAT: Final = "interchange-record-1"


def read_record(rules: Rules, caller: Caller, place: Place) -> JsonObject:
    """Give the record of a finished game, its seed and all hidden cards included."""
    table = look_at(rules, caller, place).table
    if table.family.to_play(table.state):
        raise GameNotFinishedError("the record is there when the game is over")
    settled = table.stored.settled
    return {
        "format": FORMAT,
        "game": place.game,
        "edition": settled.edition,
        "edition_version": settled.edition_version,
        "engine_version": settled.engine_version,
        "players": list(settled.players),
        "standing_in": [*standing_in(settled, table.stored.left)],
        "created_at": settled.created_at,
        "seed": settled.seed,
        "seed_chosen": settled.seed_chosen,
        "seed_commitment": commitment(settled.seed),
        "log": [*unpack(rules.games.events(place, 0, table.stored.length))],
        "outcome": forfeited(table.family.outcome(table.edition, table.state), table.stored.left),
    }
