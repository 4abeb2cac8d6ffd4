"""Knockout: some of each table go on, the others are out, until all who are left share a table.

The strongest are spread over the tables by their numbers, there and back: 1 2 3 / 6 5 4 / 7 8 9.
People of the same row change tables where that spares them somebody they have met. If not all
tables are of one size, the larger ones go to those who had the smaller ones, or byes, before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations
from math import inf

from services.lobby.core.field import Draw, Entrant, Sizes
from services.lobby.core.pairing.drawing import (
    Group,
    acquainted,
    drawn,
    in_words,
    repeats_in_words,
)
from services.lobby.core.pairing.sizes import table_sizes
from services.lobby.core.points import RESIGNED, Played, places
from services.lobby.core.tiebreaks import draw_lots

_Groups = list[list[Entrant]]


def is_final(count: int, sizes: Sizes) -> bool:
    """Tell whether all who are left sit at one table."""
    return table_sizes(count, sizes) == ((count,), 0)


def rounds_of(count: int, sizes: Sizes, k: int) -> int:
    """Tell how many rounds there are with so many players, if `k` of each table go on."""
    smallest = min(sizes.allowed)
    if count < smallest:
        raise ValueError(f"{count} are too few: the smallest table is one of {smallest}")
    if is_final(count, sizes):
        return 1
    return 1 + rounds_of(_left(count, sizes, k), sizes, k)


def pair_knockout(alive: Sequence[Entrant], sizes: Sizes, number: int, lot: str) -> Draw:
    """Draw a round; who has a bye goes on without playing.

    Byes are there only if no tables of allowed sizes take everybody. They go to those who have
    had the fewest, and then to the strongest.
    """
    tables, byes = table_sizes(len(alive), sizes)
    resting = sorted(alive, key=lambda one: (one.byes, one.number))[:byes]
    playing = sorted(set(alive).difference(resting), key=lambda one: one.number)
    groups = _spread(playing, tables, sizes.wanted, lot)
    _part(groups)
    name = "The final" if is_final(len(alive), sizes) else f"Round {number}"
    return drawn(groups, resting, lambda group: _why(name, group))


def advancing(table: Played, numbers: Mapping[str, int], k: int) -> tuple[int, ...]:
    """Give the seats of those who go on from a table, the best first.

    Of equal places the one with more points of the game comes first, then the one with the better
    number. Who has resigned comes after everybody else.
    """
    if not 0 < k < len(table.players):
        raise ValueError(f"{k} of {len(table.players)} cannot go on: some have to, and some not")
    order = {seat: _merit(table, seat, numbers) for seat in range(len(table.players))}
    return tuple(sorted(order, key=order.__getitem__)[:k])


def survivors(
    tables: Sequence[Played], numbers: Mapping[str, int], sizes: Sizes, k: int, byes: int = 0
) -> tuple[str, ...]:
    """Name those who go on from a round, besides those who had byes.

    If they would not fill the smallest table, the best of all others go on with them: they are
    compared like people of one table.
    """
    best = {(table, seat) for table in tables for seat in advancing(table, numbers, k)}
    seats = [(table, seat) for table in tables for seat in range(len(table.players))]
    seats.sort(key=lambda each: (each not in best, _merit(each[0], each[1], numbers)))
    going = max(len(best), min(sizes.allowed) - byes)
    return tuple(table.players[seat] for table, seat in seats[:going])


def _left(count: int, sizes: Sizes, k: int) -> int:
    """Tell how many are left after a round."""
    tables, byes = table_sizes(count, sizes)
    if not 0 < k < min(tables):
        raise ValueError(f"{k} of each table cannot go on: of {count}, {min(tables)} share a table")
    return max(k * len(tables) + byes, min(sizes.allowed))


def _spread(playing: Group, tables: Sequence[int], wanted: int, lot: str) -> _Groups:
    """Deal people to tables in rows, there and back, the weakest to those that are larger."""
    groups: _Groups = [[] for _ in tables]
    people = iter(playing)
    _deal(people, groups, [min(tables, default=0)] * len(tables))
    lots = draw_lots(lot, [one.player for one in playing])
    spared = {i: (_spared(group, wanted), lots[group[0].player]) for i, group in enumerate(groups)}
    order = sorted(spared, key=spared.__getitem__)
    room = dict(zip(order, sorted(tables), strict=True))
    _deal(people, groups, [room[i] for i in range(len(tables))])
    return groups


def _deal(people: Iterator[Entrant], groups: _Groups, room: Sequence[int]) -> None:
    """Fill tables row by row."""
    for row in range(max(room, default=0)):
        open_ = [i for i, group in enumerate(groups) if len(group) == row < room[i]]
        for i in reversed(open_) if row % 2 else open_:
            groups[i].append(next(people))


def _spared(group: Group, wanted: int) -> int:
    """Count how many opponents fewer than usual people have had so far."""
    sittings = chain.from_iterable(one.sittings for one in group)
    missing = sum(wanted - sitting.size for sitting in sittings)
    return missing + sum(one.byes for one in group) * wanted


def _part(groups: _Groups) -> None:
    """Swap people of the same row, the weakest first, while that lets fewer meet again."""
    rows = [
        (one, other, row)
        for one, other in combinations(groups, 2)
        for row in reversed(range(min(len(one), len(other))))
    ]
    while sum(_swap(*each) for each in rows):
        continue


def _swap(one: list[Entrant], other: list[Entrant], row: int) -> bool:
    before = len(acquainted(one)) + len(acquainted(other))
    if not before:
        return False
    one[row], other[row] = other[row], one[row]
    if len(acquainted(one)) + len(acquainted(other)) < before:
        return True
    one[row], other[row] = other[row], one[row]
    return False


def _merit(table: Played, seat: int, numbers: Mapping[str, int]) -> tuple[float, ...]:
    """Give what people are compared by: less is better."""
    total = table.totals[seat]
    return (
        table.standings[seat] == RESIGNED,
        places(table.ranks, table.standings)[seat],
        inf if total is None else -total,
        numbers[table.players[seat]],
    )


def _why(name: str, group: Group) -> str:
    numbers = sorted(one.number for one in group)
    return f"{name}: numbers {in_words(numbers)} by strength{repeats_in_words(group)}."
