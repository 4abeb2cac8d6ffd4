"""The legal actions against a slow search of their own, in random games and in wild positions.

naive.py follows the words of docs/rules one by one. Whatever the engine lists, costs and refuses
must be what it finds. Games seldom lead to the odd cases, so lines are also thrown onto the board.
"""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.rules.core.errors import IllegalMoveError
from services.rules.families.on_the_underground import (
    apply,
    legal_moves,
    state_from_json,
    state_to_json,
)
from services.rules.families.on_the_underground.edition import FAMILY, Edition
from services.rules.families.on_the_underground.events import BranchTaken, TrackPlaced
from services.rules.families.on_the_underground.moves import PlaceTrack, TakeBranch
from services.rules.families.on_the_underground.state import BUILDING, State
from tests.laws import examples
from tests.rules.games import moments
from tests.rules.on_the_underground.naive import (
    Effect,
    broken,
    can_finish,
    connections,
    legal_actions,
    table_of,
)
from tests.rules.on_the_underground.positions import NEW_YORK, PARIS, edition_of, position
from tests.rules.random_games import games
from tests.support import Game

PLACING = ("OTU-P1", "OTU-P2", "OTU-P3", "OTU-P4", "OTU-P5", "OTU-P6", "OTU-P7", "OTU-P8")
CHOOSING = ("OTU-T3", "OTU-B6", "OTU-B8", "OTU-X4", "OTU-X7")
LENGTHS = (0, 1, 2, 4, 8, 13, 14, 15, 18, 19, 20)
"""How many tokens a line thrown onto the board may have, as far as there are so many."""


@st.composite
def wild_positions(draw: st.DrawFn) -> State:
    """Draw a position, possible or not: lines, branch tiles, landmark tiles and actions."""
    edition = draw(st.sampled_from([NEW_YORK, NEW_YORK, PARIS]))
    seats = draw(st.integers(2, 5))
    chance = Random(draw(st.integers(0, 10**6)))  # noqa: S311
    state = position(edition, seats, tiles=chance.randrange(10), actions=chance.randint(1, 5))
    document: Any = state_to_json(edition, state)
    loads = [0] * len(edition.network.connections)
    for line, colour in zip(document["lines"], state.setup.colours, strict=True):
        tokens = min(chance.choice(LENGTHS), edition.tokens[colour])
        line["track"] = thrown(edition, loads, tokens, chance)
    hand = [chance.randrange(3) for _ in edition.landmark_types]
    if hand:
        hand[chance.randrange(len(hand))] = 0
    document["players"][0]["landmarks"] = hand
    return state_from_json(edition, document)


def thrown(edition: Edition, loads: list[int], tokens: int, chance: Random) -> list[int]:
    """Throw a line onto the board, preferably over water; it may not get all of its tokens."""
    network = edition.network
    track: list[int] = []
    reached = 0
    for _ in range(tokens):
        free = [
            at
            for at, pair in enumerate(network.pairs)
            if at not in track
            and loads[at] < network.connections[at].spaces + edition.overbuilding
            and (pair & reached or not track)
        ]
        wet = [at for at in free if edition.wet >> at & 1]
        if not free:
            break
        track.append(chance.choice(wet if wet and chance.random() < 0.3 else free))
        loads[track[-1]] += 1
        reached |= network.pairs[track[-1]]
    return track


def building(game: Game, every: int) -> list[State]:
    """Give some of the states of a game in which there are actions left."""
    return [state for state in moments(game) if state.turn.phase == BUILDING][::every]


def assert_same_actions(state: State) -> None:
    """Compare the list of legal moves, and what each of them would do."""
    edition, seat = edition_of(state), state.to_play[0]
    options = legal_moves(edition, state, seat)
    listed = {option.move: effect(option.would) for option in options}
    assert len(listed) == len(options)
    assert listed == legal_actions(table_of(edition, state, seat))


def effect(would: Any) -> Effect | None:
    """Read off an event what naive.py tells of a placement."""
    if would is None:
        return None
    assert isinstance(would, TrackPlaced)
    return Effect(
        would.spent,
        would.gained,
        sorted((each.kind, each.before) for each in would.connected),
        sorted(would.landmarks),
        sorted(would.replaced),
        would.sets,
    )


@pytest.mark.slow
@pytest.mark.rule(*PLACING, *CHOOSING)
@examples(8)
@given(games(FAMILY))
def test_the_legal_actions_are_those_of_a_slow_search(game: Game) -> None:
    for state in building(game, 8):
        assert_same_actions(state)


@pytest.mark.slow
@pytest.mark.rule(*PLACING, *CHOOSING)
@examples(80)
@given(wild_positions())
def test_the_legal_actions_are_those_of_a_slow_search_in_wild_positions(state: State) -> None:
    assert_same_actions(state)


@pytest.mark.deep
@examples(25)
@given(games(FAMILY))
def test_the_legal_actions_are_those_of_a_slow_search_in_many_more_games(game: Game) -> None:
    for state in building(game, 1):
        assert_same_actions(state)


@pytest.mark.deep
@examples(1000)
@given(wild_positions())
def test_the_legal_actions_are_those_of_a_slow_search_in_many_more_positions(state: State) -> None:
    assert_same_actions(state)


@pytest.mark.rule(*PLACING, "OTU-S2", "OTU-B6", "OTU-B8", "OTU-X4")
@examples(8)
@given(games(FAMILY))
def test_a_placement_is_refused_by_a_rule_it_breaks_or_else_made(game: Game) -> None:
    for state in building(game, 10):
        assert_refusals(state)


@pytest.mark.slow
@pytest.mark.rule(*PLACING, "OTU-S2", "OTU-B6", "OTU-B8", "OTU-X4")
@examples(50)
@given(wild_positions())
def test_a_placement_in_a_wild_position_is_refused_by_a_rule_it_breaks_or_else_made(
    state: State,
) -> None:
    assert_refusals(state)


def assert_refusals(state: State) -> None:
    """Try moves that are nearly legal."""
    edition, seat = edition_of(state), state.to_play[0]
    table, chance = table_of(edition, state, seat), Random(repr(state))  # noqa: S311
    for _ in range(25):
        move = attempt(edition, state, chance)
        rules = broken(table, move)
        if not rules:
            _, events = apply(edition, state, seat, move)
            assert isinstance(events[0], TrackPlaced)
            continue
        with pytest.raises(IllegalMoveError) as refusal:
            apply(edition, state, seat, move)
        assert refusal.value.rule in rules


def attempt(edition: Edition, state: State, chance: Random) -> PlaceTrack:
    """Think of a placement without minding the rules, but not far from what could be legal."""
    own = [state.setup.colours[at] for at in state.own(state.to_play[0])]
    near = [option.move for option in legal_moves(edition, state, state.to_play[0])]
    line = chance.choice(own if chance.random() < 0.9 else [*edition.tokens])
    first, second = chance.sample(sorted(chance.choice([*connections(edition)])), 2)
    move = PlaceTrack(line, first, second)
    if near and chance.random() < 0.6:
        other = chance.choice(near)
        move = other if isinstance(other, PlaceTrack) else move
        move = move._replace(line=line) if chance.random() < 0.4 else move
    if chance.random() < 0.1:
        move = move._replace(to_station=chance.choice(edition.network.stations).id)
    if chance.random() < 0.3:
        move = move._replace(terminus=chance.choice([None, "both", "points", "branches"]))
    return move._replace(set=chance.random() < 0.2)


@pytest.mark.rule("OTU-P7", "OTU-T3")
@examples(80)
@given(wild_positions())
def test_a_branch_tile_is_refused_just_where_a_crossing_has_to_be_finished(state: State) -> None:
    edition, seat = edition_of(state), state.to_play[0]
    table = table_of(edition, state, seat)
    if can_finish(table, table.tracks):
        _, events = apply(edition, state, seat, TakeBranch())
        assert events[0] == BranchTaken(seat)
        return
    with pytest.raises(IllegalMoveError) as refusal:
        apply(edition, state, seat, TakeBranch())
    assert refusal.value.rule == "OTU-P7"


@pytest.mark.rule("OTU-T3", "OTU-B7", "OTU-B8")
@examples(30)
@given(wild_positions())
def test_the_list_of_legal_actions_says_what_each_would_do(state: State) -> None:
    edition, seat = edition_of(state), state.to_play[0]
    for option in legal_moves(edition, state, seat)[::5]:
        after, events = apply(edition, state, seat, option.move)
        before, now = state.players[seat], after.players[seat]
        would: Any = option.to_json()["would"]
        assert now.branch_tiles == before.branch_tiles - would["spends"] + would["gains"]
        assert now.sets == before.sets + would.get("sets", 0)
        assert events[0] == (option.would or BranchTaken(seat))
