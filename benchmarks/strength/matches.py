"""Games between two levels of bots, played in this process; each bot sees its seat's view only."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from clients.bots.choosing import Asked, Chooser
from services.rules.core.chance import Seeded
from services.rules.core.registry import Entry
from services.scoring.core.game import GameResult, score_game
from services.scoring.core.table import PointsTable

SIGMAS: Final = 1.96
"""Half the width of an interval that holds the truth 95 times of 100."""


class City(NamedTuple):
    """An edition, and what it is worth."""

    entry: Entry
    table: PointsTable


class Pairing(NamedTuple):
    """Two levels, of which the first should be ahead."""

    strong: str
    weak: str
    demand: float
    """In what part of the comparisons."""


@dataclass
class Match:
    """What came of a pairing on one edition: of each pair of games, who was ahead how often."""

    edition: str
    seats: int
    pairing: Pairing
    pairs: list[tuple[int, int]] = field(default_factory=list)
    """Comparisons in which the stronger level was ahead, and all comparisons."""
    points: dict[str, list[int]] = field(default_factory=dict)
    """What the seats of each level had; those that were out have none."""

    @property
    def comparisons(self) -> int:
        """How often a seat of one level was compared with one of the other."""
        return sum(all_ for _, all_ in self.pairs)

    @property
    def share(self) -> float:
        """In what part of the comparisons the stronger level was ahead; a tie is not ahead."""
        return sum(ahead for ahead, _ in self.pairs) / self.comparisons

    def interval(self) -> tuple[float, float]:
        """Give Wilson's interval, with as many comparisons as are worth counting.

        Games of a pair have the same cards and seats of a table the same game, so that their
        comparisons are less than independent ones: what counts follows from how pairs differ.
        """
        share, count = self.share, self._worth_counting()
        middle = share + SIGMAS**2 / (2 * count)
        half = SIGMAS * sqrt(share * (1 - share) / count + SIGMAS**2 / (4 * count**2))
        whole = 1 + SIGMAS**2 / count
        return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)

    def _worth_counting(self) -> float:
        pairs, share = len(self.pairs), self.share
        shares = [ahead / all_ for ahead, all_ in self.pairs]
        squares = sum((each - share) ** 2 for each in shares)
        if pairs < 2 or not squares:
            return pairs
        variance = squares / (pairs - 1) / pairs
        return min(float(self.comparisons), max(1.0, share * (1 - share) / variance))


def play_pair(city: City, match: Match, levels: dict[str, Chooser], seed: str) -> None:
    """Play the same cards twice, the levels in each other's seats, and note who was ahead."""
    ahead = all_ = 0
    for turned in range(2):
        strong, weak, _ = match.pairing
        names = [(strong, weak)[(seat + turned) % 2] for seat in range(match.seats)]
        result = play(city, [levels[name] for name in names], seed)
        for seat in result.seats:
            if seat.total is not None:
                match.points.setdefault(names[seat.seat], []).append(seat.total)
        for one, other in _compared(names, match.pairing):
            ahead += result.seats[one].rank < result.seats[other].rank
            all_ += 1
    match.pairs.append((ahead, all_))


def play(city: City, choosers: Sequence[Chooser], seed: str) -> GameResult:
    """Play a game to its end, and score it."""
    edition, family = city.entry.edition, city.entry.family
    state, _ = family.new_game(edition, len(choosers), Seeded(seed))
    chances = [Random(f"{seed} {seat}") for seat in range(len(choosers))]
    while family.to_play(state):
        seat = family.to_play(state)[0]
        view = json.loads(json.dumps(family.view(edition, state, seat)))
        moves = family.legal_moves(edition, state, seat).moves
        listed = [{"move": family.move_to_json(move)} for move in moves]
        move = choosers[seat](Asked(view, listed, chances[seat]))
        state, _ = family.apply(edition, state, seat, family.move_from_json(move))
    facts = family.outcome(edition, state)
    return score_game(city.table, facts["seats"])


def _compared(names: Sequence[str], pairing: Pairing) -> Iterator[tuple[int, int]]:
    for one, name in enumerate(names):
        for other, against in enumerate(names):
            if (name, against) == (pairing.strong, pairing.weak):
                yield one, other
