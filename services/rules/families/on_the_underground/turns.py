"""The course of a game: actions, the passenger, new cards, the next seat, the end."""

from typing import Final, TypeAlias

from services.rules.core.seats import FINISHED, PLAYING
from services.rules.core.types import new, put
from services.rules.families.on_the_underground.building import place
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.events import (
    ALL_CARDS_DRAWN,
    ActionsPassed,
    DestinationsOpened,
    Event,
    GameEnded,
    TurnBegan,
)
from services.rules.families.on_the_underground.placements import finishing
from services.rules.families.on_the_underground.state import (
    BUILDING,
    OPEN_CARDS,
    TRAVELLING,
    State,
    Turn,
)
from services.rules.families.on_the_underground.travel import journey, move

Step: TypeAlias = tuple[State, tuple[Event, ...]]

ACTIONS: Final = 4
FIRST: Final = -1
LAST: Final = 1
"""Actions of a turn, and how many more the first and the last seat have in the first (OTU-T2)."""


def begin_turn(edition: Edition, state: State, number: int) -> tuple[State, TurnBegan]:
    """Give the next seat its actions."""
    seats = len(state.players)
    seat = (number - 1) % seats
    actions = ACTIONS
    if number <= seats:
        actions += FIRST if seat == 0 else LAST if seat == seats - 1 else 0
    turn = new(Turn, (BUILDING, number, actions, edition.visits))
    return state._replace(turn=turn, to_play=(seat,)), TurnBegan(number, seat, actions)


def go_on(edition: Edition, state: State, *events: Event) -> Step:
    """Do everything that follows by itself, until somebody has to move or the game is over."""
    happened = list(events)
    while True:
        away = state.players[state.to_play[0]].standing != PLAYING
        if state.turn.actions:
            if not away:
                return state, tuple(happened)
            state = _pass_actions(edition, state, happened)
        if state.turn.visits and state.open:
            trip = journey(edition, state)
            if len(trip.outcomes) > 1 and not away:  # OTU-G4, OTU-X1
                turn = state.turn._replace(phase=TRAVELLING)
                return state._replace(turn=turn), tuple(happened)
            state, moved = move(edition, state, trip, 0, chosen=False)
            happened.append(moved)
            continue
        state = _fill_up(edition, state, happened)
        last = state.to_play[0] == len(state.players) - 1
        if last and state.drawn == len(state.setup.deck):  # OTU-E1
            return finish(state, ALL_CARDS_DRAWN, *happened)
        state, began = begin_turn(edition, state, state.turn.number + 1)
        happened.append(began)


def finish(state: State, ending: str, *events: Event) -> Step:
    """End the game, and show the secret objectives."""
    turn = state.turn._replace(phase=FINISHED, actions=0, visits=0)
    over = GameEnded(ending, state.setup.secrets)
    return state._replace(turn=turn, to_play=()), (*events, over)


def _pass_actions(edition: Edition, state: State, happened: list[Event]) -> State:
    """Act for a seat that left: branch tiles, once no crossing is half built (OTU-X6)."""
    seat = state.to_play[0]
    while (found := finishing(edition, state)) is not None:
        spot, placement = found
        state, placed = place(edition, state, spot, placement)
        happened.append(placed)
    tiles = state.turn.actions
    if tiles:
        player = state.players[seat]
        player = player._replace(branch_tiles=player.branch_tiles + tiles)
        turn, players = state.turn._replace(actions=0), put(state.players, seat, player)
        state = state._replace(turn=turn, players=players)
        happened.append(ActionsPassed(seat, tiles))
    return state


def _fill_up(edition: Edition, state: State, happened: list[Event]) -> State:
    """Turn up new cards for those discarded, as long as there are any (OTU-T1, OTU-E2)."""
    deck = state.setup.deck
    drawn = min(len(deck), state.drawn + OPEN_CARDS - len(state.open))
    cards = deck[state.drawn : drawn]
    if not cards:
        return state
    happened.append(DestinationsOpened(cards, len(deck) - drawn))
    numbers = edition.network.numbers
    return state._replace(open=(*state.open, *(numbers[card] for card in cards)), drawn=drawn)
