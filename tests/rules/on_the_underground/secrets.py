"""What is secret in a game of On the Underground, and how to change it without anybody noticing."""

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, Final

import pytest

from services.rules.core.seats import FINISHED, Resign
from services.rules.core.types import Viewer
from services.rules.families.on_the_underground.edition import FAMILY, Edition
from services.rules.families.on_the_underground.state import TRAVELLING, State
from tests.rules.games import careful_games, moments
from tests.rules.on_the_underground.positions import edition_of
from tests.rules.random_games import tables_of

MARK: Final = "§"
"""A letter that stands nowhere in a real game."""
DEALT: Final = 2
"""Secret objectives of each seat (OTU-S6)."""

every_city_table = pytest.mark.parametrize(("name", "seats"), tables_of(FAMILY))


@cache
def scenes(name: str, seats: int) -> tuple[State, ...]:
    """Give moments of two games: the first, some on the way, a choice of trips, the last.

    And one of a game in which somebody has left.
    """
    found: list[State] = []
    games = careful_games(name, seats)[:2]
    for states in map(moments, games):
        found += [*states[:: len(states) // 4], states[-2], states[-1]]
        found += [state for state in states if state.turn.phase == TRAVELLING][-1:]
    left, _ = games[0].family.apply(games[0].edition, found[2], 0, Resign())
    return (*found, left)


def hidden_seats(state: State, viewer: Viewer) -> list[int]:
    """Name the seats whose secret objectives a viewer may not know."""
    if not edition_of(state).secrets or state.turn.phase == FINISHED:
        return []
    return [seat for seat in range(len(state.players)) if seat != viewer]


def marked(state: State, viewer: Viewer) -> tuple[Edition, State]:
    """Put into every secret place a card that does not exist.

    All cards that were ever in the deck are among them, also those drawn: the discard pile is no
    more to be seen than the deck. A marked objective is connected by every line, so that a ledger
    would name it.
    """
    edition, setup = edition_of(state), state.setup
    secrets, made = list(setup.secrets), dict(edition.secrets)
    for seat in hidden_seats(state, viewer):
        secrets[seat] = tuple(f"{MARK}{seat}-{at}" for at in range(DEALT))
        made |= dict.fromkeys(secrets[seat], 0)
    deck = tuple(f"{MARK}{card}" for card in setup.deck)
    setup = setup._replace(deck=deck, secrets=tuple(secrets))
    return replace(edition, secrets=made), state._replace(setup=setup)


def is_marked(document: Any) -> bool:
    """Say whether anything in a document comes from a secret place."""
    return MARK in json.dumps(document, ensure_ascii=False)


def disguised(state: State, viewer: Viewer, seed: str) -> State:
    """Give a state that looks the same to the viewer, and is another as far as can be."""
    chance = Random(seed)  # noqa: S311
    deck = list(state.setup.deck)
    chance.shuffle(deck)
    secrets = exchanged(state, hidden_seats(state, viewer), chance)
    return state._replace(setup=state.setup._replace(deck=tuple(deck), secrets=secrets))


def exchanged(state: State, seats: Sequence[int], chance: Random) -> tuple[tuple[str, ...], ...]:
    """Deal the secret objectives of some seats once more, out of all that nobody else has."""
    secrets = list(state.setup.secrets)
    kept = {card for seat, cards in enumerate(secrets) if seat not in seats for card in cards}
    pile = [card for card in edition_of(state).secrets if card not in kept]
    chance.shuffle(pile)
    for seat in seats:
        secrets[seat] = (pile.pop(), pile.pop())
    return tuple(secrets)
