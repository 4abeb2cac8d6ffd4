"""Rulings where the books are silent: GOB-X1 to GOB-X5, GOB-X8, GOB-X10."""

from dataclasses import replace

import pytest

from services.rules.families.get_on_board import legal_moves, outcome
from services.rules.families.get_on_board.board import read_board
from services.rules.families.get_on_board.edition import Edition, lay_out
from services.rules.families.get_on_board.legal import PossibleRoute
from services.rules.families.get_on_board.state import State
from services.rules.families.get_on_board.trees import Forest
from services.scoring.core.game import score_game
from services.scoring.editions import load_tables
from tests.rules.get_on_board.positions import a_player, city, paths, plot, position, ticket_for

NEW_YORK, LONDON, PARIS, ROME = map(city, ("new-york", "london", "paris", "rome"))


def possible(edition: Edition, state: State) -> dict[str, PossibleRoute]:
    """Give the legal routes of the seat to play by their path, a metro extra marked `+M`."""
    routes = [
        r for r in legal_moves(edition, state, state.to_play[0]) if isinstance(r, PossibleRoute)
    ]
    return {" ".join(r.move.path) + (" +M" if r.move.metro else ""): r for r in routes}


@pytest.mark.rule("GOB-X1")
def test_a_turn_is_one_move_and_the_list_says_what_each_would_do() -> None:
    player = a_player(PARIS, "F4", personal="cjm", metro_circled=1)
    other = a_player(PARIS, "F6 F5", top=2)
    state = position(PARIS, player, other, ticket=ticket_for(PARIS, "S1"))
    options = possible(PARIS, state)
    assert options["F5 F6 +M"].to_json() == {
        "move": {"type": "plot_route", "path": ["F5", "F6"], "metro": True},
        "would": {
            "markers": 2,
            "turn_spaces": 0,
            "connections": 1,
            "lights": 0,
            "boxes": ["grannies", "students", "metro"],
            "personal": ["j"],
            "fallback": False,
            "eliminating": False,
        },
    }


@pytest.mark.rule("GOB-X2")
def test_spaces_follow_from_the_path_by_the_cheapest_reading() -> None:
    state = position(PARIS, a_player(PARIS, "G4"), ticket=ticket_for(PARIS, "S2/T2"))
    assert {option.would.turn_spaces for option in possible(PARIS, state).values()} == {0}
    state = position(PARIS, a_player(PARIS, "G4"), ticket=ticket_for(PARIS, "S3"))
    costs = {path: option.would.turn_spaces for path, option in possible(PARIS, state).items()}
    assert (costs["F4 E4 D4"], costs["F4 E4 E3"], costs["F4 F3 E3"]) == (0, 1, 2)
    state = position(PARIS, a_player(PARIS, "G4", turn_zone=4), ticket=ticket_for(PARIS, "S3"))
    assert "F4 F3 E3" not in possible(PARIS, state)


@pytest.mark.rule("GOB-X3")
def test_spaces_that_do_not_suffice_are_crossed_off_and_the_shape_is_one_marker() -> None:
    player = a_player(LONDON, "C9 C8 B8", turn_zone=4)
    state = position(LONDON, player, ticket=ticket_for(LONDON, "S3"))
    assert paths(LONDON, state) == {"A8", "B7 A7", "B7 C7"}
    after, turn, _ = plot(LONDON, state, "A8")
    assert (turn.fallback, turn.turn_spaces) == (True, 1)
    assert after.players[0].sheet.turn_zone == 5


@pytest.mark.slow
@pytest.mark.rule("GOB-X3")
def test_it_can_happen_at_one_spot_of_london_only() -> None:
    """Ask every shape of every arrival on every map, with some spaces left but no line ahead."""
    spots = set()
    for edition in (NEW_YORK, LONDON, PARIS, ROME):
        for here, ways in enumerate(edition.board.ways):
            for before in ways:
                line = " ".join(edition.board.intersections[n].name for n in (before, here))
                spots |= {(edition.id, line, shape) for shape in shapes_out_of_reach(edition, line)}
    assert spots == {("gob-london", "C8 B8", "S3")}


def shapes_out_of_reach(edition: Edition, line: str) -> set[str]:
    """Name the shapes that fall back although one turn-zone space is left."""
    player = a_player(edition, line, turn_zone=4)
    found = set()
    for shape in ("S2", "S3", "T2", "Z3"):
        state = position(edition, player, ticket=ticket_for(edition, shape))
        if all(option.would.fallback for option in possible(edition, state).values()):
            found.add(shape)
    return found


@pytest.mark.rule("GOB-X4")
def test_a_route_that_meets_itself_is_legal_shorter_and_marked() -> None:
    state = position(PARIS, a_player(PARIS, "G4 H4 H5 G5"), ticket=ticket_for(PARIS, "S3"))
    options = possible(PARIS, state)
    assert options["G4"].eliminating
    assert options["G4"].would.turn_spaces == 0
    assert not options["F5 E5 D5"].eliminating


@pytest.mark.rule("GOB-X4")
def test_it_is_legal_even_where_the_whole_shape_would_leave_the_map() -> None:
    line = "D1 D2 C2 C1"
    state = position(PARIS, a_player(PARIS, line, turn_zone=5), ticket=ticket_for(PARIS, "S3"))
    assert PARIS.board.intersections[0].name == "B1"
    assert "D1" in paths(PARIS, state)
    assert "B1" not in paths(PARIS, state)


@pytest.mark.rule("GOB-X5")
def test_the_marker_of_a_green_light_is_placed_even_when_it_eliminates() -> None:
    player = a_player(NEW_YORK, "C1 C2 B2 A2 A1")
    state = position(NEW_YORK, player, ticket=ticket_for(NEW_YORK, "S1"))
    options = possible(NEW_YORK, state)
    assert set(options) == {"B1 C1", "B1 B2"}
    assert all(option.eliminating for option in options.values())


def on_a_board(drawing: str) -> Edition:
    """Give New York with another map."""
    board = read_board(drawing)
    ground = lay_out(board, NEW_YORK.legend, NEW_YORK.capacities, {None: 0})
    forest = Forest(ground, NEW_YORK.turn_spaces)
    return replace(NEW_YORK, board=board, ground=ground, forest=forest)


@pytest.mark.rule("GOB-P8", "GOB-P10")
def test_lights_can_lead_a_route_back_to_itself() -> None:
    edition = on_a_board(
        "gra--------sig--------sig\n"
        "            |          |\n"
        "           sig--------sig\n"
    )  # fmt: skip
    state = position(edition, a_player(edition, "A1"), ticket=ticket_for(edition, "S1"))
    options = possible(edition, state)
    assert set(options) == {"B1 C1 C2 B2 B1", "B1 B2 C2 C1 B1"}
    for option in options.values():
        assert option.eliminating
        assert option.would.lights == 4


@pytest.mark.rule("GOB-X5")
def test_a_green_light_with_no_way_on_simply_ends_the_turn() -> None:
    edition = on_a_board(
        "gra--------stu--------sig\n"
        " |          |\n"
        "tou--------biz\n"
    )  # fmt: skip
    state = position(edition, a_player(edition, "A1"), ticket=ticket_for(edition, "S2"))
    assert "B1 C1" in paths(edition, state)
    after, turn, _ = plot(edition, state, "B1 C1")
    assert (turn.lights, turn.eliminated) == (0, False)
    assert after.players[0].line[-1] == edition.board.numbers["C1"]


@pytest.mark.rule("GOB-X8")
@pytest.mark.parametrize(
    ("light", "dark", "points"), [(1, 1, 6), (2, 1, 8), (2, 0, 4), (2, 2, 12), (0, 1, 2)]
)
def test_couples_complete_as_early_as_possible(light: int, dark: int, points: int) -> None:
    player = a_player(PARIS, "K3", light_flirts=light, dark_flirts=dark)
    state = position(PARIS, player, ticket=ticket_for(PARIS, "S1"))
    after, _, _ = plot(PARIS, state, "K4")
    result = score_game(load_tables()["gob-paris"], outcome(PARIS, after)["seats"])
    assert result.seats[0].breakdown is not None
    assert result.seats[0].breakdown.by_zone()["flirts"] == points


@pytest.mark.rule("GOB-X10")
def test_a_landmark_counts_after_the_place_has_worked() -> None:
    player = a_player(NEW_YORK, "F9", businesspeople=3, students=2)
    state = position(NEW_YORK, player, ticket=ticket_for(NEW_YORK, "S1"))
    after, turn, _ = plot(NEW_YORK, state, "F10")
    assert turn.boxes == ("businesspeople_row", "interns", "office_note")
    assert after.players[0].sheet.office_note == 3
