"""The benchmark of scoring measures, prints and finds what is missed; no test asks how fast."""

from collections import Counter
from pathlib import Path

import orjson
import pytest

from benchmarks import playouts
from benchmarks import report as page
from benchmarks.api.load import Figures as Answers
from benchmarks.playouts import Amount
from benchmarks.scoring import leaderboard, report
from benchmarks.scoring.leaderboard import EDITION, FIRST, MIDDLE, OWN
from benchmarks.scoring.messages import Messages
from benchmarks.scoring.report import Figures
from benchmarks.scoring.throughput import Throughput, measure_throughput
from benchmarks.scoring.workers import working
from deploy.embedded import Embedded
from services.contracts.ids import LOBBY_QUEUE
from services.plumbing.queues import queue
from services.rules.families import FAMILIES
from services.scoring.app.leaderboard import Asked
from services.scoring.app.leaderboard import leaderboard as read_leaderboard
from services.scoring.store.redis import RedisResults
from tests.scoring.app.bench import TABLES, bench
from tests.servers import connected, own_server
from tests.support import EDITIONS, TABLES_OF_PLAYERS

__all__ = ["own_server"]
FEW = 1234


@pytest.fixture
def messages(monkeypatch: pytest.MonkeyPatch) -> Messages:
    """Play very few games."""
    for family in FAMILIES.values():
        monkeypatch.setitem(playouts.AMOUNTS, family, Amount(1, 1, 1))
    return Messages(EDITIONS)


def figures(results: float = 150, plain: float = 250) -> Figures:
    """Make figures up."""
    answers = Answers(2.0, [0.002] * 2000, Counter({200: 2000}))
    return Figures(Throughput(results, plain), FEW, dict.fromkeys((FIRST, MIDDLE, OWN), answers))


@pytest.mark.slow
def test_messages_tell_of_real_games_of_every_table(messages: Messages) -> None:
    at, made = bench(), [orjson.loads(message) for message in messages.make(300)]
    assert {at.take(message).outcome for message in made} == {"scored"}
    assert sum(len(at.stored(edition)) for edition in TABLES) == 300
    tables = {(message["edition"], len(message["players"])) for message in made}
    assert tables == {*TABLES_OF_PLAYERS}
    assert len({player for message in made for player in message["players"]}) > 500


@pytest.mark.slow
def test_a_message_counts_the_moves_of_its_game(messages: Messages) -> None:
    made = [orjson.loads(message) for message in messages.make(300)]
    moves = {message["moves"] for message in made if message["edition"] == "otu-new-york"}
    assert moves
    assert min(moves) > 100


@pytest.mark.slow
def test_a_board_is_filled_with_players_who_all_have_a_position(own_server: Embedded) -> None:
    leaderboard.fill(own_server.url, FEW)
    scoring = bench(RedisResults(connected(own_server))).scoring
    told = read_leaderboard(scoring, Asked(EDITION, own="player-7"))
    assert (told["total"], len(told["rows"])) == (FEW, 50)
    assert 1 <= told["own"]["position"] <= FEW
    ordinals = [row["ordinal"] for row in told["rows"]]
    assert ordinals == sorted(ordinals, reverse=True)


@pytest.mark.deep
def test_a_real_worker_is_measured_beside_plain_rq(
    own_server: Embedded, tmp_path: Path, messages: Messages
) -> None:
    found = measure_throughput(own_server.url, tmp_path, messages, jobs=5, slices=2)
    assert found.results_per_second > 0
    assert found.ratio == found.results_per_second / found.plain_per_second
    client = connected(own_server)
    at = bench(RedisResults(client))
    assert sum(len(at.stored(edition)) for edition in TABLES) == 3 * 5
    assert queue(client, LOBBY_QUEUE).count == 3 * 5


@pytest.mark.slow
def test_a_worker_that_ends_is_not_waited_for(own_server: Embedded, tmp_path: Path) -> None:
    with (
        working("benchmarks.timing", own_server.url, tmp_path / "log") as worker,
        pytest.raises(RuntimeError, match=r"see .*/log"),
    ):
        worker.seconds(lambda: None, lambda: False)


@pytest.mark.deep
def test_real_reads_of_a_board_are_measured_and_answered_well(
    own_server: Embedded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaderboard, "WARM", 0.1)
    leaderboard.fill(own_server.url, FEW)
    found = leaderboard.measure_reads(own_server.url, tmp_path, seconds=0.2, slices=2)
    assert found.keys() == {FIRST, MIDDLE, OWN}
    assert [answers.statuses.keys() for answers in found.values()] == [{200}] * 3


def test_the_tables_say_what_was_measured() -> None:
    said = report.render(figures())
    assert "| results, stored and announced | 150 | 0.6 |" in said
    assert "| plain RQ, jobs that do nothing | 250 | 1.0 |" in said
    assert f"| {OWN} | 1,234 | 1,000 | 2.0 | 2.0 |" in said


def test_what_is_missed_is_said() -> None:
    assert report.misses(figures()) == []
    assert report.misses(figures(results=149, plain=100)) == ["scoring: 149 results per second"]
    assert report.misses(figures(plain=300)) == ["scoring: 0.50 times plain RQ"]


def test_the_page_has_a_place_for_the_tables() -> None:
    text = page.PAGE.read_text(encoding="utf-8")
    begin, end = page.BEGIN.format(report.MARK), page.END.format(report.MARK)
    assert 0 < text.find(begin) < text.find(end)
