"""Moves and events of On the Underground in words, one line each."""

from collections.abc import Iterator

from services.rules.core.events import CardsDrawn, GameStarted, PlayerResigned
from services.rules.core.seats import Resign
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.events import (
    ActionsPassed,
    BranchTaken,
    Connected,
    DestinationsOpened,
    Event,
    GameEnded,
    PassengerMoved,
    TrackPlaced,
    TurnBegan,
)
from services.rules.families.on_the_underground.moves import (
    Move,
    MovePassenger,
    PlaceTrack,
    TakeBranch,
)
from tests.golden.happenings import common


def move_in_words(move: Move) -> str:
    """Say what a seat does."""
    match move:
        case TakeBranch():
            return "takes a branch tile"
        case PlaceTrack(line, start, end, terminus, replaced):
            reward = f" for {terminus}" if terminus else ""
            return f"{line} {start} - {end}{reward}{', asking for a set' if replaced else ''}"
        case MovePassenger(outcome):
            return f"outcome {outcome}"
        case Resign():
            return "resigns"


def happening(edition: Edition, event: Event) -> str:  # noqa: ARG001
    """Say what happened; nothing, if the event says no more than the move it records."""
    match event:
        case GameStarted() | CardsDrawn() | PlayerResigned():
            return common(event)
        case BranchTaken():
            return ""
        case TrackPlaced():
            return "; ".join(_placed(event))
        case PassengerMoved():
            return _journey(event)
        case _:
            return _course(event)


def _course(event: DestinationsOpened | TurnBegan | ActionsPassed | GameEnded) -> str:
    match event:
        case DestinationsOpened(stations, deck):
            return f"* open: {' '.join(stations)}; deck {deck}"
        case TurnBegan(turn, seat, actions):
            return f"== Turn {turn}: seat {seat}, {actions} actions"
        case ActionsPassed(seat, tiles):
            return f"* for seat {seat}: branch tiles {tiles}"
        case GameEnded(ending, secrets):
            shown = ", ".join(" ".join(cards) for cards in secrets if cards)
            return f"== The game is over: {ending}{'; secret objectives ' if shown else ''}{shown}"


def _placed(event: TrackPlaced) -> Iterator[str]:
    """Say what a token did; nought is left out."""
    if event.spent:
        yield f"spends {event.spent}"
    yield from map(_connected, event.connected)
    if event.gained:
        yield f"gains {event.gained}"
    if event.landmarks:
        yield f"tiles {' '.join(event.landmarks)}"
    if event.sets:
        without = f" without {' '.join(event.replaced)}" if event.replaced else ""
        yield f"sets {event.sets}{without}"


def _connected(contact: Connected) -> str:
    after = f" after {contact.before}" if contact.before else ""
    return f"{contact.kind} {contact.station}{after}"


def _journey(event: PassengerMoved) -> str:
    """Say which way the passenger went, and whose lines it took."""
    way = "; ".join(_legs(event)) or f"stays at {event.destination}"
    if event.spaces:
        way = f"walks {event.spaces}; {way}"
    return way if event.outcome is not None else f"* passenger {way}"


def _legs(event: PassengerMoved) -> Iterator[str]:
    """Give each ride and each walk."""
    owners = dict(zip(event.lines, event.owners, strict=True))
    for line, stations in event.path:
        name = f"{line} of seat {owners[line]}" if line else "on foot"
        yield f"{name}: {' > '.join(stations)}"
