"""The benchmark of the API measures, prints and finds what is missed; no test asks how fast."""

from collections import Counter

import pytest

from benchmarks.api import measure
from benchmarks.api.__main__ import bench_of
from benchmarks.api.load import Figures
from benchmarks.api.report import BESIDE, FLOOR, MOVES, UNCHANGED, VIEW, Results, misses, render


def figures(per_second: int, milliseconds: float = 2.0) -> Figures:
    """Make figures up."""
    return Figures(2.0, [milliseconds / 1000] * per_second * 2, Counter({200: per_second * 2}))


def results(**rates: int) -> Results:
    """Make results up: all reach the floor but those that are named."""
    found = {name: figures(1000) for name in (FLOOR, *BESIDE, *BESIDE.values())}
    found |= {MOVES: figures(rates.get("moves", 700)), UNCHANGED: figures(rates.get("same", 900))}
    policies = {"always": figures(500), "everysec": figures(750)}
    return Results({"rome": found}, [("creating", figures(300))], policies, {"rome": (3e3, 16e3)})


def test_figures_of_slices_are_put_together() -> None:
    whole = figures(100, 1.0)
    whole.add(figures(300, 5.0))
    assert whole.per_second == 200
    assert [whole.percentile(share) for share in (0.2, 0.5, 0.99)] == [1.0, 5.0, 5.0]
    assert whole.statuses == {200: 800}


def test_the_tables_say_what_was_measured() -> None:
    said = render(results())
    assert "| rome | `POST …/moves` | 700 | 70% | 70% | 2.0 | 2.0 |" in said
    assert "| creating | 300 | 2.0 | 2.0 |" in said
    assert "| everysec | 750 | 150% | 2.0 | 2.0 |" in said
    assert "| rome | 3.0 | 16.0 |" in said


@pytest.mark.slow
def test_what_is_missed_is_said() -> None:
    assert misses(results()) == []
    assert misses(results(moves=699, same=899)) == [
        f"rome: {MOVES} reaches 70% of the floor, not 70%",
        f"rome: {UNCHANGED} reaches 90% of the floor, not 90%",
    ]


@pytest.mark.deep
def test_real_servers_are_measured_and_answer_well() -> None:
    with bench_of(seconds=0.2, slices=1) as bench:
        found = measure.compare(bench, "gob-rome", 2, rate=500)
        created = measure.create(bench, "gob-rome", 2)
        events, log = measure.read_log(bench, "gob-rome", 2)
    assert found.keys() >= {FLOOR, MOVES, UNCHANGED, VIEW}
    assert found[FLOOR].statuses.keys() == found[MOVES].statuses.keys() == {201}
    assert found[UNCHANGED].statuses.keys() == {304}
    assert found[VIEW].statuses.keys() == found[BESIDE[VIEW]].statuses.keys() == {200}
    assert created.statuses.keys() == {201}
    assert log.statuses.keys() == {200}
    assert events > 20
