"""Somebody makes a tournament that people can enter."""

from collections.abc import Mapping, Sequence
from typing import Any

from services.lobby.app.drafts import Draft
from services.lobby.app.editions import sizes
from services.lobby.app.errors import PointsRefusedError, WrongNumberError
from services.lobby.app.lobby import Lobby, known
from services.lobby.app.tournaments import keep, tournament_document
from services.lobby.core.field import UNIT
from services.lobby.core.people import ORGANISE
from services.lobby.core.points import SchemeError, read_scheme
from services.lobby.core.table import Clock
from services.lobby.core.tournament import Format, Tournament
from services.plumbing.callers import Caller, Request
from services.plumbing.types import JsonObject


def create_tournament(
    lobby: Lobby, caller: Caller, wanted: dict[str, Any], request: Request
) -> JsonObject:
    """Make a tournament that people can enter."""
    organiser = known(caller, ORGANISE)

    def act(draft: Draft) -> JsonObject:
        tournament = _new(lobby, draft, organiser, wanted)
        keep(lobby, draft, None, tournament)
        return tournament_document(tournament)

    return lobby.change(request, act)


def _new(lobby: Lobby, draft: Draft, organiser: str, wanted: dict[str, Any]) -> Tournament:
    allowed = sizes(lobby, draft, wanted["game"])
    chosen = frozenset(wanted.get("sizes") or allowed)
    size = wanted.get("size") or max(chosen)
    if not chosen <= allowed or size not in chosen:
        spoken = " or ".join(map(str, sorted(allowed)))
        raise WrongNumberError(f"{wanted['game']} is for {spoken} players")
    if wanted["format"] == Format.KNOCKOUT and wanted["advance"] >= min(chosen):
        detail = f"{wanted['advance']} of each table cannot go on: there may be tables of "
        raise WrongNumberError(f"{detail}{min(chosen)}")
    clock = wanted["clock"]
    return Tournament(
        id=lobby.secret(),
        name=wanted["name"],
        game=wanted["game"],
        organiser=organiser,
        format=Format(wanted["format"]),
        size=size,
        sizes=tuple(sorted(chosen)),
        rounds_planned=wanted["rounds"],
        advance=wanted["advance"],
        minutes=wanted["minutes"],
        tiebreaks=tuple(wanted["tiebreaks"]),
        clock=Clock(clock["seconds_per_turn"], clock["on_expiry"]),
        lot=lobby.secret(),
        created_at=lobby.moment(),
        most=wanted["most"],
        late=wanted["late"],
        public=wanted["public"],
        takeover=wanted.get("takeover", False),
        starts_at=wanted.get("starts_at"),
        points=_own_points(wanted.get("points"), chosen),
    )


def _own_points(
    wanted: Mapping[str, Sequence[float]] | None, sizes: frozenset[int]
) -> dict[int, tuple[int, ...]] | None:
    """Read an organiser's own match points, which are in units from here on."""
    if wanted is None:
        return None
    worth = {int(size): [round(each * UNIT) for each in wanted[size]] for size in wanted}
    try:
        return dict(read_scheme(worth, sizes))
    except SchemeError as error:
        raise PointsRefusedError(str(error)) from error
