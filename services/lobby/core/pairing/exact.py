"""The fewest repeats that a round can have: found and proven, for fields that are not too large."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import chain, combinations
from typing import Final, NamedTuple

from services.lobby.core.pairing.prices import PART, Market, Option, first_prices, narrow
from services.lobby.core.pairing.weights import Groups, Matrix

PROOF: Final = 20_000_000
POLISH: Final = 1_000_000
"""How many tables a search looks at before it is given up: for fewer repeats, for lighter ones."""
OFTEN: Final = 30
"""Who has met more often than this has met that often."""


class Answer(NamedTuple):
    """The best draw that was found."""

    groups: Groups
    proven: bool
    """Whether no draw with tables of these sizes has fewer repeats."""


class _GivenUpError(Exception):
    """The search has taken too long."""


def least_repeats(met: Matrix, shape: Sequence[int]) -> int:
    """Count the repeats that nobody can avoid, having met too many of the others.

    Those who have the most new opponents left sit at the largest tables.
    """
    fresh = sorted(sum(times == 0 for times in row) - 1 for row in met)
    lacking = sum(
        max(size - 1 - new, 0)
        for size, new in zip(sorted(chain(*([size] * size for size in shape))), fresh, strict=True)
    )
    return -(-lacking // 2)


def fewest_repeats(met: Matrix, known: Groups) -> Answer:
    """Find a draw with the fewest repeats, at tables of the same sizes as in a known draw.

    Of such draws one is looked for whose pairs have not met too often.
    """
    shape = [len(group) for group in known]
    little = _little(met, shape)
    costs = [
        [PART + little * min(times, OFTEN) ** 2 if times else 0 for times in row] for row in met
    ]
    cost = _cost(known, costs)
    market = first_prices(list(_options(costs, set(shape), cost)), shape, cost)
    try:
        best = _fewest(market, shape, cost // PART, max(map(max, costs))) or known
    except _GivenUpError:
        return Answer(known, proven=False)
    return Answer(_lightest(market, best, costs, little), proven=True)


def _fewest(market: Market, shape: Sequence[int], repeats: int, dearest: int) -> Groups | None:
    """Find a draw with fewer repeats: try with as few as prices allow, then with one more."""
    for fewer in range(market.total // PART, repeats):
        limit = fewer * dearest
        found = _Search(narrow(market, shape, limit), shape, PROOF).run(limit)
        if found is not None:
            return found
    return None


def _lightest(market: Market, known: Groups, costs: Matrix, little: int) -> Groups:
    """Find a draw with as many repeats whose pairs have met less often, as long as there is one."""
    shape = [len(group) for group in known]
    while True:
        limit = _cost(known, costs) - little
        market = narrow(market, shape, limit)
        try:
            found = _Search(market, shape, POLISH).run(limit)
        except _GivenUpError:
            found = None
        if found is None:
            return known
        known = found


def _little(met: Matrix, shape: Sequence[int]) -> int:
    """Give what a repeat costs more for having been before: all of it is less than a repeat."""
    often = min(max(map(max, met)), OFTEN) ** 2
    return PART // (often * sum(size * (size - 1) // 2 for size in shape) + 1)


def _cost(groups: Groups, costs: Matrix) -> int:
    return sum(costs[one][other] for group in groups for one, other in combinations(group, 2))


def _options(costs: Matrix, sizes: Collection[int], most: int) -> Iterator[Option]:
    """List every table that could be, unless it costs too much by itself."""
    growing = [Option((), 0)]
    for size in range(1, max(sizes) + 1):
        growing = [
            Option((*option.players, player), cost)
            for option in growing
            for player in range(option.players[-1] + 1 if option.players else 0, len(costs))
            if (cost := option.cost + sum([costs[player][each] for each in option.players])) <= most
        ]
        if size in sizes:
            yield from growing


class _Choice(NamedTuple):
    """A table that could be, in a search; sets of players are the bits of a number."""

    slack: int
    bits: int
    size: int


class _Search:
    """Seats everybody at tables that together have no more slack than allowed."""

    def __init__(self, market: Market, shape: Sequence[int], looks: int) -> None:
        self._market = market
        self._left = Counter(shape)
        self._looks = looks
        self._failed: dict[tuple[int, ...], int] = {}
        self._chosen: list[_Choice] = []

    def run(self, limit: int) -> Groups | None:
        """Find a draw that costs no more than the limit, if there is one."""
        slack = self._market.prices.slack
        choices = sorted(
            _Choice(
                slack(option), sum(1 << player for player in option.players), len(option.players)
            )
            for option in self._market.options
        )
        everybody = range(len(self._market.prices.players))
        found = self._seat(choices, (1 << len(everybody)) - 1, limit - self._market.total)
        tables = [[each for each in everybody if table.bits >> each & 1] for table in self._chosen]
        return tables if found else None

    def _seat(self, choices: Sequence[_Choice], free: int, slack: int) -> bool:
        """Seat those who are free; remember with how much slack that could not be done."""
        if not free:
            return True
        state = (free, *self._left.values())
        if self._failed.get(state, -1) >= slack:
            return False
        rare = _rarest(choices, free)
        if any(self._try(each, choices, free, slack) for each in choices if each.bits & rare):
            return True
        self._failed[state] = slack
        return False

    def _try(self, table: _Choice, choices: Sequence[_Choice], free: int, slack: int) -> bool:
        """Seat the players of a table, and then the others."""
        self._looks -= len(choices)
        if self._looks < 0:
            raise _GivenUpError
        left = slack - table.slack
        self._left[table.size] -= 1
        self._chosen.append(table)
        fit = [each for each in choices if not each.bits & table.bits and each.slack <= left]
        if not self._left[table.size]:
            fit = [each for each in fit if each.size != table.size]
        if self._seat(fit, free ^ table.bits, left):
            return True
        self._left[table.size] += 1
        self._chosen.pop()
        return False


def _rarest(choices: Sequence[_Choice], free: int) -> int:
    """Find somebody with few tables to choose from: none, one or two; or else anybody."""
    one = two = three = 0
    for _, bits, _ in choices:
        three |= two & bits
        two |= one & bits
        one |= bits
    few = free & ~one or free & ~two or free & ~three or free
    return few & -few
