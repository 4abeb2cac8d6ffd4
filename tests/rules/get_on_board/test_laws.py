"""Laws that every game of Get on Board obeys, however it is played: lines, sheets and moves.

Each law looks at a whole random game. The last test tries them all on many more games.
"""

from itertools import pairwise

import pytest
from hypothesis import given

from services.rules.families.get_on_board.edition import FAMILY, Edition
from services.rules.families.get_on_board.moves import PlotRoute
from services.rules.families.get_on_board.sheet import Sheet
from services.rules.families.get_on_board.state import ELIMINATED, Player
from tests.rules.games import moments
from tests.rules.random_games import assert_laws, games, laws_of, many_games, some_games
from tests.support import Game

ROWS = ("tourist_rows", "business_rows", "flirt_rows")
WAITING = ("tourists", "businesspeople", "light_flirts", "dark_flirts")
NOTES = ("university_note", "monument_note", "museum_note", "office_note")
COUNTERS = tuple(
    field for field in Sheet._fields if field not in (*ROWS, *WAITING, *NOTES, "personal", "common")
)
"""The fields of a sheet that count the boxes crossed off in a zone."""
CAPACITIES = {"metro_circled": "metro", "metro_crossed": "metro"}
"""The zone of a counter, where it has another name."""


def edition_of(game: Game) -> Edition:
    assert isinstance(game.edition, Edition)
    return game.edition


def players(game: Game) -> list[Player]:
    """Give every player at every moment of a game."""
    return [player for state in moments(game) for player in state.players]


def changes(game: Game) -> list[tuple[Player, Player]]:
    """Give every player before and after every step of a game."""
    steps = game.steps
    return [
        pair for step in steps for pair in zip(step.before.players, step.after.players, strict=True)
    ]


def sections_of(edition: Edition, line: tuple[int, ...]) -> list[int]:
    return [edition.board.ways[here][there] for here, there in pairwise(line)]


def reached(player: Player) -> tuple[int, ...]:
    """Give the intersections where a player got something: neither the departure nor a meeting."""
    return player.line[1:-1] if player.standing == ELIMINATED else player.line[1:]


@pytest.mark.rule("GOB-P5")
@some_games
@given(games(FAMILY))
def test_no_player_has_two_markers_on_a_section(game: Game) -> None:
    for player in game.last.players:
        sections = sections_of(edition_of(game), player.line)
        assert len(set(sections)) == len(sections)


@pytest.mark.rule("GOB-P8")
@some_games
@given(games(FAMILY))
def test_only_the_eliminated_come_to_an_intersection_twice(game: Game) -> None:
    for player in players(game):
        again = len(player.line) - len(set(player.line))
        assert again == (player.standing == ELIMINATED)
        assert not again or player.line[-1] in player.line[:-1]


@pytest.mark.slow
@pytest.mark.rule("GOB-P2", "GOB-X1")
@some_games
@given(games(FAMILY))
def test_a_line_grows_by_the_path_of_each_turn_and_by_nothing_else(game: Game) -> None:
    board = edition_of(game).board
    for step in game.steps:
        for seat, player in enumerate(step.after.players):
            before = step.before.players[seat].line
            if isinstance(step.move, PlotRoute):
                path = step.move.path if seat == step.seat else ()
                assert player.line == (*before, *(board.numbers[name] for name in path))
            else:
                assert player.line == before or (before, len(player.line)) == ((), 1)


@some_games
@given(games(FAMILY))
def test_the_markers_on_the_map_are_those_of_all_paths(game: Game) -> None:
    paths = [step.move.path for step in game.steps if isinstance(step.move, PlotRoute)]
    markers = [max(len(player.line) - 1, 0) for player in game.last.players]
    assert sum(markers) == sum(map(len, paths))
    assert sum(player.sections.bit_count() for player in game.last.players) == sum(markers)


@pytest.mark.slow
@some_games
@given(games(FAMILY))
def test_the_bits_of_a_player_are_those_of_the_line(game: Game) -> None:
    edition = edition_of(game)
    for player in players(game):
        visited = {at for at in range(player.visited.bit_length()) if player.visited >> at & 1}
        sections = {at for at in range(player.sections.bit_length()) if player.sections >> at & 1}
        assert visited == set(player.line)
        assert sections == set(sections_of(edition, player.line))


@pytest.mark.rule("GOB-B1", "GOB-B2", "GOB-B5", "GOB-B8", "GOB-P6", "GOB-T4")
@some_games
@given(games(FAMILY))
def test_no_zone_holds_more_than_it_has_boxes(game: Game) -> None:
    boxes = edition_of(game).capacities.boxes
    for player in players(game):
        for counter in COUNTERS:
            zone = CAPACITIES.get(counter, counter)
            assert 0 <= getattr(player.sheet, counter) <= boxes.get(zone, 0)


@pytest.mark.rule("GOB-B3", "GOB-B6", "GOB-B10")
@some_games
@given(games(FAMILY))
def test_no_row_holds_more_than_it_has_boxes(game: Game) -> None:
    edition = edition_of(game)
    business = edition.capacities.has("businesspeople")
    for sheet in (player.sheet for player in players(game)):
        assert_rows((*sheet.tourist_rows, sheet.tourists), 4)
        assert_rows((*sheet.business_rows, sheet.businesspeople), 3 if business else 0)
        for shade in (0, 1):
            flirts = (sheet.light_flirts, sheet.dark_flirts)
            resolved = [row[shade] for row in sheet.flirt_rows]
            assert all(0 <= row <= (0 if business else 2) for row in (*resolved, flirts[shade]))
        assert_rows((*map(sum, sheet.flirt_rows), sheet.light_flirts + sheet.dark_flirts), 4)


def assert_rows(rows: tuple[int, ...], most: int) -> None:
    """Check three rows: a resolved one is not empty, and after the third nobody waits."""
    *resolved, waiting = rows
    assert len(resolved) <= 3
    assert all(1 <= row <= most for row in resolved)
    assert 0 <= waiting <= (most if len(resolved) < 3 else 0)


@pytest.mark.rule("GOB-B9")
@some_games
@given(games(FAMILY))
def test_a_landmark_never_notes_more_than_has_boarded(game: Game) -> None:
    for sheet in (player.sheet for player in players(game)):
        students = sheet.students + sheet.interns
        tourists = sum(sheet.tourist_rows) + sheet.tourists
        people = sum(sheet.business_rows) + sheet.businesspeople
        assert (sheet.university_note or 0) <= students
        assert max(sheet.monument_note or 0, sheet.museum_note or 0) <= tourists
        assert (sheet.office_note or 0) <= people


@pytest.mark.rule("GOB-P6", "GOB-T1", "GOB-T4")
@some_games
@given(games(FAMILY))
def test_nothing_that_was_crossed_off_comes_back(game: Game) -> None:
    for before, after in changes(game):
        for counter in COUNTERS:
            assert getattr(before.sheet, counter) <= getattr(after.sheet, counter)
        for rows in (*ROWS, "common"):
            kept = getattr(before.sheet, rows)
            assert getattr(after.sheet, rows)[: len(kept)] == kept
        assert after.sheet.personal.startswith(before.sheet.personal)


@pytest.mark.rule("GOB-P6", "GOB-X2")
@some_games
@given(games(FAMILY))
def test_a_turn_costs_at_most_one_space_a_joint_and_never_more_than_are_left(game: Game) -> None:
    for before, after in changes(game):
        spaces = after.sheet.turn_zone - before.sheet.turn_zone
        markers = len(after.line) - len(before.line)
        assert after.sheet.turn_zone <= 5
        # The fallback of GOB-X3 takes all that is left, but no more than one space is.
        assert spaces <= max(markers - 1, 0) or (markers, spaces, after.sheet.turn_zone) == (
            1,
            1,
            5,
        )


@pytest.mark.rule("GOB-P11", "GOB-P12")
@some_games
@given(games(FAMILY))
def test_every_m_reached_is_circled_and_one_a_turn_may_be_crossed_off(game: Game) -> None:
    edition = edition_of(game)
    spots = edition.board.intersections
    for before, after in changes(game):
        entrances = [at for at in reached(after) if "met" in spots[at].things]
        assert after.sheet.metro_circled == min(len(entrances), 6)
        assert after.sheet.metro_crossed <= after.sheet.metro_circled
        assert after.sheet.metro_crossed - before.sheet.metro_crossed in (0, 1)


@pytest.mark.rule("GOB-B12", "GOB-P12")
@some_games
@given(games(FAMILY))
def test_the_letters_recorded_are_the_own_ones_on_the_line(game: Game) -> None:
    spots = edition_of(game).board.intersections
    for player in players(game):
        letters = [spots[at].letter or "" for at in reached(player)]
        own = [letter for letter in letters if letter and letter in player.deal.personal]
        assert list(player.sheet.personal) == own


LAWS = laws_of(globals())


@pytest.mark.deep
@many_games
@given(games(FAMILY))
def test_all_these_laws_hold_in_many_more_games(game: Game) -> None:
    assert len(LAWS) == 12
    assert_laws(LAWS, game)
