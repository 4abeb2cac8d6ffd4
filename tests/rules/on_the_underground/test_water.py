"""Water crossings of New York: OTU-P7."""

import pytest

from services.rules.families.on_the_underground import legal_moves
from services.rules.families.on_the_underground.moves import PlaceTrack, TakeBranch
from services.rules.families.on_the_underground.state import State
from tests.rules.on_the_underground.positions import (
    NEW_YORK,
    place,
    play,
    position,
    refusal,
    where,
)

pytestmark = pytest.mark.rule("OTU-P7")

LANDED = "brooklyn-bridge-city-hall fulton-st"
"""A line in Manhattan with an end at Brooklyn Bridge, opposite York St."""
BEGUN = f"water-york-st {LANDED}"
"""The same line, halfway over to York St."""
EAST_SIDE = {
    "yellow": "86-st water-grand-concourse-east grand-concourse,"
    " water-grand-concourse-east hunts-point-av"
}
"""A line through an icon that leaves a single track space open at its far side."""
QUEENS = (
    "greenpoint-av hunters-point-av queens-plaza steinway-st jackson-hts grand-av-newtown"
    " forest-hills kew-gardens jamaica, queens-plaza woodside, queens-plaza astoria,"
    " jackson-hts junction-blvd flushing-main-st, kew-gardens sutphin-blvd"
)
"""13 tokens, so that a colour of 15 has just enough left for a crossing from Greenpoint Av."""


def may_take_branch(state: State) -> bool:
    """Say whether a branch tile may be taken; if not, see that it is refused."""
    if TakeBranch() in [option.move for option in legal_moves(NEW_YORK, state, state.to_play[0])]:
        return True
    assert refusal(state, TakeBranch()) == "OTU-P7"
    return False


@pytest.mark.parametrize(("actions", "allowed"), [(1, False), (2, True)])
def test_a_crossing_is_begun_only_with_two_actions(actions: int, *, allowed: bool) -> None:
    state = position(NEW_YORK, tracks={"red": LANDED}, actions=actions)
    assert ("brooklyn-bridge-city-hall water-york-st" in where(state, "red")) is allowed
    if not allowed:
        move = PlaceTrack("red", "brooklyn-bridge-city-hall", "water-york-st")
        assert refusal(state, move) == "OTU-P7"


@pytest.mark.parametrize("first", ["york-st", "brooklyn-bridge-city-hall"])
def test_a_line_may_begin_in_the_middle_of_a_crossing(first: str) -> None:
    state = position(NEW_YORK, actions=2)
    other = {"york-st", "brooklyn-bridge-city-hall"} - {first}
    state, _ = place(state, "red", first, "water-york-st")
    assert {name for pair in where(state, "red") for name in pair.split()} == other | {
        "water-york-st"
    }
    assert where(state, "black") == set()
    one = position(NEW_YORK, actions=1)
    assert refusal(one, PlaceTrack("red", first, "water-york-st")) == "OTU-P7"


def test_the_last_action_has_to_finish_the_crossing() -> None:
    state = position(NEW_YORK, tracks={"red": BEGUN, "black": "wash-sq canal-st"}, actions=1)
    assert where(state, "red") == {"water-york-st york-st"}
    assert where(state, "black") == set()
    assert not may_take_branch(state)
    assert refusal(state, PlaceTrack("black", "wash-sq", "14-st-6-av")) == "OTU-P7"
    assert refusal(state, PlaceTrack("red", "fulton-st", "whitehall-st")) == "OTU-P7"
    after, placed = place(state, "red", "york-st", "water-york-st")
    assert placed.spent == 0
    assert after.turn.actions == 0 or after.to_play == (1,)


def test_other_actions_are_free_as_long_as_one_is_left_to_finish() -> None:
    state = position(NEW_YORK, tracks={"red": LANDED})
    state, _ = place(state, "red", "brooklyn-bridge-city-hall", "water-york-st")
    assert may_take_branch(state)
    state, _ = play(state, TakeBranch())
    assert "canal-st wash-sq" in where(state, "black")
    state, _ = place(state, "red", "fulton-st", "whitehall-st")
    assert where(state, "red") == {"water-york-st york-st"}
    assert not may_take_branch(state)


def test_where_an_icon_leads_two_ways_on_either_finishes() -> None:
    state = position(NEW_YORK, tracks={"red": "bway-lafayette-st water-marcy-av"}, actions=1)
    assert where(state, "red") == {"marcy-av water-marcy-av", "water-marcy-av york-st"}


@pytest.mark.parametrize(("actions", "allowed"), [(2, False), (3, True)])
def test_whitehall_to_borough_hall_takes_three_actions(actions: int, *, allowed: bool) -> None:
    state = position(NEW_YORK, tracks={"red": "fulton-st whitehall-st"}, actions=actions)
    move = PlaceTrack("red", "water-whitehall-west", "whitehall-st")
    assert ("water-whitehall-west whitehall-st" in where(state, "red")) is allowed
    if not allowed:
        assert refusal(state, move) == "OTU-P7"
        return
    state, _ = play(state, move)
    for pair in "water-whitehall-east water-whitehall-west", "borough-hall water-whitehall-east":
        assert where(state, "red") == {pair}
        assert where(state, "black") == set()
        assert not may_take_branch(state)
        state, _ = place(state, "red", *pair.split())
    assert state.lines[0].track.bit_count() == 4


@pytest.mark.parametrize(("actions", "allowed"), [(2, False), (3, True)])
def test_a_line_begun_between_the_two_icons_has_both_shores_to_reach(
    actions: int, *, allowed: bool
) -> None:
    state = position(NEW_YORK, actions=actions)
    middle = "water-whitehall-east water-whitehall-west"
    assert (middle in where(state, "red")) is allowed
    if allowed:
        state, _ = place(state, "red", *middle.split())
        shores = {"borough-hall water-whitehall-east", "water-whitehall-west whitehall-st"}
        assert where(state, "red") == shores
        state, _ = place(state, "red", "borough-hall", "water-whitehall-east")
        assert where(state, "red") == {"water-whitehall-west whitehall-st"}


def test_a_crossing_begun_from_both_shores_cannot_meet_in_the_middle() -> None:
    shores = "whitehall-st fulton-st water-fulton-st borough-hall"
    state = position(NEW_YORK, tracks={"red": f"water-whitehall-west {shores}"})
    assert where(state, "red") == {
        "atlantic-av borough-hall",
        "borough-hall carroll-st",
        "borough-hall york-st",
        "water-whitehall-east water-whitehall-west",
    }
    move = PlaceTrack("red", "borough-hall", "water-whitehall-east")
    assert refusal(state, move) == "OTU-P7"


def test_from_both_shores_of_one_icon_the_second_token_finishes_the_crossing() -> None:
    run = "york-st borough-hall water-fulton-st fulton-st brooklyn-bridge-city-hall"
    state = position(NEW_YORK, tracks={"red": run}, actions=2)
    state, _ = place(state, "red", "york-st", "water-york-st")
    _, placed = place(state, "red", "brooklyn-bridge-city-hall", "water-york-st")
    assert (placed.spent, placed.connected) == (0, ())


@pytest.mark.parametrize("tokens", [13, 14])
def test_a_crossing_is_begun_only_with_enough_tokens(tokens: int) -> None:
    track = QUEENS if tokens == 13 else f"{QUEENS}, sutphin-blvd jamaica-center"
    state = position(NEW_YORK, tracks={"orange": track})
    assert state.lines[2].track.bit_count() == tokens
    assert ("greenpoint-av water-greenpoint-av" in where(state, "orange")) is (tokens == 13)
    if tokens == 14:
        move = PlaceTrack("orange", "greenpoint-av", "water-greenpoint-av")
        assert refusal(state, move) == "OTU-P7"


def test_the_last_token_of_a_colour_is_kept_for_its_crossing() -> None:
    state = position(NEW_YORK, tracks={"orange": f"water-greenpoint-av {QUEENS}"})
    assert where(state, "orange") == {"union-sq water-greenpoint-av"}
    assert refusal(state, PlaceTrack("orange", "sutphin-blvd", "woodhaven-blvd")) == "OTU-P7"
    assert may_take_branch(state)


def test_a_crossing_is_not_begun_towards_full_connections() -> None:
    others = {
        "yellow": "bway-lafayette-st water-marcy-av marcy-av",
        "blue": "york-st water-marcy-av marcy-av",
    }
    state = position(NEW_YORK, tracks={**others, "red": "wash-sq bway-lafayette-st"})
    assert "bway-lafayette-st water-marcy-av" not in where(state, "red")
    move = PlaceTrack("red", "bway-lafayette-st", "water-marcy-av")
    assert refusal(state, move) == "OTU-P7"
    del others["blue"]
    state = position(NEW_YORK, tracks={**others, "red": "wash-sq bway-lafayette-st"})
    assert "bway-lafayette-st water-marcy-av" in where(state, "red")


@pytest.mark.parametrize(("actions", "allowed"), [(2, False), (3, True)])
def test_two_lines_begun_at_once_need_an_action_each(actions: int, *, allowed: bool) -> None:
    lines = {"red": BEGUN, "black": "union-sq grand-central"}
    state = position(NEW_YORK, tracks=lines, actions=actions)
    assert ("union-sq water-greenpoint-av" in where(state, "black")) is allowed
    if not allowed:
        assert refusal(state, PlaceTrack("black", "union-sq", "water-greenpoint-av")) == "OTU-P7"
        return
    state, _ = place(state, "black", "union-sq", "water-greenpoint-av")
    assert where(state, "black") == {"greenpoint-av water-greenpoint-av"}
    assert where(state, "red") == {"water-york-st york-st"}
    assert not may_take_branch(state)


def test_one_line_may_have_begun_two_crossings() -> None:
    state = position(NEW_YORK, tracks={"red": f"{BEGUN} water-fulton-st"}, actions=2)
    assert where(state, "red") == {"water-york-st york-st", "borough-hall water-fulton-st"}
    assert not may_take_branch(state)


@pytest.mark.parametrize("start", ["86-st", "grand-concourse"])
def test_two_lines_cannot_count_on_the_same_single_space(start: str) -> None:
    lines = {**EAST_SIDE, "red": "lexington-av 86-st"}
    state = position(NEW_YORK, tracks=lines)
    state, _ = place(state, "red", "86-st", "water-grand-concourse-east")
    assert refusal(state, PlaceTrack("black", start, "water-grand-concourse-east")) == "OTU-P7"
    pair = " ".join(sorted((start, "water-grand-concourse-east")))
    assert pair not in where(state, "black")
    state, _ = place(state, "red", "grand-concourse", "water-grand-concourse-east")
    assert pair not in where(state, "black")


def test_entering_an_icon_that_the_line_already_passes_is_no_crossing_begun() -> None:
    loop = "bway-lafayette-st water-marcy-av marcy-av flushing-av franklin-av atlantic-av york-st"
    state = position(NEW_YORK, tracks={"red": loop}, actions=1)
    assert "water-marcy-av york-st" in where(state, "red")
    _, placed = place(state, "red", "york-st", "water-marcy-av")
    assert (placed.spent, placed.connected) == (0, ())


@pytest.mark.rule("OTU-P3")
def test_a_line_may_branch_from_an_icon_that_it_passes() -> None:
    passing = {"red": "bway-lafayette-st water-marcy-av marcy-av"}
    state = position(NEW_YORK, tracks=passing, actions=1, tiles=2)
    assert place(state, "red", "water-marcy-av", "york-st")[1].spent == 2
    poor = position(NEW_YORK, tracks=passing, actions=1, tiles=1)
    assert refusal(poor, PlaceTrack("red", "water-marcy-av", "york-st")) == "OTU-P3"


def test_a_crossing_of_somebody_else_binds_nobody() -> None:
    state = position(NEW_YORK, tracks={"yellow": BEGUN}, actions=1)
    assert may_take_branch(state)
    assert "canal-st wash-sq" in where(state, "red")
