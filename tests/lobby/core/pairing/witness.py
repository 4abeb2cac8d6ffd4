"""A witness of a draw: checks every part of what tables are told."""

import re
from collections.abc import Callable, Sequence
from itertools import combinations

import pytest

from services.lobby.core.field import UNIT, Draw, Entrant, Sizes
from services.lobby.core.pairing.weights import distance, odd_tables
from tests.lobby.core.pairing.rounds import tables_of

MOVED = r"so (\w+) moved (up|down) from ([\d.]+) points?"
TIMES = {"before": 0, "more often than once": 1, "more often than twice": 2}


class Witness:
    """Knows a field and its draw, and checks what is said of a table."""

    def __init__(self, field: Sequence[Entrant], sizes: Sizes, draw: Draw) -> None:
        self.known = {one.player: one for one in field}
        self.sizes = sizes
        self.draw = draw
        self.tables = tables_of(draw, field)

    def confirm(self, said: str, table: list[Entrant]) -> None:
        """Check one part of a sentence; what nobody can check must not be said."""
        for pattern, check in CHECKS.items():
            if found := re.fullmatch(pattern, said):
                check(self, table, *found.groups())
                return
        pytest.fail(f"nobody can check: {said}")

    def numbers(self, table: list[Entrant], numbers: str) -> None:
        """Check the numbers of a table of the first round."""
        assert not any(one.sittings for one in self.known.values())
        assert [int(each) for each in re.findall(r"\d+", numbers)] == sorted(
            one.number for one in table
        )

    def points(self, table: list[Entrant], low: str, high: str | None) -> None:
        """Check the range of points."""
        shown = [float(low), float(high or low)]
        assert shown == [
            pytest.approx(pick(one.points for one in table) / UNIT, abs=0.0005)
            for pick in (min, max)
        ]

    def kept_apart(self, table: list[Entrant], one: str, other: str, *rest: str) -> None:
        """Check that two met, and that they would meet again if the mover had stayed away."""
        rounds, mover, way, points = rest
        self.met(one, other, rounds)
        swaps = [
            swap
            for swap in self.swaps(table, self.moved(table, mover, way, points))
            if any({one, other} <= {each.player for each in group} for group in swap)
        ]
        assert any(self.is_nearer(table, mover, swap) for swap in swaps)

    def spared(self, table: list[Entrant], often: str, mover: str, way: str, points: str) -> None:
        """Check that somebody would have sat at a table of another size once more."""
        counts = [odd_tables(self.known[each], self.sizes.wanted) for each in (often, mover)]
        assert counts[0] > 0
        swaps = self.swaps(table, self.moved(table, mover, way, points))
        assert any(self.is_nearer(table, mover, swap) for swap in swaps)

    def moved(self, table: list[Entrant], mover: str, way: str, points: str) -> Entrant:
        """Check who has other points than the rest of a table."""
        one = self.known[mover]
        assert one in table
        assert one.points / UNIT == pytest.approx(float(points), abs=0.0005)
        mean = sum(each.points for each in table) / len(table)
        assert (one.points < mean) == (way == "up")
        return one

    def swaps(self, table: list[Entrant], one: Entrant) -> list[tuple[list[Entrant], ...]]:
        """List what becomes of two tables if somebody changes places with anybody else."""
        return [
            ([other, *_without(table, one)], [one, *_without(group, other)])
            for group in self.tables
            if group is not table
            for other in group
        ]

    def is_nearer(self, table: list[Entrant], mover: str, swap: tuple[list[Entrant], ...]) -> bool:
        """Tell whether points would be nearer to each other after a swap."""
        other = next(
            group for group in self.tables if group is not table and set(group) & set(swap[0])
        )
        assert self.known[mover] in swap[1]
        return sum(map(distance, swap)) < distance(table) + distance(other)

    def met(self, one: str, other: str, rounds: str) -> None:
        """Check in which rounds two have met."""
        shared = [each.round for each in self.known[one].sittings if other in each.others]
        assert [int(each) for each in re.findall(r"\d+", rounds)] == shared != []

    def repeats(self, table: list[Entrant], who: str, certain: str, *counts: str) -> None:
        """Check that all who meet again are named."""
        pairs = re.findall(r"(\w+) and (\w+) after (rounds? [\d, and]*\d)", who)
        for one, other, rounds in pairs:
            self.met(one, other, rounds)
            assert {one, other} <= {each.player for each in table}
        assert len(pairs) == acquainted(table)
        self.certain(certain, *counts)

    def many(self, table: list[Entrant], some: str, all_: str, certain: str, *counts: str) -> None:
        """Check how many meet again."""
        assert int(some) == acquainted(table)
        assert int(all_) == len(list(combinations(table, 2)))
        self.certain(certain, *counts)

    def certain(self, certain: str, number: str) -> None:
        """Check the number of repeats, and whether it is proven."""
        assert (certain == "has fewer than") == self.draw.proven
        assert int(number) == self.draw.repeats

    def odd(self, table: list[Entrant], size: str, wanted: str, count: str, times: str) -> None:
        """Check why a table has another size, and how often those there had one."""
        assert len(table) == int(size) != int(wanted) == self.sizes.wanted
        assert int(count) % int(wanted)
        assert int(count) == sum(map(len, self.tables))
        most = TIMES[times] if times in TIMES else int(re.findall(r"\d+", times)[0])
        assert most == max(odd_tables(one, self.sizes.wanted) for one in table)

    def byes(self, table: list[Entrant], who: str) -> None:
        """Check that nobody else should have had a bye."""
        assert table is self.tables[-1]
        resting = tuple(re.findall(r"p\d+", who))
        assert resting == self.draw.byes
        seated = [one for group in self.tables for one in group]
        for rest in (self.known[player] for player in resting):
            place = (rest.byes, rest.points, -rest.number)
            assert all(place < (one.byes, one.points, -one.number) for one in seated)


CHECKS: dict[str, Callable[..., None]] = {
    r"numbers ([\d, and]+) of the field, so that the strong ones meet late": Witness.numbers,
    r"([\d.]+)(?: to ([\d.]+))? points?(?: each)?": Witness.points,
    rf"(\w+) and (\w+) met in (rounds? [\d, and]+), {MOVED}": Witness.kept_apart,
    rf"(\w+) has sat at tables of another size more often, {MOVED}": Witness.spared,
    r"(.+) meet again: no draw (has fewer than) (\d+) repeats?": Witness.repeats,
    r"(\d+) of (\d+) pairs have met before: no draw (has fewer than) (\d+) repeats?": Witness.many,
    r"a table of (\d), since tables of (\d) do not seat (\d+): "
    r"nobody here has sat at such a table (.+)": Witness.odd,
    r"(.+) (?:has|have) a bye: the fewest byes so far, then the lowest place": Witness.byes,
}


def _without(group: Sequence[Entrant], one: Entrant) -> list[Entrant]:
    return [each for each in group if each is not one]


def acquainted(table: Sequence[Entrant]) -> int:
    """Count the pairs of a table who have met."""
    return sum(one.met(other.player) > 0 for one, other in combinations(table, 2))
