"""Pictures of all kinds of statistics: sound, safe, and saying what they show."""

from itertools import pairwise

import pytest

from services.plumbing.pictures.lettering import ELLIPSIS
from services.rules.api.board.palette import contrast
from services.scoring.api.plot import palette
from tests.rules.api.board.eyes import EYES, distance
from tests.rules.api.board.pictures import SVG, part, read, texts
from tests.scoring.api.plot.documents import DOCUMENTS, EMPTY, HOSTILE, ONE, document
from tests.scoring.api.plot.pictures import NAME, drawn

FORBIDDEN = {"script", "style", "image", "a", "foreignObject"}


@pytest.mark.slow
@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_picture_is_well_formed_and_small(name: str) -> None:
    svg = drawn(document(name))
    assert read(svg).tag == f"{SVG}svg"
    assert len(svg.encode()) < 100_000


@pytest.mark.slow
@pytest.mark.parametrize("name", DOCUMENTS)
def test_nothing_is_fetched_run_or_styled(name: str) -> None:
    for each in read(drawn(document(name), HOSTILE)).iter():
        assert each.tag.removeprefix(SVG) not in FORBIDDEN
        assert not any(key.startswith("on") or key in {"style", "href"} for key in each.attrib)


@pytest.mark.slow
@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_id_is_there_once(name: str) -> None:
    ids = [each.attrib["id"] for each in read(drawn(document(name))).iter() if "id" in each.attrib]
    assert len(set(ids)) == len(ids)


@pytest.mark.slow
@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_same_statistics_give_the_same_bytes(name: str) -> None:
    assert drawn(document(name)) == drawn(document(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", DOCUMENTS)
def test_there_is_a_card_for_every_number_of_players_below_the_one_before(name: str) -> None:
    groups, svg = document(name)["by_players"], drawn(document(name))
    heights = []
    for each in groups:
        card = part(svg, f"players-{each['players']}")
        heights.append(float(card.findall(f"{SVG}rect")[0].attrib["height"]))
        assert f"{each['players']} players" in texts(card)
    moved = [each.attrib["transform"] for each in read(svg).findall(f"{SVG}g[@transform]")]
    tops = [float(each.rstrip(")").split()[1]) for each in moved]
    assert len(tops) == len(groups)
    for (top, high), (below, _) in pairwise(zip(tops, heights, strict=True)):
        assert top + high < below


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_picture_says_aloud_what_it_shows(name: str) -> None:
    root = read(drawn(document(name)))
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert title.text == f"Statistics of {NAME}"
    assert root.attrib["role"] == "img"
    named = {title.attrib["id"], description.attrib["id"]}
    assert set(root.attrib["aria-labelledby"].split()) == named
    for each in document(name)["by_players"]:
        assert f"{each['players']} players: games: {each['games']:,}" in (description.text or "")


def test_the_description_of_one_game_gives_all_its_numbers() -> None:
    description = read(drawn(ONE)).findtext(f"{SVG}desc")
    assert description == (
        "1 game with 2 players. 2 players: games: 1; totals: 4 to 9, mean 6.5; "
        "eliminated: 0% of seats; resigned: 0% of seats; moves in a game: 10; "
        "won by seat 0 100%, seat 1 0%."
    )


def test_without_games_a_picture_says_so() -> None:
    root = read(drawn(EMPTY))
    sentence = "No game of this edition has been finished yet."
    assert texts(root)[-1] == sentence
    assert root.findtext(f"{SVG}desc") == sentence


def test_the_head_names_the_edition_and_counts_its_games() -> None:
    head = texts(part(drawn(document("otu-paris")), "head"))
    assert head[1:] == [NAME, "24 games with 2, 3, 4 and 5 players"]


def test_a_hostile_name_is_text_and_nothing_else() -> None:
    usual, hostile = read(drawn(ONE)), read(drawn(ONE, HOSTILE))
    assert [each.tag for each in hostile.iter()] == [each.tag for each in usual.iter()]
    shown = texts(hostile)[1]
    assert shown.startswith("<script>alert(1)</script>\"'& W")
    assert shown.endswith(ELLIPSIS)


def test_an_edition_without_a_name_is_called_by_its_id() -> None:
    assert "made-up" in texts(read(drawn(ONE, "\x00")))


def test_letters_can_be_read_and_bars_be_seen() -> None:
    for ground in (palette.GROUND, palette.PANEL):
        assert contrast(palette.INK, ground) > contrast(palette.QUIET, ground) >= 4.5
    for colour in (palette.BAR, palette.MARK):
        assert contrast(colour, palette.PANEL) >= 3


@pytest.mark.parametrize("eyes", EYES)
def test_the_colours_differ_for_every_kind_of_eyes(eyes: str) -> None:
    assert distance(palette.BAR, palette.MARK, eyes) > 40
