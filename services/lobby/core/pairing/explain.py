"""Why these people sit together, in a sentence for them: nothing that is not so in the draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from services.lobby.core.field import UNIT, Entrant
from services.lobby.core.pairing.drawing import Group, acquainted, in_words
from services.lobby.core.pairing.weights import distance, odd_tables

MANY: Final = 3
"""More pairs who meet again than these are not named."""


class Drawn(NamedTuple):
    """A round whose tables are to be explained."""

    tables: Sequence[Group]
    resting: Group
    wanted: int
    """How many should sit at a table."""
    proven: bool
    """Whether it is certain that no draw has fewer repeats."""

    @property
    def repeats(self) -> int:
        """How many pairs meet again."""
        return sum(len(acquainted(table)) for table in self.tables)

    @property
    def is_first(self) -> bool:
        """Whether nobody has played yet."""
        return not any(entrant.sittings for table in self.tables for entrant in table)


class Swap(NamedTuple):
    """Two players of different tables who could change places."""

    here: Entrant
    there: Entrant
    table: Group
    other: Group

    @property
    def after(self) -> tuple[Group, Group]:
        """The two tables as they would be."""
        come = [one for one in self.table if one is not self.here]
        gone = [one for one in self.other if one is not self.there]
        return [*come, self.there], [*gone, self.here]

    @property
    def nearer(self) -> int:
        """By how much the points at both tables would be nearer; nothing if not here, too."""
        come, gone = self.after
        here = distance(self.table) - distance(come)
        return here + distance(self.other) - distance(gone) if here > 0 else 0


def explain(drawn: Drawn) -> list[str]:
    """Give a sentence for each table; who has a bye is told at the last one."""
    whys = [[*_reasons(drawn, table)] for table in drawn.tables]
    if whys and drawn.resting:
        whys[-1].append(_resting(drawn.resting))
    return [f"{'; '.join(why)}." for why in whys]


def points_in_words(*points: int) -> str:
    """Write points, given in units: the range of several ones."""
    low, high = (
        f"{each / UNIT:.3f}".rstrip("0").rstrip(".") for each in (min(points), max(points))
    )
    each = " each" if len(points) > 1 and low == high else ""
    return f"{low if low == high else f'{low} to {high}'} point{'' if high == '1' else 's'}{each}"


def held_up(drawn: Drawn, table: Group) -> Swap | None:
    """Find the swap that would bring a table the most likely points, and was not made.

    It is for whoever has points that are farthest from those of the others, the lowest of such.
    """
    total = sum(one.points for one in table)
    floater = max(reversed(table), key=lambda one: abs(one.points * len(table) - total))
    others = [each for each in drawn.tables if each is not table]
    swaps = (Swap(floater, one, table, other) for other in others for one in other)
    best = max(swaps, key=lambda swap: swap.nearer, default=None)
    return best if best is not None and best.nearer > 0 else None


def _reasons(drawn: Drawn, table: Group) -> Iterator[str]:
    if drawn.is_first:
        numbers = in_words(sorted(one.number for one in table))
        yield f"numbers {numbers} of the field, so that the strong ones meet late"
    else:
        yield points_in_words(*(one.points for one in table))
        yield from _moved(drawn, table)
    yield from _repeats(drawn, table)
    yield from _size(drawn, table)


def _moved(drawn: Drawn, table: Group) -> Iterator[str]:
    """Tell why somebody with other points is here."""
    swap = held_up(drawn, table)
    if swap is None:
        return
    way = "up" if swap.here.points < swap.there.points else "down"
    moved = f"so {swap.here.player} moved {way} from {points_in_words(swap.here.points)}"
    before, after = _met((table, swap.other)), _met(swap.after)
    if after > before:
        one, other = _new_pair(swap)
        yield f"{one.player} and {other.player} met in {_rounds(one, other)}, {moved}"
    elif (len(table) == drawn.wanted) != (len(swap.other) == drawn.wanted):
        often = max(swap[:2], key=lambda one: odd_tables(one, drawn.wanted))
        yield f"{often.player} has sat at tables of another size more often, {moved}"


def _repeats(drawn: Drawn, table: Group) -> Iterator[str]:
    """Tell who meets again, and whether that had to be."""
    pairs = acquainted(table)
    if not pairs:
        return
    number = f"{drawn.repeats} repeat{'' if drawn.repeats == 1 else 's'}"
    certain = f"no draw has fewer than {number}"
    found = f"no draw with fewer than {number} was found"
    yield f"{_pairs(table, pairs)}: {certain if drawn.proven else found}"


def _pairs(table: Group, pairs: Sequence[tuple[Entrant, Entrant]]) -> str:
    """Name those who meet again; if they are many, only how many."""
    if len(pairs) > MANY:
        return f"{len(pairs)} of {len(table) * (len(table) - 1) // 2} pairs have met before"
    who = [f"{one.player} and {other.player} after {_rounds(one, other)}" for one, other in pairs]
    return f"{', '.join(who)} meet again"


def _size(drawn: Drawn, table: Group) -> Iterator[str]:
    """Tell why a table is smaller or larger, and whether it is so for the first time."""
    if len(table) == drawn.wanted:
        return
    count = sum(map(len, drawn.tables))
    most = max(odd_tables(one, drawn.wanted) for one in table)
    times = {1: "once", 2: "twice"}.get(most, f"{most} times")
    before = f"more often than {times}" if most else "before"
    why = f"since tables of {drawn.wanted} do not seat {count}"
    yield f"a table of {len(table)}, {why}: nobody here has sat at such a table {before}"


def _resting(resting: Group) -> str:
    has = "has" if len(resting) == 1 else "have"
    names = in_words([one.player for one in resting])
    return f"{names} {has} a bye: the fewest byes so far, then the lowest place"


def _met(tables: Sequence[Group]) -> tuple[int, int]:
    """Weigh how many meet again, and how often they had met."""
    times = [one.met(other.player) for table in tables for one, other in combinations(table, 2)]
    return sum(each > 0 for each in times), sum(each**2 for each in times)


def _new_pair(swap: Swap) -> tuple[Entrant, Entrant]:
    """Find two who would meet again only after a swap; those who met most often."""
    come, gone = swap.after
    pairs = [(swap.there, one) for one in come] + [(swap.here, one) for one in gone]
    return max(pairs, key=lambda pair: pair[0].met(pair[1].player))


def _rounds(one: Entrant, other: Entrant) -> str:
    rounds = [each.round for each in one.sittings if other.player in each.others]
    return f"round{'' if len(rounds) == 1 else 's'} {in_words(rounds)}"
