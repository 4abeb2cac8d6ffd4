"""Laws that hold for every ledger a game of On the Underground could leave behind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.scoring.core.errors import SheetError
from services.scoring.core.score import Breakdown, score
from tests.scoring.ledgers import line
from tests.scoring.random_ledgers import CARDS, ledgers
from tests.scoring.sheets import Document, tables


def with_one_more(value: object, place: tuple[str, ...] = ()) -> Iterator[tuple[str, object]]:
    """Give a document again with one more of everything in it, each with its place."""
    if isinstance(value, dict):
        for key, inner in value.items():
            for where, more in with_one_more(inner, (*place, key)):
                yield where, {**value, key: more}
    elif isinstance(value, list):
        yield from ((".".join(place), [*value, card]) for card in CARDS)
    else:
        assert isinstance(value, int)
        yield ".".join(place), value + 1


def possible(city: str, document: object) -> Breakdown | None:
    """Score a document; None if no game could have written it."""
    try:
        return score(tables()[city], document)
    except SheetError:
        return None


def lines_of(document: Document) -> dict[str, Document]:
    lines = document["lines"]
    assert isinstance(lines, dict)
    return lines


@pytest.mark.slow
@pytest.mark.rule("OTU-B1", "OTU-B2", "OTU-B3", "OTU-B4", "OTU-B5", "OTU-B6", "OTU-B8", "OTU-E3")
@given(ledgers())
def test_one_more_of_anything_never_lowers_a_score(drawn: tuple[str, Document]) -> None:
    city, document = drawn
    before = score(tables()[city], document).by_zone()
    after = [possible(city, more) for _, more in with_one_more(document)]
    assert any(after), "one more branch tile is always possible"
    for scored in filter(None, after):
        assert all(points >= before[zone] for zone, points in scored.zones)


@pytest.mark.slow
@pytest.mark.rule("OTU-G5")
@given(ledgers())
def test_one_more_journey_gives_one_more_point(drawn: tuple[str, Document]) -> None:
    city, document = drawn
    before = score(tables()[city], document).total
    most = tables()[city].capacities()["rides"]
    for where, more in with_one_more(document):
        _, _, entry = where.rpartition(".")
        if entry == "rides" and lines_of(document)[where.split(".")[1]]["rides"] != most:
            assert score(tables()[city], more).total == before + 1


@pytest.mark.slow
@given(ledgers(), st.data())
def test_the_order_of_the_lines_does_not_matter(
    drawn: tuple[str, Document], data: st.DataObject
) -> None:
    city, document = drawn
    shuffled = data.draw(st.permutations(list(lines_of(document).items())))
    other = {**document, "lines": dict(shuffled)}
    assert score(tables()[city], other) == score(tables()[city], document)


@pytest.mark.slow
@pytest.mark.rule("OTU-B3", "OTU-B4", "OTU-E3")
@given(ledgers())
def test_every_line_scores_on_its_own(drawn: tuple[str, Document]) -> None:
    city, document = drawn
    lines = lines_of(document)
    unused = dict.fromkeys(lines, line(city))
    nothing = score(tables()[city], {**document, "lines": unused}).total
    alone = [
        score(tables()[city], {**document, "lines": {**unused, colour: lines[colour]}}).total
        for colour in lines
    ]
    together = score(tables()[city], document).total
    assert together - nothing == sum(total - nothing for total in alone)


@pytest.mark.slow
@pytest.mark.rule("OTU-E4")
@given(ledgers(), st.integers(0, 99))
def test_branch_tiles_change_no_points(drawn: tuple[str, Document], tiles: int) -> None:
    city, document = drawn
    other = score(tables()[city], {**document, "branch_tiles": tiles})
    assert other.zones == score(tables()[city], document).zones
    assert other.figures() == (other.total, tiles)
