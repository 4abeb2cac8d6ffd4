"""Boards in the terminal: everything is there, it fits, and it needs no colours."""

import re

import pytest

from clients.cli.rendering.board import draw_board, show_board
from clients.cli.rendering.network import numbers_of
from clients.cli.rendering.palette import line_letters
from clients.cli.rendering.position import Position, position_of_events, position_of_view
from clients.cli.rendering.streets import badge_of
from tests.clients.cli.drawing import document, events_of, played, written
from tests.support import EDITIONS

NOTHING = Position()
STREETS = sorted(name for name in EDITIONS if "intersections" in document(name))
NETWORKS = sorted(name for name in EDITIONS if "stations" in document(name))


@pytest.mark.slow
@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_a_board_fits_the_terminal(edition: str, width: int) -> None:
    lines = written(show_board(document(edition), NOTHING, width), width).splitlines()
    assert len(lines) > 15
    assert max(len(line.rstrip()) for line in lines) <= width


@pytest.mark.parametrize("edition", STREETS)
def test_everything_that_stands_at_intersections_is_drawn(edition: str) -> None:
    city = document(edition)
    board = written(draw_board(city, NOTHING, 80))
    codes = {thing: code for code, thing in city["legend"].items()}
    for code in codes.values():
        there = sum(
            codes[thing] == code for each in city["intersections"] for thing in each["things"]
        )
        assert len(re.findall(code, board, re.IGNORECASE)) == there
    for spot in city["intersections"]:
        assert badge_of(spot) in board


@pytest.mark.parametrize("edition", STREETS)
def test_every_section_is_a_street_between_its_intersections(edition: str) -> None:
    """Count the strokes down: one for each section that runs down."""
    city = document(edition)
    board = written(draw_board(city, NOTHING, 80))
    spots = {spot["name"]: spot for spot in city["intersections"]}
    down = sum(
        len({spots[name]["x"] for name in section["intersections"]}) == 1
        for section in city["sections"]
    )
    assert sum(board.count(stroke) for stroke in "│║┆╎") == down


@pytest.mark.slow
@pytest.mark.parametrize("edition", NETWORKS)
def test_every_station_has_its_number_on_the_map_and_its_name_below(edition: str) -> None:
    network = document(edition)
    board = written(draw_board(network, NOTHING, 80))
    shown = {int(number) for number in re.findall(r"\d+", board)}
    assert shown == set(numbers_of(network).values())
    whole = written(show_board(network, NOTHING, 120), 120)
    for station in network["stations"]:
        if station["kind"] != "water":
            assert station["name"][:14] in whole


def test_lines_are_told_apart_without_colours() -> None:
    city = document("gob-rome")
    position = Position(routes={0: ("J4", "I4", "I5"), 1: ("A4", "A5", "B5")})
    board = written(draw_board(city, position, 80)).splitlines()
    assert "●stu111◉met③" in board[7]
    assert board[8][3] == "2"
    assert "❶metⓗ" in board[9]
    assert "●fli222❷met④" in board[9]


def test_two_lines_on_one_street_show_both_numbers() -> None:
    position = Position(routes={0: ("J4", "I4", "I5"), 1: ("I5", "I4", "J4")})
    board = written(draw_board(document("gob-rome"), position, 80)).splitlines()
    assert "stu121" in board[7]
    assert "12" in board[8]


def test_tokens_passenger_and_destinations_lie_on_the_network() -> None:
    network = document("otu-new-york")
    letters = line_letters(network["tokens"])
    here, there = network["connections"][0]["stations"]
    position = Position(
        tokens=(("red", here, there), ("blue", here, there)), passenger=here, destinations=(there,)
    )
    board = written(draw_board(network, position, 120), 120)
    numbers = numbers_of(network)
    assert f"P{numbers[here]}" in board
    assert re.search(rf"\b{numbers[there]}\W?!", board)
    assert letters["red"] in board
    assert letters["blue"] in board


@pytest.mark.parametrize("edition", NETWORKS)
def test_every_line_has_a_letter_of_its_own(edition: str) -> None:
    names = document(edition)["tokens"]
    letters = line_letters(names)
    assert len(set(letters.values())) == len(names)


@pytest.mark.slow
@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_events_tell_the_same_position_as_the_view(edition: str) -> None:
    game = played(edition)
    city = document(edition)
    table = game.family.view(game.edition, game.last, None)
    seen, told = position_of_view(table), position_of_events(city, events_of(game))
    assert told.routes == ({} if "stations" in city else seen.routes)
    assert sorted((line, *sorted(ends)) for line, *ends in told.tokens) == sorted(
        (line, *sorted(ends)) for line, *ends in seen.tokens
    )
    assert (told.passenger, told.speedy) == (seen.passenger, seen.speedy)
    assert set(told.destinations) == set(seen.destinations)
