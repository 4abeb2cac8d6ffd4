"""Somebody looks at a game: what their seat may see, or what all may see."""

from typing import NamedTuple

from services.plumbing.callers import Caller
from services.plumbing.moments import moment_of
from services.rules.app.rules import Rules, commitment
from services.rules.app.standing_in import standing_in
from services.rules.app.tables import Table, open_table, viewer_of
from services.rules.core.types import Json, JsonObject, Viewer
from services.rules.store.ports import Clock, Place


class Look(NamedTuple):
    """A table, and as whom somebody looks at it."""

    table: Table
    viewer: Viewer

    @property
    def tag(self) -> str:
        """What is the same as long as this person would see the same."""
        settled = self.table.stored.settled
        who = "all" if self.viewer is None else self.viewer
        rules = f"{settled.edition_version}.{settled.engine_version}"
        return f"{self.table.place.game}.{rules}.{self.table.stored.version}.{who}"


def look_at(rules: Rules, caller: Caller, place: Place) -> Look:
    """Open a game for somebody to look at."""
    table = open_table(rules, place)
    return Look(table, viewer_of(table, caller))


def game_document(look: Look) -> JsonObject:
    """Describe a game as somebody sees it."""
    table, settled, deadline = look.table, look.table.stored.settled, look.table.stored.deadline
    seen = table.family.view(table.edition, table.state, look.viewer)
    to_play = list(table.family.to_play(table.state))
    return {
        "id": table.place.game,
        "version": table.stored.version,
        "edition": settled.edition,
        "edition_version": settled.edition_version,
        "engine_version": settled.engine_version,
        "players": list(settled.players),
        "seat": look.viewer,
        "standing_in": [*standing_in(settled, table.stored.left)],
        "public": settled.public,
        "created_at": settled.created_at,
        "seed_commitment": commitment(settled.seed),
        "seed_chosen": settled.seed_chosen,
        "clock": _clock(settled.clock),
        "deadline": None if deadline is None else moment_of(deadline),
        "phase": seen["phase"],
        "to_play": list(to_play),
        "finished": not to_play,
        "events": table.stored.length,
        "table": seen,
    }


def _clock(clock: Clock | None) -> Json:
    if clock is None:
        return None
    return {"seconds_per_turn": clock.seconds, "on_expiry": clock.on_expiry}
