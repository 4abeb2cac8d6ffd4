"""Statistics to draw: of real games, and of results that no game has brought yet."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from services.scoring.core.game import score_game
from services.scoring.core.statistics import counters_of, summary
from services.scoring.editions import load_tables
from tests.support import EDITIONS, Choice, at_random, carefully, play

TABLES: Final = load_tables()
GAMES: Final = 6
"""Games with each number of players; every third is played without care, so somebody is out."""
REPEATED: Final = "gob-paris"
SHORT: Final = "a_b"
LONG: Final = "a_zone_whose_name_is_far_too_long_to_be_written_beside_a_bar"
HOSTILE: Final = "<script>alert(1)</script>\"'&\x00\u202e" + "W" * 500


def of_edition(edition: str) -> dict[str, Any]:
    """Describe games of an edition with every number of players it is for."""
    return of_counters(edition, _counted(edition), [zone.name for zone in TABLES[edition].zones])


def thousands_of(edition: str) -> dict[str, Any]:
    """Describe the same games as if each had been played a thousand times."""
    many = {name: 1000 * times for name, times in _counted(edition).items()}
    return of_counters(edition, many, [zone.name for zone in TABLES[edition].zones])


def of_counters(edition: str, counters: Mapping[str, int], zones: Sequence[str]) -> dict[str, Any]:
    """Describe counters as `read_statistics` does."""
    groups = summary(counters, zones)
    games = sum(group["games"] for group in groups)
    return {"edition": edition, "games": games, "by_players": groups}


def of_sheets(*games: Sequence[Mapping[str, int] | None]) -> dict[str, Any]:
    """Describe games by the points of every seat in every zone; None is a seat that is out."""
    counted: Counter[str] = Counter()
    for number, sheets in enumerate(games):
        counted.update(counters_of(_result(sheets), 10 + number))
    zones = dict.fromkeys(zone for sheets in games for sheet in sheets for zone in sheet or {})
    return of_counters("made-up", counted, [*zones] or [SHORT])


def only(document: Mapping[str, Any], players: int) -> dict[str, Any]:
    """Give the part about one number of players."""
    found: dict[str, Any] = next(e for e in document["by_players"] if e["players"] == players)
    return found


def _result(sheets: Sequence[Mapping[str, int] | None]) -> dict[str, Any]:
    totals = [None if sheet is None else sum(sheet.values()) for sheet in sheets]
    best = max((total for total in totals if total is not None), default=None)
    return {
        "seats": [
            {
                "seat": seat,
                "standing": "eliminated" if sheet is None else "playing",
                "rank": 1 + sum(other is not None and other > (total or 0) for other in totals),
                "total": total,
                "breakdown": sheet,
            }
            for seat, (sheet, total) in enumerate(zip(sheets, totals, strict=True))
        ],
        "winners": [seat for seat, total in enumerate(totals) if total == best is not None],
    }


@cache
def _counted(edition: str) -> Mapping[str, int]:
    counted: Counter[str] = Counter()
    for seats in EDITIONS[edition].edition.players:
        for number in range(GAMES):
            seed = f"plot {number}"
            counted.update(
                _played(edition, seats, seed, (carefully if number % 3 else at_random)(seed))
            )
    return counted


def _played(edition: str, seats: int, seed: str, choice: Choice) -> dict[str, int]:
    game = play(edition, seats, seed, choice)
    outcome: Any = game.family.outcome(game.edition, game.last)
    return counters_of(score_game(TABLES[edition], outcome["seats"]).to_json(), len(game.steps))


EMPTY: Final = of_counters("made-up", {}, [SHORT])
ONE: Final = of_sheets([{SHORT: 12, "other": -3}, {SHORT: 4, "other": 0}])
OUT: Final = of_sheets([None, None, None])
BELOW: Final = of_sheets(
    *([{SHORT: -each, LONG: -2 * each}, {SHORT: -each - 1, LONG: each}] for each in range(40))
)
WIDE: Final = of_sheets([{SHORT: -20_000}, {SHORT: 5}], [{SHORT: 1_000_000}, {SHORT: 7}])
NOTHING: Final = of_sheets([{SHORT: 0}, {SHORT: 0}])
STRANGE: Final = of_sheets([{HOSTILE: 5, "\x00": 1}, {HOSTILE: -2, "\x00": 0}])
CROWD: Final = of_sheets([{SHORT: each} for each in range(12)])
MADE_UP: Final = {
    "empty": EMPTY,
    "one": ONE,
    "out": OUT,
    "below": BELOW,
    "wide": WIDE,
    "nothing": NOTHING,
    "strange": STRANGE,
    "crowd": CROWD,
}
DOCUMENTS: Final = [*EDITIONS, *MADE_UP, "thousands"]


def document(name: str) -> dict[str, Any]:
    """Give statistics by a name of `DOCUMENTS`."""
    if name == "thousands":
        return thousands_of(REPEATED)
    return MADE_UP[name] if name in MADE_UP else of_edition(name)
