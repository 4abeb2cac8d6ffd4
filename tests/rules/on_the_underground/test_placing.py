"""Placing track: OTU-P1 to OTU-P6 and OTU-P8. Water has its own file."""

import pytest

from services.rules.core.bits import members
from services.rules.families.on_the_underground import state_from_json, state_to_json
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.moves import PlaceTrack
from services.rules.families.on_the_underground.state import State
from tests.rules.on_the_underground.positions import (
    METRO_1,
    NEW_YORK,
    PARIS,
    edition_of,
    place,
    position,
    refusal,
    where,
)

both = pytest.mark.parametrize("edition", [NEW_YORK, PARIS], ids=lambda edition: edition.id)

TRIANGLE = "bastille gare-de-lyon gare-dausterlitz"
"""Two sides of a triangle of Paris."""


def ends(state: State, line: str) -> set[str]:
    """Name the stations where a line ends."""
    here = state.lines[state.setup.colours.index(line)].ends
    return {edition_of(state).network.stations[number].id for number in members(here)}


@pytest.mark.rule("OTU-P1")
@both
def test_a_colour_begins_on_any_connection_of_the_board(edition: Edition) -> None:
    state = position(edition)
    every = {" ".join(each.stations) for each in edition.network.connections}
    assert {line: where(state, line) for line in ("red", "gray")} == {"red": every, "gray": every}


@pytest.mark.rule("OTU-P1")
@both
def test_it_begins_only_where_a_track_space_is_empty(edition: Edition) -> None:
    single, double = (
        ("canal-st wash-sq", "fulton-st whitehall-st")
        if edition is NEW_YORK
        else ("chatelet etienne-marcel", "chatelet saint-michel")
    )
    state = position(edition, tracks={"yellow": single, "blue": double}, tiles=8)
    assert single not in where(state, "red")
    assert double in where(state, "red")
    start, end = single.split()
    assert refusal(state, PlaceTrack("red", start, end)) == "OTU-P1"


@pytest.mark.rule("OTU-P1", "OTU-P2")
@pytest.mark.parametrize("names", [("opera", "bercy"), ("opera", "opera"), ("opera", "oslo")])
def test_track_lies_between_neighbouring_stations_only(names: tuple[str, str]) -> None:
    state = position(PARIS, tracks={"black": "opera madeleine"})
    assert refusal(state, PlaceTrack("red", *names)) == "OTU-P1"
    assert refusal(state, PlaceTrack("black", *names)) == "OTU-P2"


@pytest.mark.rule("OTU-P2")
def test_a_line_is_lengthened_at_both_of_its_ends() -> None:
    state = position(PARIS, tracks={"red": "opera madeleine concorde invalides"})
    at_opera = {
        "chaussee-dantin opera",
        "opera pyramides",
        "opera reaumur-sebastopol",
        "opera richelieu-drouot",
        "opera saint-lazare",
    }
    at_invalides = {
        "champs-elysees-clemenceau invalides",
        "duroc invalides",
        "invalides la-motte-picquet-grenelle",
    }
    assert ends(state, "red") == {"opera", "invalides"}
    assert where(state, "red") == at_opera | at_invalides


@pytest.mark.rule("OTU-P2")
def test_a_lengthened_line_ends_at_the_new_station() -> None:
    state = position(PARIS, tracks={"red": "opera madeleine"})
    after, placed = place(state, "red", "madeleine", "concorde")
    assert ends(after, "red") == {"opera", "concorde"}
    assert (placed.spent, placed.gained) == (0, 0)
    assert after.players == state.players


@pytest.mark.rule("OTU-P2")
def test_track_away_from_the_line_is_refused() -> None:
    state = position(PARIS, tracks={"red": "opera madeleine", "black": "bercy daumesnil"}, tiles=9)
    assert refusal(state, PlaceTrack("red", "bercy", "gare-de-lyon")) == "OTU-P2"
    assert "bercy gare-de-lyon" not in where(state, "red")
    assert "bercy gare-de-lyon" in where(state, "black")


@pytest.mark.rule("OTU-P2")
def test_a_connection_is_named_from_either_station() -> None:
    state = position(PARIS, tracks={"red": "opera madeleine"})
    assert place(state, "red", "madeleine", "concorde") == place(
        state, "red", "concorde", "madeleine"
    )
    assert place(state, "red", "madeleine", "concorde")[1].from_station == "concorde"


@pytest.mark.rule("OTU-P3")
def test_a_branch_from_another_station_costs_two_branch_tiles_and_the_action() -> None:
    line = {"red": "opera madeleine concorde"}
    state = position(PARIS, tracks=line, tiles=3)
    after, placed = place(state, "red", "madeleine", "pyramides")
    assert placed.spent == 2
    assert after.players[0].branch_tiles == 1
    assert after.turn.actions == state.turn.actions - 1
    assert ends(after, "red") == {"opera", "concorde", "pyramides"}


@pytest.mark.rule("OTU-P3")
@pytest.mark.parametrize(("tiles", "allowed"), [(0, False), (1, False), (2, True)])
def test_without_two_branch_tiles_a_line_does_not_branch(tiles: int, *, allowed: bool) -> None:
    state = position(PARIS, tracks={"red": "opera madeleine concorde"}, tiles=tiles)
    assert ("madeleine pyramides" in where(state, "red")) is allowed
    if not allowed:
        assert refusal(state, PlaceTrack("red", "madeleine", "pyramides")) == "OTU-P3"


@pytest.mark.rule("OTU-P4")
@pytest.mark.parametrize("tiles", [0, 4])
def test_a_colour_lies_on_a_connection_only_once(tiles: int) -> None:
    state = position(PARIS, tracks={"red": "opera saint-lazare liege"}, tiles=tiles)
    for pair in ("liege", "saint-lazare"), ("saint-lazare", "opera"):
        assert refusal(state, PlaceTrack("red", *pair)) == "OTU-P4"
        assert " ".join(sorted(pair)) not in where(state, "red")


@pytest.mark.rule("OTU-P4")
def test_parallel_spaces_take_different_colours_of_whomever() -> None:
    state = position(PARIS, tracks={"yellow": "liege saint-lazare"})
    for line in ("red", "black"):
        state, placed = place(state, line, "liege", "saint-lazare")
        assert placed.spent == 0
    assert refusal(state, PlaceTrack("orange", "liege", "saint-lazare")) == "OTU-P1"


@pytest.mark.rule("OTU-P5")
@pytest.mark.parametrize("tiles", [0, 8])
def test_a_full_connection_of_new_york_is_closed(tiles: int) -> None:
    lines = {"red": "wash-sq christopher-st", "black": "wash-sq canal-st"}
    state = position(NEW_YORK, tracks=lines, tiles=tiles)
    assert refusal(state, PlaceTrack("red", "wash-sq", "canal-st")) == "OTU-P5"
    assert "canal-st wash-sq" not in where(state, "red")
    assert "14-st-6-av wash-sq" in where(state, "red")


@pytest.mark.rule("OTU-P5")
@pytest.mark.parametrize(("tiles", "allowed"), [(1, False), (2, True)])
def test_two_branch_tiles_open_a_full_connection_of_paris(tiles: int, *, allowed: bool) -> None:
    lines = {"red": "etienne-marcel reaumur-sebastopol", "yellow": "chatelet etienne-marcel"}
    state = position(PARIS, tracks=lines, tiles=tiles)
    assert ("chatelet etienne-marcel" in where(state, "red")) is allowed
    if not allowed:
        assert refusal(state, PlaceTrack("red", "chatelet", "etienne-marcel")) == "OTU-P5"
        return
    after, placed = place(state, "red", "chatelet", "etienne-marcel")
    assert (placed.spent, after.players[0].branch_tiles) == (2, 0)


@pytest.mark.rule("OTU-P5", "OTU-P3")
@pytest.mark.parametrize(("tiles", "allowed"), [(2, False), (3, False), (4, True)])
def test_a_branch_over_a_full_connection_costs_four(tiles: int, *, allowed: bool) -> None:
    red = "strasbourg-saint-denis reaumur-sebastopol opera"
    lines = {"red": red, "yellow": "etienne-marcel reaumur-sebastopol"}
    state = position(PARIS, tracks=lines, tiles=tiles)
    assert ("etienne-marcel reaumur-sebastopol" in where(state, "red")) is allowed
    if not allowed:
        move = PlaceTrack("red", "reaumur-sebastopol", "etienne-marcel")
        assert refusal(state, move) == "OTU-P5"
        return
    after, placed = place(state, "red", "reaumur-sebastopol", "etienne-marcel")
    assert (placed.spent, after.players[0].branch_tiles) == (4, 0)


@pytest.mark.rule("OTU-P5", "OTU-P1")
def test_the_first_token_of_a_colour_opens_no_full_connection() -> None:
    state = position(PARIS, tracks={"yellow": "chatelet etienne-marcel"}, tiles=8)
    assert refusal(state, PlaceTrack("red", "chatelet", "etienne-marcel")) == "OTU-P1"
    assert "chatelet etienne-marcel" not in where(state, "red")


@pytest.mark.rule("OTU-P5")
def test_a_full_connection_can_be_opened_again_and_again() -> None:
    run = "chatelet etienne-marcel"
    lines = {"yellow": run, "red": "saint-michel chatelet", "black": "hotel-de-ville chatelet"}
    state = position(PARIS, tracks=lines, tiles=4)
    state, _ = place(state, "red", *run.split())
    state, placed = place(state, "black", *run.split())
    assert (placed.spent, state.players[0].branch_tiles) == (2, 0)


@pytest.mark.rule("OTU-P5")
def test_a_connection_is_full_when_its_last_space_is_taken() -> None:
    run = "chatelet palais-royal"
    lines = {"red": run, "yellow": run, "gray": "concorde palais-royal"}
    state = position(PARIS, tracks=lines, tiles=2)
    assert place(state, "gray", *run.split())[1].spent == 0
    state, placed = place(state, "orange", *run.split())
    assert placed.spent == 0
    assert place(state, "gray", *run.split())[1].spent == 2


@pytest.mark.rule("OTU-P6")
def test_closing_a_loop_from_an_end_costs_nothing_and_leaves_no_end() -> None:
    state = position(PARIS, tracks={"red": TRIANGLE}, tiles=1)
    assert "bastille gare-dausterlitz" in where(state, "red")
    after, placed = place(state, "red", "gare-dausterlitz", "bastille")
    assert (placed.spent, placed.connected) == (0, ())
    assert ends(after, "red") == set()


@pytest.mark.rule("OTU-P6")
def test_a_line_without_ends_grows_by_branching_only() -> None:
    loop = {"red": f"{TRIANGLE} bastille"}
    assert where(position(PARIS, tracks=loop, tiles=1), "red") == set()
    state = position(PARIS, tracks=loop, tiles=2)
    assert refusal(position(PARIS, tracks=loop), PlaceTrack("red", "bercy", "gare-de-lyon")) == (
        "OTU-P3"
    )
    after, placed = place(state, "red", "bercy", "gare-de-lyon")
    assert placed.spent == 2
    assert ends(after, "red") == {"bercy"}


@pytest.mark.rule("OTU-P8", "OTU-S2")
@pytest.mark.parametrize(
    ("line", "track"),
    [
        ("orange", METRO_1),
        ("red", f"{METRO_1}, nation daumesnil bercy quai-de-la-gare, chatelet pyramides opera"),
    ],
)
def test_a_line_is_finished_with_the_last_token_of_its_colour(line: str, track: str) -> None:
    state = position(PARIS, tracks={line: track}, tiles=4)
    state, _ = place(state, line, "chatelet", "saint-michel")
    assert where(state, line) == set()
    assert refusal(state, PlaceTrack(line, "bastille", "gare-dausterlitz")) == "OTU-P8"
    assert where(state, "black") != set()


@pytest.mark.rule("OTU-P2", "OTU-P5")
def test_ends_and_full_connections_are_the_same_when_a_game_is_stored_and_read_back() -> None:
    state = position(
        PARIS, tracks={"red": TRIANGLE, "yellow": "bastille gare-dausterlitz"}, tiles=9
    )
    state, _ = place(state, "red", "gare-dausterlitz", "bastille")
    state, _ = place(state, "black", "bastille", "hotel-de-ville")
    state, _ = place(state, "red", "bastille", "hotel-de-ville")
    assert state_from_json(PARIS, state_to_json(PARIS, state)) == state
    assert state.tracked == state.lines[0].track
    assert state.closed.bit_count() == 2
