"""Pictures of every edition found: sound, safe, the same for the same, and never too much."""

from typing import Any

import pytest

from services.rules.api.board import DRAWINGS
from services.rules.core.types import JsonObject
from services.rules.families import FAMILIES
from tests.rules.api.board.pictures import (
    LARGEST,
    MOMENTS,
    NAMES,
    SVG,
    part,
    picture,
    read,
    state_at,
    texts,
    view_at,
)
from tests.support import EDITIONS, TABLES_OF_PLAYERS, at_random, play

HOSTILE = (
    "<script>alert(1)</script>",
    "]]>&lt;\"'&#0;",
    "\x00\x1b[31m\ud800\ufffe\u202e",
    "W" * 5000,
    "",
)
HALF = [(edition, seats, 0.5) for edition, seats in LARGEST.items()]


def resigned(edition: str, seats: int) -> JsonObject:
    """Show a game that everybody but one has left."""
    family, city = EDITIONS[edition].family, EDITIONS[edition].edition
    state: Any = state_at(edition, seats, 0.3)
    for seat in range(seats - 1):
        state, _ = family.apply(city, state, seat, family.move_from_json({"type": "resign"}))
    return family.view(city, state, None)


def test_every_family_can_be_drawn() -> None:
    assert DRAWINGS.keys() == FAMILIES.keys()


@pytest.mark.slow
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize(("edition", "seats"), TABLES_OF_PLAYERS)
def test_every_picture_is_well_formed_for_every_viewer(
    edition: str, seats: int, moment: float
) -> None:
    for viewer in (None, 0, seats - 1):
        root = read(picture(edition, view_at(edition, seats, moment, viewer)))
        assert root.tag == f"{SVG}svg"


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "seats"), TABLES_OF_PLAYERS)
def test_a_table_that_has_been_left_can_be_drawn(edition: str, seats: int) -> None:
    svg = picture(edition, resigned(edition, seats))
    assert any("resigned" in text for text in texts(part(svg, "facts")))


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_ends_of_wild_games_can_be_drawn(edition: str) -> None:
    family, city = EDITIONS[edition].family, EDITIONS[edition].edition
    for seats in city.players:
        for seed in range(2):
            played = play(edition, seats, f"wild {seed}", at_random(f"wild {seed}"))
            read(picture(edition, family.view(city, played.last, None)))


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "seats", "moment"), HALF)
def test_a_picture_says_what_it_shows(edition: str, seats: int, moment: float) -> None:
    root = read(picture(edition, view_at(edition, seats, moment)))
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    city: Any = EDITIONS[edition].edition
    assert city.name in (title.text or "")
    assert all(name in (description.text or "") for name in NAMES[:seats])
    assert root.attrib["role"] == "img"
    named = {title.attrib["id"], description.attrib["id"]}
    assert set(root.attrib["aria-labelledby"].split()) == named


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "seats", "moment"), HALF)
def test_nothing_is_fetched_run_or_styled(edition: str, seats: int, moment: float) -> None:
    root = read(picture(edition, view_at(edition, seats, moment)))
    for each in root.iter():
        assert each.tag.removeprefix(SVG) not in {"script", "style", "image", "a", "foreignObject"}
        assert not any(name.startswith("on") or name == "style" for name in each.attrib)
        assert each.attrib.get("href", "#").startswith("#")


@pytest.mark.parametrize(("edition", "seats", "moment"), HALF)
def test_every_symbol_that_is_used_is_defined(edition: str, seats: int, moment: float) -> None:
    root = read(picture(edition, view_at(edition, seats, moment)))
    ids = [each.attrib["id"] for each in root.iter() if "id" in each.attrib]
    assert len(set(ids)) == len(ids)
    used = {each.attrib["href"][1:] for each in root.iter(f"{SVG}use")}
    assert used <= set(ids)


@pytest.mark.parametrize(("edition", "seats"), LARGEST.items())
def test_hostile_names_are_text_and_nothing_else(edition: str, seats: int) -> None:
    view = view_at(edition, seats, 0.5)
    usual, hostile = read(picture(edition, view)), read(picture(edition, view, HOSTILE))
    assert [each.tag for each in hostile.iter()] == [each.tag for each in usual.iter()]
    shown = texts(hostile)
    assert any(text.startswith("<script>") for text in shown)
    assert max(map(len, shown)) < 80


@pytest.mark.parametrize(("edition", "seats"), LARGEST.items())
def test_seats_without_names_can_be_drawn(edition: str, seats: int) -> None:
    read(picture(edition, view_at(edition, seats, 0.5), ("only one",)))


@pytest.mark.parametrize(("edition", "seats", "moment"), HALF)
def test_the_names_of_all_players_are_shown(edition: str, seats: int, moment: float) -> None:
    facts = texts(part(picture(edition, view_at(edition, seats, moment)), "facts"))
    for name in NAMES[:seats]:
        assert any(text.startswith(name[:12]) for text in facts)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_same_view_gives_the_same_bytes(edition: str) -> None:
    view = view_at(edition, LARGEST[edition], 0.5, 0)
    assert picture(edition, view) == picture(edition, view)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_spectator_sees_no_change_of_what_is_hidden(edition: str) -> None:
    seats = LARGEST[edition]
    family, city = EDITIONS[edition].family, EDITIONS[edition].edition
    before = state_at(edition, seats, 0.5)
    deck = before.setup.deck
    after = before._replace(setup=before.setup._replace(deck=deck[:-2] + deck[:-3:-1]))
    assert before != after
    pictures = {picture(edition, family.view(city, state, None)) for state in (before, after)}
    assert len(pictures) == 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_picture_of_a_late_game_is_small(edition: str) -> None:
    assert len(picture(edition, view_at(edition, LARGEST[edition], 0.95)).encode()) < 200_000
