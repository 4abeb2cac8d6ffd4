"""Results for tests: tables written in a line, and random tournaments."""

from collections.abc import Sequence
from itertools import product

from hypothesis import strategies as st

from services.lobby.core.points import PLAYING, RESIGNED, Played
from services.lobby.core.standings import Entry

STANDINGS = (PLAYING, PLAYING, PLAYING, "eliminated", RESIGNED)
NAMES = ("ana", "bo", "cy", "di", "ed", "flo", "gus", "hal")


def table(
    players: str,
    ranks: Sequence[int],
    *,
    number: int = 1,
    totals: Sequence[int | None] = (),
    out: Sequence[str] = (),
) -> Played:
    """Write down a table of the round `number`; `out` are standings of the last seats."""
    names = tuple(players.split())
    standings = (*[PLAYING] * (len(names) - len(out)), *out)
    return Played(number, names, tuple(ranks), standings, tuple(totals) or (None,) * len(names))


def entries(players: str) -> list[Entry]:
    return [Entry(player) for player in players.split()]


SEATS = tuple(product(range(1, 6), STANDINGS, (None, -3, 0, 17, 40)))
"""Rank, standing and points of a seat: as scoring could tell them, or only an organiser."""


def _table(number: int, seats: dict[str, tuple[int, str, int | None]]) -> Played:
    ranks, standings, totals = zip(*seats.values(), strict=True)
    return Played(number, tuple(seats), ranks, standings, totals)


TABLES = st.lists(
    st.builds(
        _table,
        st.integers(1, 5),
        st.dictionaries(st.sampled_from(NAMES), st.sampled_from(SEATS), min_size=2, max_size=5),
    ),
    max_size=6,
)
ABSENCES = tuple(product(range(3), range(3), (False, True), range(2)))
"""Byes, missed rounds, withdrawal and stage of an entry."""
ENTRIES = st.lists(st.sampled_from(ABSENCES), min_size=len(NAMES), max_size=len(NAMES)).map(
    lambda drawn: tuple(Entry(name, *each) for name, each in zip(NAMES, drawn, strict=True))
)
