"""Making everything anew beside what is there, and letting all look at it in one moment."""

import pytest

from services.scoring.store.ports import (
    Grown,
    History,
    Read,
    Results,
    Spot,
    Stale,
    Superseded,
    Swapped,
    Written,
)
from tests.scoring.store.samples import (
    DERIVED,
    NOTHING,
    everything_of,
    new_edition,
    taking,
)

OTHER = DERIVED._replace(
    records={"cy": b"other"},
    boards={"all:1": [Spot(7.0, "cy")]},
    history=[("cy", b"c 1")],
    counters={"games": 9},
)


def test_nobody_sees_a_generation_that_is_being_made(results: Results) -> None:
    edition = new_edition()
    results.take(edition, taking())
    before = everything_of(results, edition)
    results.add(edition, results.begin(edition), OTHER)
    assert everything_of(results, edition) == before


def test_after_the_swap_all_see_the_new_one_and_the_results_are_the_same(results: Results) -> None:
    edition = new_edition()
    results.take(edition, taking())
    generation = results.begin(edition)
    results.add(edition, generation, OTHER)
    results.add(edition, generation, OTHER)
    assert results.swap(edition, generation, 1) == Swapped()
    for _ in range(2):
        assert results.read(edition, ["ana", "cy"]) == Read(generation, {"cy": b"other"})
        assert results.board(edition, "all:1", None, 10) == [Spot(7.0, "cy")]
        assert results.board(edition, "all:3", None, 10) == []
        assert results.history(edition, "cy", None, 1) == History(2, [(2, b"c 1")])
        assert results.counters(edition) == {"games": 18}
        assert len(results.results(edition, 0, 10)) == 1
        results.tidy(edition)


def test_a_generation_that_misses_results_is_not_swapped(results: Results) -> None:
    edition = new_edition()
    generation = results.begin(edition)
    results.take(edition, taking())
    assert results.swap(edition, generation, 0) == Grown(1)
    assert results.read(edition, ["ana"]).generation == 0
    assert results.swap(edition, generation, 1) == Swapped()


def test_of_two_the_younger_one_stays(results: Results) -> None:
    edition = new_edition()
    old, young = results.begin(edition), results.begin(edition)
    assert old < young
    results.add(edition, young, OTHER)
    assert results.swap(edition, young, 0) == Swapped()
    results.add(edition, old, DERIVED)
    assert results.swap(edition, old, 0) == Superseded()
    results.tidy(edition, old)
    assert results.counters(edition) == OTHER.counters
    next_one = results.begin(edition)
    assert next_one > young


def test_a_result_that_was_made_on_the_old_generation_is_made_again(results: Results) -> None:
    edition = new_edition()
    based_on = results.read(edition, ["ana", "bo"])
    generation = results.begin(edition)
    assert results.swap(edition, generation, 0) == Swapped()
    assert results.take(edition, taking(based_on=based_on)) == Stale()
    based_on = results.read(edition, ["ana", "bo"])
    assert results.take(edition, taking(based_on=based_on)) == Written(1)
    assert results.counters(edition) == DERIVED.counters


def test_other_editions_are_left_alone(results: Results) -> None:
    one, other = new_edition(), new_edition()
    results.take(other, taking())
    before = everything_of(results, other)
    results.swap(one, results.begin(one), 0)
    results.tidy(one)
    assert everything_of(results, other) == before


@pytest.mark.slow
def test_an_empty_edition_can_be_tidied(results: Results) -> None:
    edition = new_edition()
    results.tidy(edition)
    results.take(edition, taking(derived=NOTHING))
    assert len(results.results(edition, 0, 10)) == 1
