"""The course of the rounds: who is next, objectives, the inspector, the end."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from services.rules.core.seats import FINISHED, MOST_SEATS, PLAYING
from services.rules.core.types import new, put
from services.rules.families.get_on_board.edition import Edition
from services.rules.families.get_on_board.events import (
    NOBODY_LEFT,
    TWELVE_ROUNDS,
    DeparturesRevealed,
    Event,
    GameEnded,
    ObjectiveCompleted,
    TicketRevealed,
)
from services.rules.families.get_on_board.state import (
    BLUE,
    CHOOSING,
    PLOTTING,
    ROUNDS,
    YELLOW,
    Player,
    Round,
    Setup,
    State,
)

Step: TypeAlias = tuple[State, tuple[Event, ...]]

ROUND_TABLE: Final = {
    seats: [tuple((start + step) % seats for step in range(seats)) for start in range(seats + 1)]
    for seats in range(1, MOST_SEATS + 1)
}
"""For each number of seats, all of them clockwise from each."""


def go_on(
    edition: Edition,
    state: State,
    players: tuple[Player, ...],
    to_play: tuple[int, ...],
    event: Event,
) -> Step:
    """Pass the turn on: to the next seat, the next round or the end."""
    setup, now, _, _ = state
    if to_play:
        return new(State, (setup, now, to_play, players)), (event,)
    if now.phase == CHOOSING:
        return _depart(edition, setup, players, [event])
    return close_round(edition, setup, now, players, [event])


def _depart(
    edition: Edition, setup: Setup, players: tuple[Player, ...], events: list[Event]
) -> Step:
    """Reveal all choices together and put the pawns on the map (GOB-S5)."""
    tickets = []
    departed = []
    for player in players:
        ticket = player.deal.choice if player.standing == PLAYING else None
        tickets.append(ticket)
        if ticket is None:
            departed.append(player)
        else:
            start = edition.board.departures[ticket]
            departed.append(
                new(Player, (player.deal, PLAYING, (start,), 1 << start, 0, player.sheet))
            )
    events.append(DeparturesRevealed(tuple(tickets)))
    before = Round(CHOOSING, 0, 0, 0, edition.speedy(setup.deck[0]), ())  # GOB-R2
    return _open_round(setup, before, tuple(departed), _clockwise(departed, 0), events)


def close_round(
    edition: Edition, setup: Setup, ended: Round, players: tuple[Player, ...], events: list[Event]
) -> Step:
    """Check the objectives and pass the inspector pawn on (GOB-R4, GOB-R5)."""
    order = _clockwise(players, ended.inspector + 1)
    for objective in setup.common:
        count, enough = edition.goals[objective]
        for seat in order:
            if count(players[seat].sheet) >= enough:
                players, ended = _complete(edition, players, ended, events, objective)
                break
    return _open_round(setup, ended, players, order, events)


def _clockwise(players: Sequence[Player], start: int) -> tuple[int, ...]:
    """Name the seats still playing, from one of them on (GOB-X6)."""
    order = []
    for seat in ROUND_TABLE[len(players)][start]:
        if players[seat].standing == PLAYING:
            order.append(seat)  # noqa: PERF401 (in Python 3.11 a comprehension is a call)
    return tuple(order)


def _complete(
    edition: Edition,
    players: tuple[Player, ...],
    ended: Round,
    events: list[Event],
    objective: str,
) -> tuple[tuple[Player, ...], Round]:
    """Let all who complete an objective in this round have it from the same side (GOB-O2)."""
    count, enough = edition.goals[objective]
    side = BLUE if objective in ended.flipped else YELLOW
    flipped = ended.flipped
    for seat, player in enumerate(players):
        sheet = player.sheet
        out = player.standing != PLAYING  # GOB-X7: who is out completes nothing
        if out or count(sheet) < enough or objective in dict(sheet.common):
            continue
        sheet = sheet._replace(common=(*sheet.common, (objective, side)))
        players = put(players, seat, player._replace(sheet=sheet))
        events.append(ObjectiveCompleted(seat, objective, side))
        flipped = ended.flipped if side == BLUE else (*ended.flipped, objective)
    return players, ended._replace(flipped=flipped)


def _open_round(
    setup: Setup,
    before: Round,
    players: tuple[Player, ...],
    order: tuple[int, ...],
    events: list[Event],
) -> Step:
    """Reveal the next ticket, if the game goes on; the first in order is the inspector."""
    _, last, _, _, speedy, flipped = before
    if not order or last == ROUNDS:
        return _finish(setup, before, players, events)
    inspector, ticket = order[0], setup.deck[last]
    events.append(new(TicketRevealed, (last + 1, ticket, inspector, speedy)))
    opened = new(Round, (PLOTTING, last + 1, ticket, inspector, speedy, flipped))
    return new(State, (setup, opened, order, players)), tuple(events)


def _finish(setup: Setup, last: Round, players: tuple[Player, ...], events: list[Event]) -> Step:
    """End the game, and say how (GOB-E1, GOB-X6)."""
    left = any(player.standing == PLAYING for player in players)
    personal = tuple(player.deal.personal for player in players)
    events.append(GameEnded(TWELVE_ROUNDS if left else NOBODY_LEFT, personal))
    return State(setup, last._replace(phase=FINISHED), (), players), tuple(events)
