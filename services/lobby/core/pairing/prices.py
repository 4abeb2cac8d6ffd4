"""Prices prove that a round cannot do with fewer repeats.

A table costs what its repeats do. Let every player and every size of table have a price, so that
at no table that could be the prices of its players and of its size come to more than it costs.
Then no draw costs less than all its prices come to together, since it seats everybody once. What
a table costs above its prices is its slack: a draw that beats the best one known has little slack
on the whole, and so has each of its tables. Good prices leave few tables to look at, often none.

Prices go up for those whom few choose, and down for those whom many choose. They are whole numbers
of a small part of a repeat: a proof does not depend on rounding.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

PART: Final = 1 << 20
"""What a repeat costs."""
ROUNDS: Final = 300
"""How often prices are changed at most."""
PATIENCE: Final = 6
"""After how many changes for nothing they become half as large."""
FINEST: Final = 0.01
"""How small, as a part of the first ones, before nothing more is expected of them."""
GAIN: Final = PART // 1000
"""What a change has to bring to count as one for the better."""
FEW: Final = 200
"""How many tables are so few that they need no better prices."""
SLIGHT: Final = 0.001
"""The least pull that counts as one."""
SAMPLE: Final = 300
"""How many tables of everybody are looked at before all are."""
PASSES: Final = 8
"""How often tables are added to the sample at most."""
ADDED: Final = 3000
"""How many at a time."""
NEVER: Final = PART << 40
"""The slack of the best table for somebody for whom there is none."""


class Option(NamedTuple):
    """A table that could be."""

    players: tuple[int, ...]
    cost: int
    """In parts of a repeat, as everything here."""


class Prices(NamedTuple):
    """What players and sizes of tables cost."""

    players: Sequence[int]
    sizes: Mapping[int, int]

    def slack(self, option: Option) -> int:
        """Tell how much more a table costs than its prices come to."""
        players, cost = option
        return cost - self.sizes[len(players)] - sum([self.players[player] for player in players])


class Market(NamedTuple):
    """What is left to choose from, at prices that no table is too cheap for."""

    options: Sequence[Option]
    prices: Prices
    total: int
    """What all prices of a draw come to."""


class _Offer(NamedTuple):
    """What comes of prices that were asked."""

    asked: Prices
    fair: Prices
    total: int
    """What the fair prices of a draw come to."""
    pull: Sequence[float]
    """Where prices of players, and then of sizes, should go: down for what is chosen too often."""


def first_prices(options: Sequence[Option], shape: Sequence[int], limit: int) -> Market:
    """Find prices for all tables; the better ones, the nearer the limit is to the best draw.

    They are made for a sample, to which the tables are added that turn out to be too cheap.
    """
    tables = Counter(shape)
    sample = _sample(options, sum(shape))
    best = _offer(options, _opening(options, tables), tables)
    prices = best.fair
    for _ in range(PASSES):
        market = _haggle(sample, prices, tables, limit)
        offer, prices = _offer(options, market.prices, tables), market.prices
        best = max(best, offer, key=_total)
        if offer.total > market.total - PART // 2:
            break
        sample += _cheapest(options, prices)
    return Market(options, best.fair, best.total)


def narrow(market: Market, shape: Sequence[int], limit: int) -> Market:
    """Keep only tables that a draw can have which costs no more than a limit, at better prices.

    If the prices come to more than the limit there is no such draw.
    """
    return _haggle(market.options, market.prices, Counter(shape), limit)


def _opening(options: Sequence[Option], tables: Counter[int]) -> Prices:
    """Begin with the cheapest table of each size, and with players for nothing."""
    sizes = {
        size: min((option.cost for option in options if len(option.players) == size), default=0)
        for size in tables
    }
    return Prices([0] * sum(tables.elements()), sizes)


def _sample(options: Sequence[Option], count: int) -> list[Option]:
    """Choose the cheapest tables of everybody: good prices for these are good ones for all."""
    wanted = [SAMPLE] * count
    sample = []
    for option in sorted(options, key=lambda option: option.cost):
        if any(wanted[player] > 0 for player in option.players):
            sample.append(option)
            for player in option.players:
                wanted[player] -= 1
    return sample


def _cheapest(options: Sequence[Option], prices: Prices) -> list[Option]:
    """Choose tables that cost less than their prices come to."""
    cheap = [option for option in options if prices.slack(option) < 0]
    return sorted(cheap, key=prices.slack)[:ADDED]


def _haggle(options: Sequence[Option], opening: Prices, tables: Counter[int], limit: int) -> Market:
    """Change prices for the better, and leave out tables that are too dear."""
    best = offer = _offer(options, opening, tables)
    options, pull = _within(options, best, limit), best.pull
    stride, idle = 1.0, 0
    for _ in range(ROUNDS):
        if len(options) <= FEW or stride < FINEST:
            break
        pull = [(old + new) / 2 for old, new in zip(pull, offer.pull, strict=True)]
        asked = _moved(offer.asked, pull, stride * (limit - offer.total + PART))
        offer = _offer(options, asked, tables)
        if offer.total > best.total + GAIN:
            best, idle = offer, 0
            options = _within(options, best, limit)
        elif (idle := idle + 1) == PATIENCE:
            offer, stride, idle = best, stride / 2, 0
    return Market(options, best.fair, best.total)


def _total(offer: _Offer) -> int:
    return offer.total


def _offer(options: Sequence[Option], asked: Prices, tables: Counter[int]) -> _Offer:
    """Let everybody pay their share of what is left at the table that is best for them.

    No table has to pay more than it has, since none of its players pays more than a share of it.
    """
    least, good = _best_shares(options, asked)
    chosen: list[list[Option]] = [[] for _ in least]
    for share, option in good:
        for player in option.players:
            if share == least[player]:
                chosen[player].append(option)
    players = [price + share for price, share in zip(asked.players, least, strict=True)]
    total = sum(players) + sum(asked.sizes[size] * number for size, number in tables.items())
    return _Offer(asked, Prices(players, asked.sizes), total, _pull(chosen, tables))


def _best_shares(
    options: Sequence[Option], asked: Prices
) -> tuple[list[int], list[tuple[int, Option]]]:
    """Find the least share of everybody, and all tables that may have it."""
    least, good = [NEVER] * len(asked.players), []
    worst = NEVER
    for option in options:
        share = asked.slack(option) // len(option.players)
        if share <= worst:
            good.append((share, option))
            for player in option.players:
                least[player] = min(least[player], share)
            worst = max(least)
    return least, good


def _pull(chosen: Sequence[Sequence[Option]], tables: Counter[int]) -> list[float]:
    """Count how often players and sizes are chosen less than they should be.

    Everybody has one choice, which is divided if several tables are as good.
    """
    players = [1.0] * len(chosen)
    sizes = {size: float(number) for size, number in tables.items()}
    for options in chosen:
        for table in (option.players for option in options):
            part = 1 / len(table) / len(options)
            sizes[len(table)] -= part
            for player in table:
                players[player] -= part
    return [*players, *sizes.values()]


def _within(options: Sequence[Option], offer: _Offer, limit: int) -> list[Option]:
    """Keep the tables that a draw within the limit can have."""
    return [option for option in options if offer.fair.slack(option) <= limit - offer.total]


def _moved(asked: Prices, pull: Sequence[float], missing: float) -> Prices:
    """Change what was asked, by as much as is missing to something better."""
    force = missing / max(sum(each**2 for each in pull), SLIGHT)
    moves = [int(force * each) for each in pull]
    sizes = zip(asked.sizes.items(), moves[len(asked.players) :], strict=True)
    return Prices(
        [price + move for price, move in zip(asked.players, moves, strict=False)],
        {size: price + move for (size, price), move in sizes},
    )
