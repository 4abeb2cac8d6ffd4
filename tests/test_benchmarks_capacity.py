"""The benchmark of capacity counts, measures and prints; no test asks how much it is."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import playouts
from benchmarks import report as page
from benchmarks.api.servers import SERVICE
from benchmarks.capacity import report, sizes, streams
from benchmarks.capacity.__main__ import Stage, staged
from benchmarks.capacity.figures import Figures, Games, Streams, Work
from benchmarks.capacity.playing import measure_games
from benchmarks.capacity.processes import Spent, family, memory, ours, seconds
from benchmarks.capacity.streams import measure_streams
from benchmarks.capacity.workers import LEVELS, measure_bots, measure_results
from benchmarks.playouts import Amount
from services.rules.families import FAMILIES

BUSY = "import time; end = time.process_time() + 0.5\nwhile time.process_time() < end: pass"
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are read from /proc")


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    """Start the servers."""
    with staged() as running:
        yield running


def figures() -> Figures:
    """Make figures up."""
    games = Games("gob-rome", 2, 4, 100, 1.5, 0.5, 0.005, 2_000.0, 16_000.0, 48_000.0)
    stream = Streams(2_000, 30_000.0, [0.001 * at for at in range(1, 101)], 0.0005)
    work = [Work("results", 600, 3.0, 0.0025), Work("turns", 30, 6.0)]
    return Figures([games], [stream], work, {"lobby, API": 80 * report.MIB}, 1_500.0, (1.0, 2.5))


def test_the_tables_say_what_was_measured() -> None:
    said = report.render(figures())
    assert "| gob-rome | 2 | 25 | 2.00 | 50 | 25% | 4.0 | 2.0 | 16.0 | 48.0 |" in said
    assert "| 2,000 | 30.0 | 51 | 100 | 2,000 |" in said
    assert "| results | 200.0 | 5.0 | 2.0 |" in said
    assert "| turns | 5.0 | 200.0 |  |" in said
    assert "| lobby, API | 80 |" in said
    assert "A result takes 1.5 KB" in said
    assert "Load of the machine: 1.0 at the beginning, 2.5 at the end." in said


def test_the_page_has_a_place_for_the_tables() -> None:
    text = page.PAGE.read_text(encoding="utf-8")
    begin, end = page.BEGIN.format(report.MARK), page.END.format(report.MARK)
    assert 0 < text.find(begin) < text.find(end)


@pytest.mark.slow
def test_the_processor_is_counted_and_not_the_clock() -> None:
    with subprocess.Popen([sys.executable, "-c", f"{BUSY}\ninput()"], stdin=-1) as process:
        spent, begun = Spent({process.pid}), os.times().elapsed
        while seconds({process.pid}) < 0.5 and os.times().elapsed < begun + 30:
            pass
        assert 0.4 < spent.seconds() < 1.5
        still = Spent({process.pid})
        assert still.seconds() < 0.1
        assert process.pid in family(os.getpid()) & ours("process_time")
        assert 1_000_000 < memory({process.pid}) < 100_000_000
        process.kill()
    assert memory({process.pid}) == seconds({process.pid}) == 0


@pytest.mark.slow
def test_whole_games_are_measured_beside_the_floor(stage: Stage) -> None:
    found = measure_games(stage.bench, "gob-rome", 2, 2)
    assert (found.games, found.edition) == (2, "gob-rome")
    assert found.moves > 40
    assert found.seconds > 0
    assert found.floor > 0
    assert 1_000 < found.running < found.finished < found.log


@pytest.mark.slow
def test_every_stream_is_told_of_every_move(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "WATCHED", 2)
    found = measure_streams(stage.bench, 10, 6, memory(ours(SERVICE)))
    assert len(found.delays) == 6 * 10 // 2
    assert min(found.delays) > 0
    assert found.delay(0.5) <= found.delay(0.99)
    assert found.seconds > 0


@pytest.mark.deep
def test_results_and_turns_are_measured(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for family_ in FAMILIES.values():
        monkeypatch.setitem(playouts.AMOUNTS, family_, Amount(1, 1, 1))
    results, size = measure_results(stage.bench, stage.url, tmp_path, 20)
    assert results.number == 20
    assert results.seconds > 0
    assert size > 100
    turns = measure_bots(stage.bench, stage.url, tmp_path, "gob-rome", 3)
    assert [each.what for each in turns] == [f"turns of `{level}`, gob-rome" for level in LEVELS]
    assert all(each.number == 3 and each.seconds > 0 for each in turns)


@pytest.mark.deep
def test_processes_are_measured_without_others_of_their_kind(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    api, worker = "rules, API of one city", "rules, worker of one city"
    monkeypatch.setattr(sizes, "APIS", {api: sizes.APIS[api]})
    monkeypatch.setattr(sizes, "OTHERS", {worker: sizes.OTHERS[worker]})
    found = sizes.measure_memory(stage.url, tmp_path, stage.keys)
    assert found.keys() == {api, worker}
    assert all(10 * report.MIB < size < 500 * report.MIB for size in found.values())
