"""Everybody can tell seats and lines apart, and read what is written on them."""

from itertools import combinations

import pytest

from services.rules.api.board.get_on_board.tables import SIDES
from services.rules.api.board.palette import (
    BLOCK,
    CLUSTER,
    FREE,
    GROUND,
    HIGHLIGHT,
    INK,
    LANDMARK_TILE,
    LINES,
    PANEL,
    PAPER,
    QUIET,
    RAIL,
    SEATS,
    STREET,
    TERMINUS,
    TICKETS,
    UNKNOWN,
    WATER,
    contrast,
    ink_on,
    paint,
)
from services.rules.core.seats import MOST_SEATS
from tests.rules.api.board.eyes import EYES, distance
from tests.support import EDITIONS

CLEAR = 12
"""Colours further apart than this are taken for different at a glance."""
READABLE = 4.5


@pytest.mark.parametrize("eyes", EYES)
def test_the_colours_of_seats_differ_for_all_eyes(eyes: str) -> None:
    for one, other in combinations(SEATS, 2):
        assert distance(one.colour, other.colour, eyes) > CLEAR


@pytest.mark.parametrize("eyes", EYES)
def test_the_colours_of_lines_differ_for_all_eyes(eyes: str) -> None:
    for one, other in combinations(LINES.values(), 2):
        assert distance(one.colour, other.colour, eyes) > CLEAR


def test_seats_differ_without_any_colour() -> None:
    assert len({mark.shape for mark in SEATS}) == len({mark.dash for mark in SEATS}) == MOST_SEATS


def test_lines_differ_without_any_colour() -> None:
    for entry in EDITIONS.values():
        lines = getattr(entry.edition, "tokens", {})
        assert len({paint(line).code for line in lines}) == len(lines)


def test_a_colour_that_nobody_has_mixed_still_has_letters() -> None:
    assert paint("teal") == (UNKNOWN, "TE")


def test_the_simulated_eyes_confuse_what_they_should() -> None:
    red, green = "#c00000", "#6f6f00"
    assert distance(red, green, "usual") > 5 * distance(red, green, "deuteranopia")
    assert distance("#ffffff", "#ffffff", "tritanopia") == 0


def test_contrast_is_measured_as_wcag_does() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_names_and_numbers_are_readable_on_every_ground() -> None:
    grounds = (GROUND, BLOCK, STREET, PANEL, FREE, WATER, CLUSTER, HIGHLIGHT, LANDMARK_TILE)
    for ground in (*grounds, *TICKETS.values(), UNKNOWN):
        assert contrast(INK, ground) >= READABLE
    for ground in (GROUND, PANEL):
        assert contrast(QUIET, ground) >= READABLE
    for ground in (INK, RAIL, TERMINUS):
        assert contrast(PAPER, ground) >= READABLE


def test_what_is_written_on_a_colour_is_readable() -> None:
    marks = [mark.colour for mark in SEATS]
    lines = [line.colour for line in LINES.values()]
    sides = [colour for colour, _ in SIDES.values()]
    for ground in (*marks, *lines, *sides):
        assert contrast(ink_on(ground), ground) >= READABLE
