"""Ranks and winners from totals alone; what the points are made of does not matter here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Ranking:
    """The rank of every seat, by seat, and the seats that share the victory."""

    ranks: tuple[tuple[int, int], ...]
    winners: tuple[int, ...]

    def rank(self, seat: int) -> int:
        """Return the rank of a seat."""
        return dict(self.ranks)[seat]


def rank(totals: Mapping[int, int | None]) -> Ranking:
    """Rank seats by their totals; a seat whose total is None is out of the game (GOB-E12).

    Most points come first and equal points share a rank: 1, 1, 3. Seats that are out share the
    rank after the last one with points, and never win, even when nobody else is left.
    """
    scored = {seat: total for seat, total in totals.items() if total is not None}
    ranks = {seat: _place(scored, totals[seat]) for seat in sorted(totals)}
    winners = tuple(seat for seat in sorted(scored) if ranks[seat] == 1)
    return Ranking(tuple(ranks.items()), winners)


def _place(scored: Mapping[int, int], total: int | None) -> int:
    if total is None:
        return len(scored) + 1
    return 1 + sum(other > total for other in scored.values())
