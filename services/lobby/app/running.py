"""Tournaments run by themselves: whatever happens to a game moves them on, and so does time."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from services.lobby.app.drafts import Draft
from services.lobby.app.lobby import Lobby, known
from services.lobby.app.tournaments import (
    ARENAS,
    RUNNING,
    STARTING,
    get_tournament,
    keep,
    refusing,
    send_game,
    tournament_document,
)
from services.lobby.core.course import Told, corrected, created, finished, gained, voided
from services.lobby.core.field import Draw, Entrant
from services.lobby.core.next_round import Means, advance
from services.lobby.core.people import ORGANISE
from services.lobby.core.points import USUAL
from services.lobby.core.tournament import (
    Correction,
    PodStatus,
    Stage,
    Tournament,
    cancel,
    only_organiser,
    start,
)
from services.plumbing.callers import Caller, Request
from services.plumbing.types import JsonObject


class Correcting(NamedTuple):
    """What an organiser makes of a result, and why."""

    ranks: tuple[int, ...]
    reason: str


AT_ONCE: Final = 100
STUCK: Final = 15_000
"""Milliseconds after which one looks whether a tournament should have moved."""
OWN: Final = Request("tournament")
"""On whose behalf tournaments move by themselves."""


def start_tournament(lobby: Lobby, caller: Caller, id_: str, request: Request) -> JsonObject:
    """Start a tournament as its organiser.

    Drawing a large field takes seconds, for which nobody else shall wait: a worker does it.
    """
    player = known(caller, ORGANISE)

    def act(draft: Draft) -> JsonObject:
        before = get_tournament(draft, id_)
        with refusing():
            only_organiser(before, player)
            after = start(before, lobby.moment())
        keep(lobby, draft, before, after)
        return tournament_document(after)

    answer = lobby.change(request, act)
    lobby.jobs.go_on(id_)
    return answer


def go_on(lobby: Lobby, id_: str) -> None:
    """Take a tournament as far as it can go now: to its next round, or to its end."""

    def act(draft: Draft) -> None:
        before = get_tournament(draft, id_)
        _keep_if_new(lobby, draft, before, _advanced(lobby, before))

    lobby.change(OWN, act)


def cancel_tournament(
    lobby: Lobby, caller: Caller, id_: str, reason: str, request: Request
) -> JsonObject:
    """Break a tournament off; its games may be played on, and count for nothing here."""
    player = known(caller, ORGANISE)

    def act(draft: Draft) -> JsonObject:
        before = get_tournament(draft, id_)
        with refusing():
            only_organiser(before, player)
            after = cancel(before, lobby.moment(), reason)
        keep(lobby, draft, before, after)
        return tournament_document(after)

    return lobby.change(request, act)


def correct_result(
    lobby: Lobby, caller: Caller, id_: str, game: str, given: Correcting, request: Request
) -> JsonObject:
    """Put other ranks in the place of a table's; what they were, who did it and why is kept."""
    player = known(caller, ORGANISE)

    def act(draft: Draft) -> JsonObject:
        before = get_tournament(draft, id_)
        trace = Correction(lobby.moment(), player, given.reason, ())
        with refusing():
            only_organiser(before, player)
            after = corrected(before, game, given.ranks, trace)
        keep(lobby, draft, before, after)
        return tournament_document(after)

    return lobby.change(request, act)


def game_created(lobby: Lobby, draft: Draft, id_: str, game: str, address: str) -> None:
    """Note that a game of a tournament can be played."""
    before = get_tournament(draft, id_)
    _keep_if_new(lobby, draft, before, created(before, game, address))


def game_refused(lobby: Lobby, draft: Draft, id_: str, game: str) -> None:
    """Go on without a table whose game cannot be created."""
    before = get_tournament(draft, id_)
    after = voided(before, game, lobby.moment())
    _keep_if_new(lobby, draft, before, _advanced(lobby, after))


def game_over(lobby: Lobby, draft: Draft, id_: str, game: str, told: Told) -> None:
    """Note a result; if it was the last of its round, the next one begins."""
    before = get_tournament(draft, id_)
    after = finished(before, game, told, lobby.moment())
    _keep_if_new(lobby, draft, before, _advanced(lobby, after))


def waiting_tournaments(lobby: Lobby) -> list[str]:
    """Name tournaments that are to start, that go on by time, or that have not moved for long."""
    now = lobby.milliseconds()
    starting = lobby.records.due(STARTING, now, AT_ONCE)
    rolling = lobby.records.due(ARENAS, now, AT_ONCE)
    return [
        *dict.fromkeys([*starting, *rolling, *lobby.records.due(RUNNING, now - STUCK, AT_ONCE)])
    ]


def look_after(lobby: Lobby, id_: str) -> None:
    """Start a tournament whose time has come; move one on that should have moved and has not."""

    def act(draft: Draft) -> None:
        before = get_tournament(draft, id_)
        if before.stage == Stage.OPEN:
            _start_on_time(lobby, draft, before)
            return
        _keep_if_new(lobby, draft, before, _advanced(lobby, before))
        for round_ in before.rounds:
            for pod in round_.pods:
                if pod.status == PodStatus.WANTED and before.stage == Stage.RUNNING:
                    send_game(lobby, draft, before, pod, again=True)

    lobby.change(OWN, act)


def _start_on_time(lobby: Lobby, draft: Draft, before: Tournament) -> None:
    if before.starts_at is None or before.starts_at > lobby.moment():
        return
    with refusing():
        if len(before.entries) < min(before.sizes):
            after = cancel(before, lobby.moment(), "too few had entered when it was to start")
        else:
            after = _advanced(lobby, start(before, lobby.moment()))
    keep(lobby, draft, before, after)


def _advanced(lobby: Lobby, tournament: Tournament) -> Tournament:
    return advance(tournament, lobby.moment(), Means(lobby.secret, _draw_duels))


def _draw_duels(tournament: Tournament, field: Sequence[Entrant]) -> Draw:
    """Draw a swiss round for tables of two by the rules of chess."""
    # Imported late: its library is a quarter of the start of every process of the lobby, and few
    # of them ever draw such a round.
    from services.lobby.duels import Rules, pair_duels  # noqa: PLC0415

    win = (tournament.points or USUAL)[2][0]
    lot = f"{tournament.lot}:{tournament.round + 1}"
    return pair_duels(field, gained(tournament), Rules(win, tournament.rounds_planned), lot)


def _keep_if_new(lobby: Lobby, draft: Draft, before: Tournament, after: Tournament) -> None:
    if after != before:
        keep(lobby, draft, before, after)
