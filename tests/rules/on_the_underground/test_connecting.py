"""What a line is connected to, as events and ledgers tell it: OTU-B1 to OTU-B8."""

from typing import Any

import pytest

from services.rules.families.on_the_underground import outcome, view
from services.rules.families.on_the_underground.events import Connected
from services.rules.families.on_the_underground.moves import PlaceTrack
from services.rules.families.on_the_underground.state import State
from tests.rules.on_the_underground.positions import (
    NEW_YORK,
    PARIS,
    edition_of,
    place,
    placements,
    position,
    refusal,
)

FOUR = {"monument": 1, "museum": 1, "brasserie": 1, "bakery": 1}
"""All types of landmark tiles but one, the garden."""
TERMINUS = "denfert-rochereau", "mairie-de-montrouge"


def ledger(state: State, line: str) -> dict[str, Any]:
    """Give the ledger of a line."""
    seats: Any = outcome(edition_of(state), state)["seats"]
    return next(seat["sheet"]["lines"][line] for seat in seats if line in seat["sheet"]["lines"])


@pytest.mark.rule("OTU-B1")
def test_every_line_counts_a_national_rail_station_once() -> None:
    lines = {"red": "wash-sq bway-lafayette-st", "yellow": "14-st-6-av union-sq"}
    state = position(NEW_YORK, tracks=lines)
    assert ledger(state, "yellow")["rail"] == 1
    state, placed = place(state, "red", "wash-sq", "14-st-6-av")
    assert placed.connected == (Connected("14-st-6-av", "rail", 1),)
    assert ledger(state, "red")["rail"] == 1
    state, placed = place(state, "red", "14-st-6-av", "union-sq")
    assert placed.connected == ()
    assert ledger(state, "red")["rail"] == 1


@pytest.mark.rule("OTU-B1")
def test_the_first_token_of_a_line_connects_it_at_both_sides() -> None:
    state, placed = place(position(NEW_YORK), "red", "port-authority", "times-sq")
    assert placed.connected == (
        Connected("port-authority", "rail", 0),
        Connected("times-sq", "cluster", 0),
    )
    assert (ledger(state, "red")["rail"], ledger(state, "red")["clusters"]) == (1, 1)
    state, placed = place(state, "black", "port-authority", "times-sq")
    assert placed.connected[0] == Connected("port-authority", "rail", 1)


@pytest.mark.rule("OTU-B2")
def test_a_terminus_of_new_york_gives_its_one_reward_without_a_choice() -> None:
    state = position(NEW_YORK, tracks={"red": "kings-highway prospect-park"})
    state, placed = place(state, "red", "kings-highway", "coney-island")
    assert placed.connected == (Connected("coney-island", "terminus", 0),)
    assert (placed.terminus, placed.gained) == (None, 1)
    assert state.players[0].branch_tiles == 1
    assert ledger(state, "red")["terminus"] == {"both": 1}


@pytest.mark.rule("OTU-B2")
def test_a_terminus_rewards_every_line_and_each_of_them_once() -> None:
    yellow = "kings-highway coney-island"
    state = position(NEW_YORK, tracks={"yellow": yellow, "red": "4-av-9-st new-utrecht-av"})
    state, placed = place(state, "red", "new-utrecht-av", "coney-island")
    assert placed.connected == (Connected("coney-island", "terminus", 1),)
    loop = "coney-island new-utrecht-av 4-av-9-st church-av kings-highway"
    state, placed = place(
        position(NEW_YORK, tracks={"red": loop}), "red", "kings-highway", "coney-island"
    )
    assert (placed.connected, placed.gained, state.players[0].branch_tiles) == ((), 0, 0)


@pytest.mark.rule("OTU-B2")
def test_a_line_may_collect_several_termini() -> None:
    state, _ = place(position(NEW_YORK), "red", "wakefield", "e-180-st")
    state, _ = place(state, "red", "e-180-st", "eastchester")
    assert ledger(state, "red")["terminus"] == {"both": 2}
    assert state.players[0].branch_tiles == 2


@pytest.mark.rule("OTU-B2", "OTU-B6")
@pytest.mark.parametrize("reward", ["both", "points", "mixed", "branches"])
def test_no_reward_can_be_named_in_new_york(reward: str) -> None:
    state = position(NEW_YORK)
    move = PlaceTrack("red", "kings-highway", "coney-island", reward)
    assert refusal(state, move) == "OTU-B6"


@pytest.mark.rule("OTU-B3")
def test_a_line_new_to_a_cluster_tells_how_many_it_had_reached_before() -> None:
    yellow = "wash-sq 14-st-6-av bryant-park"
    state = position(NEW_YORK, tracks={"yellow": yellow, "red": "canal-st chambers-st-wtc"})
    state, placed = place(state, "red", "canal-st", "wash-sq")
    assert placed.connected == (Connected("wash-sq", "cluster", 1),)
    state, placed = place(state, "red", "wash-sq", "bway-lafayette-st")
    assert placed.connected == ()
    state, placed = place(state, "red", "bway-lafayette-st", "union-sq")
    state, placed = place(state, "red", "union-sq", "grand-central")
    assert placed.connected == (Connected("grand-central", "cluster", 2),)
    assert ledger(state, "red")["clusters"] == 3


@pytest.mark.rule("OTU-B3")
def test_a_first_token_inside_a_cluster_reaches_it_once() -> None:
    state, placed = place(position(NEW_YORK), "red", "fulton-st", "chambers-st-wtc")
    assert placed.connected == (Connected("chambers-st-wtc", "cluster", 0),)
    assert ledger(state, "red")["clusters"] == 1


@pytest.mark.rule("OTU-B4")
def test_water_icons_are_counted_line_by_line() -> None:
    run = "york-st water-york-st brooklyn-bridge-city-hall fulton-st water-fulton-st borough-hall"
    state = position(NEW_YORK, tracks={"red": run, "black": "whitehall-st south-ferry"}, actions=8)
    assert ledger(state, "red")["water"] == 2
    state, third = place(state, "red", "borough-hall", "water-whitehall-east")
    state, fourth = place(state, "red", "water-whitehall-east", "water-whitehall-west")
    assert third.connected == (Connected("water-whitehall-east", "water", 2),)
    assert fourth.connected == (Connected("water-whitehall-west", "water", 3),)
    state, _ = place(state, "red", "whitehall-st", "water-whitehall-west")
    assert ledger(state, "red")["water"] == 4
    state, other = place(state, "black", "whitehall-st", "water-whitehall-west")
    assert other.connected == (Connected("water-whitehall-west", "water", 0),)


@pytest.mark.rule("OTU-B4")
def test_a_line_begun_between_two_icons_has_two() -> None:
    middle = "water-whitehall-east", "water-whitehall-west"
    state, placed = place(position(NEW_YORK), "red", *middle)
    assert sorted(each.before for each in placed.connected) == [0, 1]
    assert ledger(state, "red")["water"] == 2


@pytest.mark.rule("OTU-B5")
def test_at_an_rer_station_the_first_line_and_later_ones_are_told_apart() -> None:
    state, placed = place(position(PARIS), "red", "gare-du-nord", "gare-de-lest")
    assert {(each.station, each.kind, each.before) for each in placed.connected} == {
        ("gare-du-nord", "rer", 0),
        ("gare-de-lest", "rer", 0),
    }
    assert ledger(state, "red")["rer"] == {"first": 2, "later": 0}
    state, placed = place(state, "black", "gare-du-nord", "stalingrad")
    assert placed.connected == (Connected("gare-du-nord", "rer", 1),)
    assert ledger(state, "black")["rer"] == {"first": 0, "later": 1}


@pytest.mark.rule("OTU-B5")
def test_lines_of_all_players_count_and_a_loop_counts_nothing_again() -> None:
    lines = {"yellow": "opera madeleine", "blue": "opera pyramides", "red": "saint-lazare opera"}
    state = position(PARIS, tracks=lines)
    state, placed = place(state, "black", "opera", "saint-lazare")
    assert {each.before for each in placed.connected} == {1, 3}
    assert ledger(state, "black")["rer"] == {"first": 0, "later": 2}
    state, placed = place(state, "red", "saint-lazare", "chaussee-dantin")
    state, placed = place(state, "red", "chaussee-dantin", "opera")
    assert placed.connected == ()


@pytest.mark.rule("OTU-B6")
@pytest.mark.parametrize(("reward", "tiles"), [("points", 0), ("mixed", 1), ("branches", 2)])
def test_a_terminus_of_paris_gives_the_reward_that_is_chosen(reward: str, tiles: int) -> None:
    state = position(PARIS, tracks={"red": "denfert-rochereau montparnasse"})
    offered = [move for move in placements(state) if move[:3] == ("red", *TERMINUS)]
    assert [move.terminus for move in offered] == ["points", "mixed", "branches"]
    state, placed = place(state, "red", *TERMINUS, terminus=reward)
    assert (placed.terminus, placed.gained) == (reward, tiles)
    assert state.players[0].branch_tiles == tiles
    rewards = dict.fromkeys(("points", "mixed", "branches"), 0) | {reward: 1}
    assert ledger(state, "red")["terminus"] == rewards


@pytest.mark.rule("OTU-B6")
def test_the_choice_has_to_be_made_there_and_nowhere_else() -> None:
    state = position(PARIS, tracks={"red": "denfert-rochereau montparnasse"})
    assert refusal(state, PlaceTrack("red", *TERMINUS)) == "OTU-B6"
    assert refusal(state, PlaceTrack("red", *TERMINUS, "both")) == "OTU-B6"
    elsewhere = PlaceTrack("red", "montparnasse", "pasteur", "points")
    assert refusal(state, elsewhere) == "OTU-B6"


@pytest.mark.rule("OTU-B7")
def test_a_landmark_tile_is_taken_by_the_first_line_and_then_gone() -> None:
    lines = {"red": "montparnasse pasteur", "black": "montparnasse saint-placide"}
    state = position(PARIS, tracks=lines, landmarks={"plaisance": "bakery"}, tiles=2)
    shown: Any = view(PARIS, state, 1)
    assert shown["landmarks"]["plaisance"] == "bakery"
    state, placed = place(state, "red", "montparnasse", "plaisance")
    assert placed.landmarks == ("bakery",)
    assert placed.connected == (Connected("plaisance", "landmark", 0),)
    assert state.players[0].landmarks == (0, 0, 0, 1, 0)
    shown = view(PARIS, state, 1)
    assert "plaisance" not in shown["landmarks"]
    state, placed = place(state, "black", "montparnasse", "plaisance")
    assert (placed.landmarks, placed.connected[0].before) == ((), 1)
    assert state.players[0].landmarks == (0, 0, 0, 1, 0)


@pytest.mark.rule("OTU-B7")
@pytest.mark.parametrize("types", [("museum", "garden"), ("museum", "museum")])
def test_a_first_token_can_take_two_landmark_tiles(types: tuple[str, str]) -> None:
    names = "chemin-vert", "saint-sebastien-froissart"
    state = position(PARIS, landmarks=dict(zip(names, types, strict=True)))
    state, placed = place(state, "red", *names)
    assert sorted(placed.landmarks) == sorted(types)
    assert sum(state.players[0].landmarks) == 2
    assert state.players[0].landmarks[1] == types.count("museum")


@pytest.mark.rule("OTU-B8")
def test_a_complete_set_is_scored_at_once_and_leaves_the_game() -> None:
    hand = FOUR | {"museum": 3}
    state = position(PARIS, landmarks={"plaisance": "garden"}, hand=hand, tiles=9)
    state, placed = place(state, "red", "montparnasse", "plaisance")
    assert (placed.sets, placed.replaced, placed.set) == (1, (), False)
    assert state.players[0].landmarks == (0, 2, 0, 0, 0)
    assert (state.players[0].sets, state.players[0].branch_tiles) == (1, 9)
    sheet: Any = outcome(PARIS, state)["seats"]
    assert sheet[0]["sheet"]["landmark_sets"] == 1
    assert sheet[0]["sheet"]["landmark_tiles"]["museum"] == 2


@pytest.mark.rule("OTU-B8")
def test_four_types_make_no_set_by_themselves() -> None:
    state = position(PARIS, landmarks={"plaisance": "bakery"}, hand=FOUR, tiles=9)
    state, placed = place(state, "red", "montparnasse", "plaisance")
    assert placed.sets == 0
    assert state.players[0].landmarks == (1, 1, 1, 2, 0)


@pytest.mark.rule("OTU-B8")
def test_two_tiles_of_one_token_complete_a_set_together() -> None:
    laid = {"chemin-vert": "bakery", "saint-sebastien-froissart": "garden"}
    hand = {"monument": 1, "museum": 1, "brasserie": 1}
    state = position(PARIS, landmarks=laid, hand=hand)
    state, placed = place(state, "red", *laid)
    assert placed.sets == 1
    assert state.players[0].landmarks == (0, 0, 0, 0, 0)


@pytest.mark.rule("OTU-B8")
def test_a_second_set_counts_beside_the_first() -> None:
    laid = {"plaisance": "garden", "parmentier": "garden"}
    state = position(PARIS, landmarks=laid, hand=dict.fromkeys(FOUR, 2))
    state, _ = place(state, "red", "montparnasse", "plaisance")
    state, placed = place(state, "black", "republique", "parmentier")
    assert (placed.sets, state.players[0].sets) == (1, 2)
    assert sum(state.players[0].landmarks) == 0
