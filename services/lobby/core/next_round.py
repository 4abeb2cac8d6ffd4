"""What comes next in a tournament: another round, more tables of an arena, or the end."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from services.lobby.core.course import (
    busy,
    close_rounds,
    end,
    entrants,
    gone,
    sizes_of,
    with_round,
)
from services.lobby.core.field import Draw, Entrant
from services.lobby.core.pairing.arena import Waiting, pair_arena
from services.lobby.core.pairing.knockout import pair_knockout
from services.lobby.core.pairing.pods import pair_pods
from services.lobby.core.pairing.round_robin import pair_round_robin, rounds_of
from services.lobby.core.tournament import Format, Stage, Tournament

TOO_FEW = "too few are left to go on"


class Means(NamedTuple):
    """What has to be brought along."""

    new_game: Callable[[], str]
    """Gives the id of a game."""
    duels: Callable[[Tournament, Sequence[Entrant]], Draw]
    """Draws a swiss round for tables of two."""


def advance(tournament: Tournament, now: str, means: Means) -> Tournament:
    """Go on as far as can be gone now; the same tournament, if it has to wait."""
    if tournament.stage != Stage.RUNNING:
        return tournament
    tournament = _closed(tournament, now)
    if tournament.format == Format.ARENA:
        return _advance_arena(tournament, now, means)
    if any(round_.finished_at is None for round_ in tournament.rounds):
        return tournament
    if _was_last(tournament):
        return end(tournament, now)
    field, out = entrants(tournament), gone(tournament)
    here = [one for one in field if one.player not in out]
    if len(here) < min(tournament.sizes):
        return end(tournament, now, None if tournament.format == Format.KNOCKOUT else TOO_FEW)
    return with_round(tournament, _draw(tournament, field, here, means), now, means.new_game)


def _closed(tournament: Tournament, now: str) -> Tournament:
    """Note which rounds are over; before the first, how many there will be."""
    if not tournament.rounds:
        return replace(tournament, rounds_planned=_planned(tournament))
    return close_rounds(tournament, now)


def _planned(tournament: Tournament) -> int:
    """Say how many rounds there will be; 0 if that is not known before."""
    if tournament.format == Format.SWISS:
        return tournament.rounds_planned
    if tournament.format == Format.ROUND_ROBIN:
        wanted = tournament.rounds_planned
        return wanted or rounds_of(len(tournament.entries), sizes_of(tournament))
    return 0


def _was_last(tournament: Tournament) -> bool:
    if tournament.format == Format.KNOCKOUT:
        last = tournament.rounds[-1] if tournament.rounds else None
        return last is not None and len(last.pods) == 1 and not last.byes
    return tournament.round >= tournament.rounds_planned


def _draw(
    tournament: Tournament, field: Sequence[Entrant], here: Sequence[Entrant], means: Means
) -> Draw:
    sizes, number = sizes_of(tournament), tournament.round + 1
    lot = f"{tournament.lot}:{number}"
    if tournament.format == Format.KNOCKOUT:
        return pair_knockout(here, sizes, number, lot)
    if tournament.format == Format.ROUND_ROBIN:
        left = {one.player for one in field} - {one.player for one in here}
        return pair_round_robin(field, sizes, number, tournament.rounds_planned, lot, left)
    if tournament.sizes == (2,):
        return means.duels(tournament, here)
    return pair_pods(here, sizes, lot)


def _advance_arena(tournament: Tournament, now: str, means: Means) -> Tournament:
    playing = busy(tournament)
    begun, moment = _seconds(str(tournament.started_at)), _seconds(now)
    if moment >= begun + tournament.minutes * 60:
        return tournament if playing else end(tournament, now)
    out = gone(tournament) | playing
    since = _waiting_since(tournament)
    waiting = [
        Waiting(one, _seconds(since[one.player]))
        for one in entrants(tournament)
        if one.player not in out
    ]
    draw = pair_arena(waiting, sizes_of(tournament), f"{tournament.lot}:{now}", moment)
    return with_round(tournament, draw, now, means.new_game) if draw.tables else tournament


def _waiting_since(tournament: Tournament) -> dict[str, str]:
    """Say since when everybody has had no table."""
    start = str(tournament.started_at)
    since = {entry.player: max(start, entry.entered_at) for entry in tournament.entries}
    for round_ in tournament.rounds:
        for pod in round_.pods:
            since |= dict.fromkeys(pod.players, pod.over_at or start)
    return since


def _seconds(moment: str) -> float:
    return datetime.fromisoformat(moment).timestamp()
