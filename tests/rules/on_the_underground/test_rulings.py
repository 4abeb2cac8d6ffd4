"""Rulings where the book is silent: OTU-X4, OTU-X6 and OTU-X7."""

from pathlib import Path
from typing import Any

import pytest

from services.rules.core.events import PlayerResigned
from services.rules.core.seats import Resign
from services.rules.families.on_the_underground import apply, legal_moves, outcome
from services.rules.families.on_the_underground.events import (
    ActionsPassed,
    TrackPlaced,
    TurnBegan,
)
from services.rules.families.on_the_underground.moves import MovePassenger, PlaceTrack, TakeBranch
from services.rules.families.on_the_underground.state import State
from services.scoring.core.game import score_game
from services.scoring.editions import load_tables
from tests.rules.editions.changed import changed, original
from tests.rules.editions.on_the_underground.cities import load
from tests.rules.on_the_underground.positions import (
    NEW_YORK,
    PARIS,
    edition_of,
    moved,
    place,
    placements,
    play,
    position,
    refusal,
    trips,
)

THREE = {"monument": 1, "museum": 1, "brasserie": 1}
"""Landmark tiles of three types; bakery and garden are missing."""
PLAISANCE = "montparnasse", "plaisance"
GAMBETTA = "gallieni", "gambetta"
"""A terminus beside a landmark."""
TRIANGLE = "hotel-de-ville bastille gare-de-lyon gare-dausterlitz"
"""A line that can run into itself at Bastille."""


@pytest.mark.rule("OTU-X4", "OTU-B8")
@pytest.mark.parametrize("asked", [False, True])
def test_a_set_with_a_replaced_type_is_scored_only_if_the_move_asks_for_it(*, asked: bool) -> None:
    state = position(PARIS, tiles=3, hand=THREE, landmarks={"plaisance": "garden"})
    offered = [move.set for move in placements(state) if move[:3] == ("red", *PLAISANCE)]
    assert offered == [False, True]
    state, placed = place(state, "red", *PLAISANCE, set=asked)
    assert (placed.sets, placed.replaced) == ((1, ("bakery",)) if asked else (0, ()))
    assert state.players[0].branch_tiles == (1 if asked else 3)
    assert state.players[0].landmarks == ((0, 0, 0, 0, 0) if asked else (1, 1, 1, 0, 1))
    assert state.players[0].sets == asked


@pytest.mark.slow
@pytest.mark.rule("OTU-X4", "OTU-B8")
@pytest.mark.parametrize(("tiles", "allowed"), [(7, False), (8, True)])
def test_every_missing_type_costs_two_branch_tiles(tiles: int, *, allowed: bool) -> None:
    state = position(PARIS, tiles=tiles, landmarks={"plaisance": "garden"})
    if not allowed:
        assert refusal(state, PlaceTrack("red", *PLAISANCE, set=True)) == "OTU-B8"
        assert PlaceTrack("red", *PLAISANCE, set=True) not in placements(state)
        return
    state, placed = place(state, "red", *PLAISANCE, set=True)
    assert placed.replaced == ("monument", "museum", "brasserie", "bakery")
    assert (state.players[0].sets, state.players[0].branch_tiles) == (1, 0)


@pytest.mark.rule("OTU-X4", "OTU-B7")
@pytest.mark.parametrize(("tiles", "allowed"), [(5, False), (6, True)])
def test_two_landmark_tiles_at_once_leave_three_types_to_replace(
    tiles: int, *, allowed: bool
) -> None:
    laid = {"chemin-vert": "bakery", "saint-sebastien-froissart": "garden"}
    state = position(PARIS, tiles=tiles, landmarks=laid)
    move = PlaceTrack("red", "chemin-vert", "saint-sebastien-froissart", set=True)
    assert (move in placements(state)) is allowed
    if allowed:
        assert place(state, *move[:3], set=True)[1].replaced == ("monument", "museum", "brasserie")


@pytest.mark.rule("OTU-X4")
def test_of_every_type_one_tile_goes_and_the_others_stay() -> None:
    hand = {"monument": 3, "museum": 1, "garden": 2}
    state = position(PARIS, tiles=4, hand=hand, landmarks={"plaisance": "garden"})
    state, placed = place(state, "red", *PLAISANCE, set=True)
    assert placed.replaced == ("brasserie", "bakery")
    assert state.players[0].landmarks == (2, 0, 0, 0, 2)


@pytest.mark.rule("OTU-X4")
def test_a_set_is_asked_for_only_in_an_action_that_takes_a_landmark_tile() -> None:
    state = position(PARIS, tiles=9, hand=THREE, tracks={"yellow": "montparnasse plaisance"})
    assert refusal(state, PlaceTrack("red", "opera", "madeleine", set=True)) == "OTU-X4"
    lines = {"yellow": "chatillon-montrouge plaisance", "red": "montparnasse pasteur"}
    state = position(PARIS, tiles=9, hand=THREE, tracks=lines)
    assert refusal(state, PlaceTrack("red", *PLAISANCE, set=True)) == "OTU-X4"


@pytest.mark.rule("OTU-X4", "OTU-B8")
def test_a_complete_set_cannot_be_asked_for() -> None:
    hand = THREE | {"bakery": 1}
    state = position(PARIS, tiles=9, hand=hand, landmarks={"plaisance": "garden"})
    assert refusal(state, PlaceTrack("red", *PLAISANCE, set=True)) == "OTU-B8"
    offered = [move.set for move in placements(state) if move[:3] == ("red", *PLAISANCE)]
    assert offered == [False]


@pytest.mark.rule("OTU-B8", "OTU-P3")
@pytest.mark.parametrize(("tiles", "allowed"), [(3, False), (4, True)])
def test_tiles_given_back_for_a_branch_replace_nothing(tiles: int, *, allowed: bool) -> None:
    red = "saint-placide montparnasse pasteur"
    laid = {"plaisance": "garden"}
    state = position(PARIS, tiles=tiles, hand=THREE, landmarks=laid, tracks={"red": red})
    assert (PlaceTrack("red", *PLAISANCE, set=True) in placements(state)) is allowed
    if allowed:
        assert place(state, "red", *PLAISANCE, set=True)[0].players[0].branch_tiles == 0
    else:
        assert refusal(state, PlaceTrack("red", *PLAISANCE, set=True)) == "OTU-B8"


@pytest.mark.rule("OTU-B8", "OTU-B6")
@pytest.mark.parametrize(
    ("tiles", "rewards"),
    [(0, ["branches"]), (1, ["mixed", "branches"]), (2, ["points", "mixed", "branches"])],
)
def test_tiles_gained_at_a_terminus_may_replace_a_type_at_once(
    tiles: int, rewards: list[str]
) -> None:
    state = position(PARIS, tiles=tiles, hand=THREE, landmarks={"gambetta": "garden"})
    here = [move for move in placements(state) if move[:3] == ("red", *GAMBETTA)]
    assert [move.terminus for move in here if not move.set] == ["points", "mixed", "branches"]
    assert [move.terminus for move in here if move.set] == rewards
    after, placed = place(state, "red", *GAMBETTA, terminus="branches", set=True)
    assert (placed.gained, placed.replaced, after.players[0].branch_tiles) == (
        2,
        ("bakery",),
        tiles,
    )


@pytest.mark.rule("OTU-B8")
@pytest.mark.parametrize(("tiles", "able"), [(0, False), (1, True)])
def test_a_tile_that_a_terminus_gives_without_a_choice_may_replace_a_type_too(
    tmp_path: Path, tiles: int, *, able: bool
) -> None:
    rewards = "terminus: {points: 0, mixed: 1, branches: 2}"
    text = changed(original("otu-paris"), rewards, "terminus: {both: 1}")
    edition = load(tmp_path, "otu-paris", text)
    state = position(edition, tiles=tiles, hand=THREE, landmarks={"gambetta": "garden"})
    listed = [option.move for option in legal_moves(edition, state, 0)]
    assert PlaceTrack("red", *GAMBETTA) in listed
    assert (PlaceTrack("red", *GAMBETTA, set=True) in listed) is able


@pytest.mark.rule("OTU-X6")
def test_a_seat_that_leaves_in_its_turn_takes_branch_tiles_for_the_actions_left() -> None:
    state = position(PARIS, 3, actions=3, tiles=1, open=("belleville",), coming=("duroc",))
    after, events = play(state, Resign())
    assert events[:2] == [PlayerResigned(0), ActionsPassed(0, 3)]
    assert [event.destination for event in moved(events)] == ["belleville"]
    assert events[-1] == TurnBegan(5, 1, 4)
    assert (after.players[0].standing, after.players[0].branch_tiles) == ("resigned", 4)


@pytest.mark.rule("OTU-X6")
def test_a_seat_may_leave_out_of_turn_and_nothing_else_happens() -> None:
    state = position(PARIS, 3, actions=2)
    after, events = apply(PARIS, state, 2, Resign())
    assert events == (PlayerResigned(2),)
    assert (after.to_play, after.turn) == (state.to_play, state.turn)


@pytest.mark.rule("OTU-X6")
@pytest.mark.parametrize("gone", [(0,), (0, 1), (0, 1, 3)])
def test_the_turns_of_seats_that_left_are_played_by_the_engine(gone: tuple[int, ...]) -> None:
    state = position(PARIS, 5, seat=4, resigned=gone, actions=1)
    state, events = play(state, TakeBranch())
    while trips(state):
        state, more = play(state, MovePassenger(0))
        events += more
    passed = [event for event in events if isinstance(event, ActionsPassed)]
    before = gone[:-1] if 3 in gone else gone
    assert passed == [ActionsPassed(seat, 4) for seat in before]
    assert state.to_play == (len(before),)
    assert [event.seat for event in moved(events)] == [4, *before]


@pytest.mark.rule("OTU-X6", "OTU-T2")
def test_the_first_turn_is_uneven_for_seats_that_left_too() -> None:
    state = position(PARIS, 3, turn=1, actions=1, resigned=(1, 2), open=(), coming=("duroc",))
    _, events = play(state, TakeBranch())
    assert ActionsPassed(1, 4) in events
    assert ActionsPassed(2, 5) in events


@pytest.mark.rule("OTU-X6")
def test_leaving_while_the_passenger_waits_takes_the_first_outcome() -> None:
    lines = {"red": "republique oberkampf", "yellow": "republique strasbourg-saint-denis"}
    opened = ("strasbourg-saint-denis", "oberkampf", "trocadero", "duroc")
    state = position(PARIS, tracks=lines, open=opened, actions=1)
    state, _ = play(state, TakeBranch())
    assert trips(state) == [("oberkampf", ("red",)), ("strasbourg-saint-denis", ("yellow",))]
    other, events = apply(PARIS, state, 1, Resign())
    assert (other.turn, events) == (state.turn, (PlayerResigned(1),))
    after, happened = play(state, Resign())
    assert [(event.destination, event.outcome) for event in moved(happened)] == [
        ("oberkampf", None)
    ]
    assert ActionsPassed not in map(type, happened)
    assert after.to_play == (1,)


@pytest.mark.rule("OTU-X6", "OTU-P7")
@pytest.mark.parametrize(
    ("tracks", "built"),
    [
        ({"red": "fulton-st brooklyn-bridge-city-hall water-york-st"}, "red"),
        ({"red": "fulton-st whitehall-st water-whitehall-west"}, "red red"),
        ({"red": "water-whitehall-east water-whitehall-west"}, "red red"),
        ({"red": "marcy-av water-marcy-av", "gray": "union-sq water-greenpoint-av"}, "red gray"),
        ({"red": "marcy-av flushing-av", "gray": "york-st water-marcy-av"}, "gray"),
    ],
)
@pytest.mark.parametrize("spare", [0, 2])
def test_the_engine_finishes_the_crossings_of_a_seat_that_leaves(
    tracks: dict[str, str], built: str, spare: int
) -> None:
    lines = built.split()
    state = position(NEW_YORK, tracks=tracks, actions=len(lines) + spare)
    after, events = play(state, Resign())
    placed = events[1 : 1 + len(lines)]
    assert [event.line for event in placed if isinstance(event, TrackPlaced)] == lines
    assert not any(line.ends & NEW_YORK.icons for line in after.lines)
    passed = [event for event in events if isinstance(event, ActionsPassed)]
    assert passed == ([ActionsPassed(0, spare)] if spare else [])


@pytest.mark.rule("OTU-X6", "OTU-G5")
def test_track_of_a_seat_that_left_stays_and_carries_the_passenger_but_has_no_score() -> None:
    lines = {"yellow": "republique oberkampf"}
    opened = ("oberkampf", "trocadero", "duroc", "bercy")
    state = position(PARIS, tracks=lines, open=opened, actions=1, resigned=(1,))
    state, events = play(state, TakeBranch())
    assert moved(events)[0].owners == (1,)
    facts: Any = outcome(PARIS, state)["seats"]
    assert (facts[1]["standing"], facts[1]["sheet"]["lines"]["yellow"]["rides"]) == ("resigned", 1)
    result = score_game(load_tables()["otu-paris"], facts)
    assert [(seat.rank, seat.total) for seat in result.seats] == [(1, 0), (2, None)]


def ends(state: State) -> set[str]:
    """Name the stations where red ends."""
    stations = edition_of(state).network.stations
    return {each.id for number, each in enumerate(stations) if state.lines[0].ends >> number & 1}


@pytest.mark.rule("OTU-P6", "OTU-X7")
def test_running_into_its_own_middle_takes_away_one_end() -> None:
    state = position(PARIS, tracks={"red": TRIANGLE})
    after, placed = place(state, "red", "gare-dausterlitz", "bastille")
    assert placed.spent == 0
    assert ends(after) == {"hotel-de-ville"}


@pytest.mark.rule("OTU-X7", "OTU-P3")
def test_a_loop_between_two_stations_that_are_no_ends_is_one_branch() -> None:
    tracks = {"red": f"{TRIANGLE} campo-formio"}
    state, placed = place(
        position(PARIS, tracks=tracks, tiles=2), "red", "gare-dausterlitz", "bastille"
    )
    assert placed.spent == 2
    assert ends(state) == {"hotel-de-ville", "campo-formio"}
    poor = position(PARIS, tracks=tracks, tiles=1)
    assert refusal(poor, PlaceTrack("red", "gare-dausterlitz", "bastille")) == "OTU-P3"
