"""Turns and the moves they consist of: OTU-T1 to OTU-T3, OTU-X1."""

from itertools import groupby, product

import pytest

from services.rules.core.chance import Seeded
from services.rules.core.errors import NotYourTurnError
from services.rules.families.on_the_underground import apply, legal_moves, new_game
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.events import (
    BranchTaken,
    DestinationsOpened,
    Event,
    PassengerMoved,
    TurnBegan,
)
from services.rules.families.on_the_underground.moves import (
    Move,
    MovePassenger,
    PlaceTrack,
    TakeBranch,
)
from services.rules.families.on_the_underground.state import State
from tests.rules.on_the_underground.positions import (
    NEW_YORK,
    PARIS,
    moved,
    placements,
    play,
    position,
    refusal,
    trips,
)

both = pytest.mark.parametrize("edition", [NEW_YORK, PARIS], ids=lambda edition: edition.id)

ACTIONS = {2: [3, 5], 3: [3, 4, 5], 4: [3, 4, 4, 5], 5: [3, 4, 4, 4, 5]}
"""Number of players -> actions of their first turns, as the book has them."""


def two_ways() -> State:
    """Build a position in which the passenger will have the choice between two lines."""
    return position(
        PARIS,
        actions=1,
        tracks={"red": "republique oberkampf", "yellow": "republique oberkampf"},
        open=("oberkampf", "trocadero", "duroc", "bercy"),
    )


def rounds(edition: Edition, seats: int, turns: int) -> list[Event]:
    """Play the first turns of a game, in which everybody only takes branch tiles."""
    state, begun = new_game(edition, seats, Seeded("rounds"))
    happened = list(begun)
    while state.turn.number <= turns:
        first = legal_moves(edition, state, state.to_play[0])[0]
        state, events = play(state, first.move)
        happened.extend(events)
    return happened


@pytest.mark.slow
@pytest.mark.rule("OTU-T2")
@both
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_first_seat_has_3_actions_at_first_and_the_last_seat_5(
    edition: Edition, seats: int
) -> None:
    happened = rounds(edition, seats, 3 * seats)
    began = [event for event in happened if isinstance(event, TurnBegan)]
    taken = [event.seat for event in happened if isinstance(event, BranchTaken)]
    expected = ACTIONS[seats] + [4] * (2 * seats)
    assert [event.actions for event in began][: 3 * seats] == expected
    assert [len(list(turn)) for _, turn in groupby(taken)] == expected


@pytest.mark.rule("OTU-T1")
@both
def test_seats_take_their_turns_in_order_and_turns_are_counted(edition: Edition) -> None:
    began = [event for event in rounds(edition, 3, 7) if isinstance(event, TurnBegan)]
    assert [(event.turn, event.seat) for event in began] == [
        (number, (number - 1) % 3) for number in range(1, 9)
    ]


@pytest.mark.rule("OTU-T1")
@pytest.mark.parametrize(("edition", "visits"), [(NEW_YORK, 2), (PARIS, 1)], ids=["N", "P"])
def test_a_turn_is_actions_then_the_passenger_then_new_cards(edition: Edition, visits: int) -> None:
    start = "kings-highway" if edition is NEW_YORK else "duroc"
    opened = [start, *edition.cards[:3]] if visits == 1 else [start, start, *edition.cards[:2]]
    state = position(edition, passenger=start, open=opened)
    state, quiet = play(state, *[TakeBranch()] * 3)
    assert quiet == [BranchTaken(0)] * 3
    state, events = play(state, TakeBranch())
    kinds = [type(event) for event in events]
    assert kinds == [BranchTaken, *[PassengerMoved] * visits, DestinationsOpened, TurnBegan]
    assert events[-1] == TurnBegan(4, 1, 4)
    assert (state.turn.actions, state.turn.visits, state.to_play) == (4, visits, (1,))


@pytest.mark.rule("OTU-T1")
@pytest.mark.parametrize(("edition", "visits"), [(NEW_YORK, 2), (PARIS, 1)], ids=["N", "P"])
def test_new_cards_are_laid_behind_those_that_stay_until_four_are_open(
    edition: Edition, visits: int
) -> None:
    cards = sorted(set(edition.cards))
    start = "kings-highway" if edition is NEW_YORK else "duroc"
    stay = [card for card in cards if card != start][: 4 - visits]
    coming = [card for card in cards if card not in (start, *stay)][:3]
    state = position(
        edition, passenger=start, open=[stay[0], *[start] * visits, *stay[1:]], coming=coming
    )
    after, events = play(state, *[TakeBranch()] * 4)
    names = [edition.network.stations[number].id for number in after.open]
    assert names == stay + coming[:visits]
    assert DestinationsOpened(tuple(coming[:visits]), 3 - visits) in events
    assert after.drawn == state.drawn + visits


@pytest.mark.rule("OTU-T3")
@pytest.mark.parametrize("chosen", ["".join(each) for each in product("BT", repeat=4)])
def test_branch_tiles_and_track_tokens_mix_in_any_way(chosen: str) -> None:
    state = position(PARIS)
    tracks = iter(("republique", "arts-et-metiers", "rambuteau", "hotel-de-ville", "chatelet"))
    here = next(tracks)
    for number, action in enumerate(chosen):
        assert (state.turn.number, state.turn.actions) == (3, 4 - number)
        move: Move = TakeBranch()
        if action == "T":
            there = next(tracks)
            move, here = PlaceTrack("red", here, there), there
        state, _ = play(state, move)
    assert state.turn.number == 4 or trips(state)
    assert state.lines[0].track.bit_count() == chosen.count("T")
    assert state.players[0].branch_tiles == chosen.count("B")


@pytest.mark.rule("OTU-T3", "OTU-S2")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_every_colour_of_the_seat_may_be_placed_and_no_other(seat: int) -> None:
    state = position(PARIS, 3, seat=seat)
    colours = [state.setup.colours[at] for at in state.own(seat)]
    assert list(dict.fromkeys(move.line for move in placements(state))) == colours
    for line in state.setup.colours:
        if line not in colours:
            assert refusal(state, PlaceTrack(line, "opera", "madeleine")) == "OTU-S2"
    assert refusal(state, PlaceTrack("yellow", "opera", "madeleine")) == "OTU-S2"


@pytest.mark.rule("OTU-T1")
@pytest.mark.parametrize("move", [TakeBranch(), PlaceTrack("yellow", "opera", "madeleine")])
def test_a_move_out_of_turn_is_refused(move: Move) -> None:
    state = position(PARIS)
    assert list(legal_moves(PARIS, state, 1)) == []
    for seat in (1, 2, -1):
        with pytest.raises(NotYourTurnError) as refused:
            apply(PARIS, state, seat, move)
        assert refused.value.rule == "OTU-T1"


@pytest.mark.rule("OTU-T1")
def test_the_passenger_cannot_be_moved_while_there_are_actions_left() -> None:
    state = two_ways()
    assert refusal(state, MovePassenger(0)) == "OTU-T1"
    assert trips(state) == []


@pytest.mark.rule("OTU-T1")
def test_there_are_no_actions_while_the_passenger_has_to_be_moved() -> None:
    state, _ = play(two_ways(), TakeBranch())
    assert refusal(state, TakeBranch()) == "OTU-T1"
    assert refusal(state, PlaceTrack("red", "oberkampf", "nation")) == "OTU-T1"
    with pytest.raises(NotYourTurnError):
        apply(PARIS, state, 1, MovePassenger(0))
    after, events = play(state, MovePassenger(1))
    assert after.to_play == (1,)
    assert [event.lines for event in moved(events)] == [("yellow",)]


@pytest.mark.rule("OTU-X1")
def test_a_trip_that_can_come_out_in_one_way_is_made_by_the_engine() -> None:
    state = position(PARIS, open=("belleville", "trocadero", "duroc", "bercy"), actions=1)
    after, events = play(state, TakeBranch())
    assert [event.outcome for event in moved(events)] == [None]
    assert after.to_play == (1,)


@pytest.mark.rule("OTU-X1")
def test_two_ways_with_the_same_lines_are_one_outcome() -> None:
    state = position(PARIS, open=("reaumur-sebastopol", "trocadero", "duroc", "bercy"), actions=1)
    _, [taken, event, *_] = play(state, TakeBranch())
    assert isinstance(taken, BranchTaken)
    assert [each.spaces for each in moved([event])] == [2]


@pytest.mark.rule("OTU-X1")
def test_an_outcome_shows_destination_lines_owners_and_a_path_and_comes_true() -> None:
    state, _ = play(two_ways(), TakeBranch())
    options = legal_moves(PARIS, state, 0)
    assert options[1].to_json() == {
        "move": {"type": "move_passenger", "outcome": 1},
        "would": {
            "destination": "oberkampf",
            "spaces": 0,
            "lines": [{"line": "yellow", "seat": 1}],
            "path": [{"line": "yellow", "stations": ["republique", "oberkampf"]}],
        },
    }
    for option in options:
        _, events = play(state, option.move)
        assert events[0] == option.would


@pytest.mark.rule("OTU-X1")
def test_an_action_shows_what_it_would_do_and_it_comes_true() -> None:
    state = position(
        PARIS,
        tiles=2,
        hand={"monument": 1, "museum": 1, "brasserie": 1},
        landmarks={"gambetta": "garden"},
        actions=2,
    )
    options = {option.move: option for option in legal_moves(PARIS, state, 0)}
    assert options[TakeBranch()].to_json() == {
        "move": {"type": "take_branch"},
        "would": {"spends": 0, "gains": 1},
    }
    assert options[PlaceTrack("red", "gallieni", "gambetta", "mixed", set=True)].to_json()[
        "would"
    ] == {
        "spends": 2,
        "gains": 1,
        "connects": [
            {"station": "gallieni", "kind": "terminus", "before": 0},
            {"station": "gambetta", "kind": "landmark", "before": 0},
        ],
        "landmarks": ["garden"],
        "sets": 1,
    }
    for move in placements(state)[::10]:
        assert play(state, move)[1][0] == options[move].would
