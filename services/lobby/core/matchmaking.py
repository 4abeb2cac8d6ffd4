"""Finds tables for people who wait, by edition, size and rating.

Everybody takes others within a window of ratings that widens while they wait. Two fit if each is
in the other's window, and a table needs all of its pairs to fit. Windows alone would let somebody
of an odd rating wait for ever, as newcomers with narrow windows keep finding each other: so who
has waited for `LIMIT` is given the people nearest to them, whatever those wish.

The oldest ticket chooses first. That makes two promises, and tests hold them to it: no table that
could be had is left, and a ticket past the limit has a table as soon as enough people are there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import merge
from itertools import islice, pairwise, takewhile
from math import ceil
from typing import Final, NamedTuple

BASE: Final = 3.0
"""How far apart ratings may be at first: a third of what is unknown about a newcomer."""
GROWTH: Final = 0.1
"""How much a window grows each second, to either side."""
LIMIT: Final = 120.0
"""After so many seconds ratings do not matter any more."""
CELLS: Final = 2 * ceil((BASE + GROWTH * LIMIT) / BASE)
"""Into how many stretches as long as `BASE` the widest window can be cut."""


class Ticket(NamedTuple):
    """A wish for a table. Who would take several editions has several tickets."""

    id: str
    player: str
    edition: str
    """Or a box."""
    sizes: frozenset[int]
    """Any of these numbers at the table, from 2 on; the largest is tried first."""
    rating: float
    since: float
    """When the waiting began, in seconds."""


class Match(NamedTuple):
    """A table, oldest ticket first. All other tickets of its players are to be withdrawn."""

    tickets: tuple[Ticket, ...]
    edition: str
    size: int


def match(tickets: Sequence[Ticket], now: float) -> list[Match]:
    """Find tables, at most one for each player; the order of the tickets does not matter."""
    waiting = sorted(tickets, key=_age)
    pools = _pools(waiting)
    found: list[Match] = []
    for ticket in waiting:
        table = _table(ticket, pools, now)
        if table:
            found.append(table)
            _leave(pools, table)
    return found


def window(ticket: Ticket, now: float) -> float:
    """Tell how far from one's own the rating of others may be."""
    return BASE + GROWTH * max(0.0, now - ticket.since)


def overdue(ticket: Ticket, now: float) -> bool:
    """Tell whether somebody has waited so long that ratings do not matter any more."""
    return now - ticket.since >= LIMIT


def fit(one: Ticket, other: Ticket, now: float) -> bool:
    """Tell whether each of two is in the other's window."""
    apart = abs(one.rating - other.rating)
    return apart <= window(one, now) and apart <= window(other, now)


class _Pool:
    """Those who would sit at a table of one size in one edition, in the order of ratings.

    Neighbours are linked in both directions, so that nobody looks at people who have left.
    """

    def __init__(self) -> None:
        self._tickets: dict[str, Ticket] = {}
        self._below: dict[str, Ticket] = {}
        self._above: dict[str, Ticket] = {}

    def enter(self, ticket: Ticket) -> None:
        """Let somebody in; of several tickets of a player the first one is kept."""
        self._tickets.setdefault(ticket.player, ticket)

    def link(self) -> None:
        """Order everybody, once all are in."""
        ordered = sorted(self._tickets.values(), key=lambda ticket: (ticket.rating, *_age(ticket)))
        for below, above in pairwise(ordered):
            self._below[above.player], self._above[below.player] = below, above

    def leave(self, player: str) -> None:
        """Let somebody out, and join the neighbours."""
        if self._tickets.pop(player, None) is None:
            return
        below, above = self._below.pop(player, None), self._above.pop(player, None)
        _join(self._above, below, above)
        _join(self._below, above, below)

    def nearest(self, ticket: Ticket) -> Iterator[Ticket]:
        """Give the others by how far their ratings are away; nobody, if the ticket is not in."""
        if self._tickets.get(ticket.player) != ticket:
            return iter(())
        sides = (_walk(side, ticket) for side in (self._below, self._above))
        return merge(*sides, key=lambda other: abs(other.rating - ticket.rating))


Pools = dict[tuple[str, int], _Pool]


def _age(ticket: Ticket) -> tuple[float, str]:
    return ticket.since, ticket.id


def _pools(waiting: Sequence[Ticket]) -> Pools:
    pools: Pools = {}
    for ticket in waiting:
        for size in ticket.sizes:
            pools.setdefault((ticket.edition, size), _Pool()).enter(ticket)
    for pool in pools.values():
        pool.link()
    return pools


def _leave(pools: Pools, table: Match) -> None:
    for pool in pools.values():
        for ticket in table.tickets:
            pool.leave(ticket.player)


def _table(ticket: Ticket, pools: Pools, now: float) -> Match | None:
    """Find a table for the oldest of those who are left."""
    for size in sorted(ticket.sizes, reverse=True):
        others = pools[ticket.edition, size].nearest(ticket)
        company = _company(ticket, others, size - 1, now)
        if company:
            return Match(tuple(sorted((ticket, *company), key=_age)), ticket.edition, size)
    return None


def _company(
    ticket: Ticket, others: Iterator[Ticket], number: int, now: float
) -> tuple[Ticket, ...]:
    """Choose whom somebody sits with; nobody, if they are too few.

    Of `CELLS * (number - 1) + 1` people, some `number` are in the same cell and fit each other:
    nothing is missed by looking at no more of them.
    """
    if overdue(ticket, now):
        nearest = tuple(islice(others, number))
        return nearest if len(nearest) == number else ()
    reach = window(ticket, now)
    near = takewhile(lambda other: abs(other.rating - ticket.rating) <= reach, others)
    fitting = (other for other in near if fit(ticket, other, now))
    return _together(list(islice(fitting, CELLS * (number - 1) + 1)), number, now)


def _together(people: Sequence[Ticket], number: int, now: float) -> tuple[Ticket, ...]:
    """Choose some of whom each fits each, the first ones if possible; nobody, if there are none."""
    if number == 1:
        return tuple(people[:1])
    for at, one in enumerate(people):
        rest = [other for other in people[at + 1 :] if fit(one, other, now)]
        others = _together(rest, number - 1, now)
        if others:
            return (one, *others)
    return ()


def _join(links: dict[str, Ticket], one: Ticket | None, other: Ticket | None) -> None:
    """Let a link lead from one to the other; either may be missing at an end."""
    if one and other:
        links[one.player] = other
    elif one:
        del links[one.player]


def _walk(links: dict[str, Ticket], ticket: Ticket) -> Iterator[Ticket]:
    following = links.get(ticket.player)
    while following:
        yield following
        following = links.get(following.player)
