"""Scoring sheets without storing them, statistics, and messages that leave."""

from collections import Counter
from statistics import fmean

import orjson
import pytest

from services.contracts.errors import Code
from services.plumbing.connections import StoreError
from services.plumbing.outbox import relay_messages
from services.scoring.app.errors import ImpossibleSheetError, UnknownEditionError
from services.scoring.app.read_statistics import read_statistics
from services.scoring.app.score_sheets import score_sheets
from services.scoring.core.game import score_game
from tests.scoring.app.bench import FAR, ROME, TABLES, Bench, finished
from tests.support import EDITIONS


class Queue:
    """Takes messages, until it fails."""

    def __init__(self, fails_at: int = 99) -> None:
        self.sent: list[str] = []
        self._fails_at = fails_at

    def send(self, message: bytes, trace: str = "") -> None:
        """Take a message."""
        del trace
        if len(self.sent) == self._fails_at:
            raise StoreError("killed")
        self.sent.append(orjson.loads(message)["game"])


@pytest.mark.parametrize("edition", EDITIONS)
def test_sheets_are_scored_and_nothing_is_kept(at: Bench, edition: str) -> None:
    players = [f"p{seat}" for seat in range(EDITIONS[edition].edition.players[0])]
    sheets = finished(edition, players)["outcome"]["seats"]
    before = repr(vars(at.results))
    answer = score_sheets(at.scoring, edition, sheets)
    assert answer == {
        "edition": edition,
        "table_version": TABLES[edition].version,
        **score_game(TABLES[edition], sheets).to_json(),
    }
    assert repr(vars(at.results)) == before


def test_an_impossible_sheet_is_refused_with_its_place(at: Bench) -> None:
    sheets = finished()["outcome"]["seats"]
    sheets[1]["standing"] = "playing"
    sheets[1]["sheet"]["grannies"] = 99
    with pytest.raises(ImpossibleSheetError) as refused:
        score_sheets(at.scoring, ROME, sheets)
    assert refused.value.code is Code.IMPOSSIBLE_SHEET
    assert refused.value.place == "seats[1].sheet.grannies"


@pytest.mark.parametrize("sheets", [None, [], [{}], [7]])
def test_what_is_no_list_of_sheets_is_refused(at: Bench, sheets: object) -> None:
    with pytest.raises(ImpossibleSheetError):
        score_sheets(at.scoring, ROME, sheets)
    with pytest.raises(UnknownEditionError):
        score_sheets(at.scoring, "gob-oz", sheets)


def test_statistics_are_those_of_the_stored_results(at: Bench) -> None:
    for number in range(12):
        players = ("ana", "bo", "cy")[: 2 + number % 2]
        at.take(finished(ROME, players, f"{number}"))
    told = read_statistics(at.scoring, ROME)
    assert (told["edition"], told["games"]) == (ROME, 12)
    for group in told["by_players"]:
        stored = [each for each in at.stored(ROME) if len(each.players) == group["players"]]
        assert group["games"] == len(stored) == 6
        totals = [total for each in stored for total in each.column("total") if total is not None]
        assert {each["value"]: each["count"] for each in group["scores"]["histogram"]} == Counter(
            totals
        )
        assert group["scores"]["mean"] == pytest.approx(fmean(totals))
        assert group["moves"]["max"] == max(each.message["moves"] for each in stored)
        zones = [zone["zone"] for zone in group["zones"]]
        assert zones == [zone.name for zone in TABLES[ROME].zones]
        assert sum(zone["points"] for zone in group["zones"]) == sum(totals)
        assert sum(zone["share"] for zone in group["zones"]) == pytest.approx(1)


def test_statistics_of_an_edition_without_games_are_empty(at: Bench) -> None:
    assert read_statistics(at.scoring, ROME) == {"edition": ROME, "games": 0, "by_players": []}
    with pytest.raises(UnknownEditionError):
        read_statistics(at.scoring, "gob-oz")


def test_a_message_is_taken_out_when_it_has_left(at: Bench) -> None:
    messages = [finished(seed=f"{number}") for number in range(3)]
    for message in messages:
        at.take(message)
    games = [message["game"] for message in messages]
    with pytest.raises(StoreError):
        relay_messages(at.results, failing := Queue(fails_at=2), ROME, FAR)
    assert failing.sent == games[:2]
    queue = Queue()
    assert relay_messages(at.results, queue, ROME, FAR) == 1
    assert queue.sent == games[2:]
    assert relay_messages(at.results, queue, ROME, FAR) == 0
