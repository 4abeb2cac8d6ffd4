"""What is secret in a game of Get on Board, and how to change it without anybody noticing."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, Final

import pytest

from services.rules.core.seats import FINISHED, Resign
from services.rules.core.types import Viewer
from services.rules.families.get_on_board.edition import Edition
from services.rules.families.get_on_board.state import Player, State
from tests.rules.games import careful_games, moments
from tests.rules.random_games import tables_of
from tests.support import Game

DECK: Final = 8000
HANDS: Final = 9000
"""Numbers that stand nowhere in a real game: a ticket from the deck, a ticket in a hand."""
SECRET_CITIES: Final = ("gob-new-york", "gob-london")
"""Where personal objectives are hidden until the end (GOB-S4)."""

every_city_table = pytest.mark.parametrize(("name", "seats"), tables_of("get-on-board"))


def edition_of(game: Game) -> Edition:
    """Give the game's edition, which must be one of Get on Board."""
    if not isinstance(game.edition, Edition):
        raise TypeError(game.edition.id)
    return game.edition


@cache
def scenes(name: str, seats: int) -> tuple[State, ...]:
    """Give moments of several games: choosing, one who left while choosing, mid game, the end."""
    found: list[State] = []
    for game in careful_games(name, seats):
        states = moments(game)
        found += states[:seats]
        found += [states[len(states) // 3], states[len(states) // 2], states[-2], states[-1]]
        left, _ = game.family.apply(game.edition, states[1], game.steps[0].seat, Resign())
        found.append(left)
    return tuple(found)


def scene_with_phase(name: str, seats: int, phase: str) -> list[State]:
    """Give the moments of one phase."""
    return [state for state in scenes(name, seats) if state.round.phase == phase]


def personal_is_secret(state: State) -> bool:
    """Say whether the others may not know a personal objective now."""
    return state.setup.edition in SECRET_CITIES and state.round.phase != FINISHED


def marked(state: State, viewer: Viewer) -> State:
    """Put into every secret place a value that stands nowhere else.

    The tickets to come are the viewer's secret too: nobody may know them.
    """
    revealed = state.round.number
    deck = state.setup.deck[:revealed] + tuple(range(DECK + revealed, DECK + 12))
    players = tuple(
        player if seat == viewer else _marked(state, seat, player)
        for seat, player in enumerate(state.players)
    )
    return state._replace(setup=state.setup._replace(deck=deck), players=players)


def _marked(state: State, seat: int, player: Player) -> Player:
    """Mark one player's hand, choice and personal objective, as far as they are secret."""
    first, second = HANDS + 2 * seat, HANDS + 2 * seat + 1
    deal = player.deal
    if player.line:
        deal = deal._replace(hand=(deal.choice or 0, second))
    else:
        deal = deal._replace(hand=(first, second), choice=deal.choice and first)
    sheet = player.sheet
    if personal_is_secret(state):
        deal = deal._replace(personal=f"§{seat}")
        sheet = sheet._replace(personal="§" * len(sheet.personal))
    return player._replace(deal=deal, sheet=sheet)


def leaves(value: Any) -> Iterator[Any]:
    """Walk through a document: every key and every value in it."""
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from leaves(item)
    else:
        yield value


def is_mark(value: Any) -> bool:
    """Say whether a value comes from a secret place."""
    return "§" in value if isinstance(value, str) else isinstance(value, int) and value >= DECK


def disguised(edition: Edition, state: State, viewer: Viewer, seed: str) -> State:
    """Give a state that looks the same to the viewer, and is another as far as can be."""
    chance = Random(seed)  # noqa: S311
    revealed = state.round.number
    coming = list(state.setup.deck[revealed:])
    chance.shuffle(coming)
    setup = state.setup._replace(deck=(*state.setup.deck[:revealed], *coming))
    players = _new_hands(edition, state.players, viewer, chance)
    if personal_is_secret(state):
        players = _new_objectives(edition, players, viewer, chance)
    return state._replace(setup=setup, players=players)


def _new_hands(
    edition: Edition, players: tuple[Player, ...], viewer: Viewer, chance: Random
) -> tuple[Player, ...]:
    """Deal to the others again, all but the tickets that lie open."""
    known = {player.deal.choice for player in players if player.line}
    if viewer is not None:
        known |= {*players[viewer].deal.hand}
    pile = [ticket for ticket in range(1, edition.departures + 1) if ticket not in known]
    chance.shuffle(pile)
    dealt = []
    for seat, player in enumerate(players):
        deal = player.deal
        if seat != viewer and player.line:
            deal = deal._replace(hand=(deal.choice or 0, pile.pop()))
        elif seat != viewer:
            hand = (pile.pop(), pile.pop())
            deal = deal._replace(hand=hand, choice=deal.choice and chance.choice(hand))
        dealt.append(player._replace(deal=deal))
    return tuple(dealt)


def _new_objectives(
    edition: Edition, players: tuple[Player, ...], viewer: Viewer, chance: Random
) -> tuple[Player, ...]:
    """Deal other personal objectives to the others, and record the letters reached of those."""
    own = None if viewer is None else players[viewer].deal.personal
    pile = [card for card in edition.personal if card != own]
    chance.shuffle(pile)
    dealt = []
    for seat, player in enumerate(players):
        if seat != viewer:
            card = pile.pop()
            letters = [edition.board.intersections[at].letter or "" for at in player.line[1:]]
            reached = "".join(letter for letter in letters if letter and letter in card)
            player = player._replace(  # noqa: PLW2901
                deal=player.deal._replace(personal=card),
                sheet=player.sheet._replace(personal=reached),
            )
        dealt.append(player)
    return tuple(dealt)
