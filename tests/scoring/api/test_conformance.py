"""The recorded games of independent implementations, scored over HTTP: as they were recorded."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.conformance.record import Game
from tests.conformance.replay import RECORDS, SHORT
from tests.conformance.test_replay import FILES
from tests.scoring.api.client import Api
from tests.scoring.app.bench import TABLES
from tests.support import EDITIONS


class Recorded(NamedTuple):
    """What a record says about a seat: only this, and nothing of ours."""

    total: int | None
    branch_tiles: int | None
    breakdown: dict[str, int] | None

    @property
    def figures(self) -> tuple[int, int] | None:
        """What the rules decide by, GOB-E12 and OTU-E4: points, then branch tiles."""
        return None if self.total is None else (self.total, self.branch_tiles or 0)


def recorded(game: Game) -> list[Recorded]:
    """Read the result of a record; a seat that was eliminated has no score."""
    return [
        Recorded(None, None, None)
        if seat.get("eliminated")
        else Recorded(seat["total"], seat.get("branch_tiles"), seat["breakdown"])
        for seat in game["result"]
    ]


def ranks_of(seats: list[Recorded]) -> list[int]:
    """Rank seats as the rules say; those that are out come after all others."""
    figures = [seat.figures for seat in seats if seat.figures is not None]
    return [
        1 + (sum(other > seat.figures for other in figures) if seat.figures else len(figures))
        for seat in seats
    ]


def winners_of(seats: list[Recorded]) -> list[int]:
    """Name the seats with the highest figures; none, if all are out."""
    ranks = ranks_of(seats)
    return [at for at, seat in enumerate(seats) if seat.figures and ranks[at] == 1]


def games_of(file: Path) -> Iterator[tuple[str, Game]]:
    """Read the games of a file, each with the id of its edition."""
    for line in file.read_text(encoding="utf-8").splitlines():
        game: Game = json.loads(line)
        name = game["edition"]
        yield (name if name in EDITIONS else SHORT + name), game


def final_sheets(edition: str, game: Game) -> Any:
    """Play a recorded game to its end, and give its sheets as the rules do."""
    entry = EDITIONS[edition]
    records = RECORDS[entry.family]
    state = records.set_up(entry.edition, game)
    for _, after in records.play(entry.edition, state, game[records.LIST]):
        state = after
    return entry.family.outcome(entry.edition, state)["seats"]


def scored(api: Api, edition: str, game: Game) -> Any:
    """Ask over HTTP what the sheets of a game are worth."""
    body = {"edition": edition, "sheets": final_sheets(edition, game)}
    answer = api.call("POST", "/scores", json=body)
    assert answer.status_code == 200, answer.json
    return answer.json


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_breakdowns_totals_ranks_and_winners_are_as_recorded(api: Api, file: Path) -> None:
    for number, (edition, game) in enumerate(games_of(file), start=1):
        told, seats, place = scored(api, edition, game), recorded(game), f"{file.name}:{number}"
        assert column(told, "breakdown") == [whole(edition, each.breakdown) for each in seats], (
            place
        )
        assert column(told, "total") == [each.total for each in seats], place
        assert [*map(tiles_of, told["seats"])] == [each.branch_tiles for each in seats], place
        assert column(told, "rank") == ranks_of(seats), place
        assert told["winners"] == winners_of(seats), place


def column(told: Any, name: str) -> list[Any]:
    """Give one member of every seat."""
    return [seat[name] for seat in told["seats"]]


def whole(edition: str, breakdown: dict[str, int] | None) -> dict[str, int] | None:
    """Add the zones that brought nothing: the records of one family leave them out."""
    zones = [zone.name for zone in TABLES[edition].zones]
    return None if breakdown is None else {**dict.fromkeys(zones, 0), **breakdown}


def tiles_of(seat: Any) -> int | None:
    """Give the branch tiles by which equal points are told apart, if they are."""
    tiles: int | None = (seat["tie_break"] or {}).get("branch_tiles")
    return tiles


def test_the_records_have_every_way_to_win() -> None:
    ways: Counter[str] = Counter()
    for _, game in (each for file in FILES for each in games_of(file)):
        seats, winners = recorded(game), winners_of(recorded(game))
        best = max((seat.total for seat in seats if seat.total is not None), default=None)
        ways["games"] += 1
        ways["with eliminations"] += None in [seat.total for seat in seats]
        ways["without a winner"] += not winners
        ways["shared"] += len(winners) > 1
        ways["by branch tiles"] += len(winners) == 1 and [s.total for s in seats].count(best) > 1
    assert ways == {
        "games": 256,
        "with eliminations": 106,
        "without a winner": 5,
        "shared": 9,
        "by branch tiles": 8,
    }
