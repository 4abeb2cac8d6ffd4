"""Ranks and winners from figures alone; what the points are made of does not matter here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Figures = tuple[int, ...]
"""What a seat is judged by: its points, then the numbers that decide between equal points."""


@dataclass(frozen=True)
class Ranking:
    """The rank of every seat, by seat, and the seats that share the victory."""

    ranks: tuple[tuple[int, int], ...]
    winners: tuple[int, ...]

    def rank(self, seat: int) -> int:
        """Return the rank of a seat."""
        return dict(self.ranks)[seat]


def rank(figures: Mapping[int, Figures | None]) -> Ranking:
    """Rank seats by their figures; a seat without any is out of the game (GOB-E12, OTU-X6).

    Most points come first; of equal points, most of what breaks the tie (OTU-E4). Seats that are
    equal in everything share a rank: 1, 1, 3. Seats that are out share the rank after the last
    one with points, and never win, even when nobody else is left.
    """
    scored = {seat: figure for seat, figure in figures.items() if figure is not None}
    ranks = {seat: _place(scored, figures[seat]) for seat in sorted(figures)}
    winners = tuple(seat for seat in sorted(scored) if ranks[seat] == 1)
    return Ranking(tuple(ranks.items()), winners)


def _place(scored: Mapping[int, Figures], figures: Figures | None) -> int:
    if figures is None:
        return len(scored) + 1
    return 1 + sum(other > figures for other in scored.values())
