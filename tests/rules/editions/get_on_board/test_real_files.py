"""The edition files of Get on Board hold what the boxes hold."""

import pytest

from services.rules.families.get_on_board.edition import PARITIES
from tests.rules.get_on_board.positions import city

CITIES = ("london", "new-york", "paris", "rome")


@pytest.mark.rule("GOB-S1")
def test_the_small_maps_are_for_two_or_three_and_the_large_for_four_or_five() -> None:
    players = {name: city(name).players for name in CITIES}
    assert players["new-york"] == players["rome"] == (2, 3)
    assert players["london"] == players["paris"] == (4, 5)


@pytest.mark.rule("GOB-S2")
@pytest.mark.parametrize("name", CITIES)
def test_five_different_sheet_tops_each_ask_for_all_six_shapes(name: str) -> None:
    tops = city(name).shapes[1:]
    assert len(set(tops)) == len(tops) == 5
    for top in tops:
        assert {shape.name for shape in top[1:]} == {"S1", "S2", "S3", "T2", "Z3", "S2/T2"}


@pytest.mark.rule("GOB-R1")
@pytest.mark.parametrize("name", CITIES)
def test_tickets_n_and_n_plus_six_ask_for_the_same_shape(name: str) -> None:
    for top in city(name).shapes[1:]:
        assert len(top) == 13
        assert top[1:7] == top[7:13]


@pytest.mark.parametrize("name", CITIES)
def test_five_personal_objectives_share_fifteen_letters(name: str) -> None:
    edition = city(name)
    assert len(edition.personal) == 5
    assert sorted("".join(edition.personal)) == list("abcdefghijklmno")
    assert edition.personal_hidden == (name in ("london", "new-york"))


@pytest.mark.parametrize("name", CITIES)
def test_the_departures_stand_where_their_tickets_are_drawn(name: str) -> None:
    edition = city(name)
    assert sorted(edition.board.departures) == list(range(1, edition.departures + 1))
    assert edition.departures == (12 if name in ("london", "paris") else 6)
    for ticket, spot in edition.board.departures.items():
        assert edition.board.intersections[spot].ticket == ticket


def test_only_new_york_has_congested_and_only_rome_speedy_sections() -> None:
    busy = {name: city(name).ground.busy for name in CITIES}
    assert busy["london"] == busy["paris"] == {None: 0}
    assert {colour: bits.bit_count() for colour, bits in busy["new-york"].items()} == {None: 16}
    colours = {colour: bits.bit_count() for colour, bits in busy["rome"].items()}
    assert colours == {None: 0, "yellow": 19, "burgundy": 19}


@pytest.mark.rule("GOB-R2")
def test_an_odd_first_ticket_makes_burgundy_sections_of_rome_speedy() -> None:
    assert PARITIES == ("even", "odd")
    assert [city("rome").speedy(ticket) for ticket in (1, 2, 11, 12)] == [
        "burgundy",
        "yellow",
        "burgundy",
        "yellow",
    ]
    assert city("paris").speedy(1) is None
    assert city("new-york").speedy(1) is None
