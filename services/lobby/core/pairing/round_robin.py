"""Round-robin: everybody meets everybody, equally often as far as that can be had.

Where a perfect schedule is known (`designs`), that is it. Elsewhere a search makes the numbers of
meetings as equal as it can: rounds that come full circle are made from the first one (`cycles`),
others one by one (`balance`). The measure is the difference between the pair that meets most
often and the one that meets least. What comes out is the same on every machine.

The schedule is made for those who are there at the beginning, and is kept when somebody leaves:
their seat stays empty, a table that shrinks is played by those who are left, if so many may play,
and one who is left alone has a bye. So all others still meet as planned. If a table becomes too
small to be played, or if somebody comes late, the remaining rounds are drawn anew, one by one,
with everything that has been played in mind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from services.lobby.core.field import Draw, Entrant, Sizes
from services.lobby.core.pairing.balance import Past, balanced
from services.lobby.core.pairing.cycles import cycle, length
from services.lobby.core.pairing.designs import Schedule, perfect
from services.lobby.core.pairing.drawing import Group, drawn, repeats_in_words
from services.lobby.core.pairing.sizes import table_sizes

SEARCHED: Final = 32
"""Up to so many players the number of rounds is found by trying."""
LONGEST: Final = 3
"""How many times as long as in a perfect schedule it may take until all pairs have met."""
REMEMBERED: Final = 64
"""Schedules that are kept, as every round of a tournament asks for its own again."""


def rounds_of(count: int, sizes: Sizes) -> int:
    """Tell in how many rounds everybody meets everybody: as few as are found.

    For large fields without a perfect schedule it is the number that a perfect one would have:
    a few pairs do not meet then, and others meet twice.
    """
    if whole := _whole(count, sizes):
        return len(whole)
    tables = _tables(count, sizes)
    fewest = -(-count * (count - 1) // sum(size * (size - 1) for size in tables))
    if count > SEARCHED:
        return fewest
    tried = range(fewest, LONGEST * fewest, 1 + fewest // 6)
    return next((each for each in tried if _spread(schedule(count, sizes, each))[0]), tried.stop)


def even_rounds(count: int, sizes: Sizes) -> int:
    """Tell after how many rounds pairs have met equally often, or as nearly so as is known."""
    whole = _whole(count, sizes)
    return len(whole) if whole else length(_tables(count, sizes))


@lru_cache(REMEMBERED)
def schedule(count: int, sizes: Sizes, rounds: int | None = None) -> Schedule:
    """Plan all rounds; players are counted from 0, and a table of one is a bye."""
    rounds = rounds or rounds_of(count, sizes)
    if whole := _whole(count, sizes):
        return (whole * -(-rounds // len(whole)))[:rounds]
    tables = _tables(count, sizes)
    times, rest = divmod(rounds, length(tables))
    lot = f"{tables}"
    full = cycle(tables, lot) * times if times else ()
    return full + (balanced(tables, rest, lot, _past(full)) if rest else ())


def pair_round_robin(
    field: Sequence[Entrant],
    sizes: Sizes,
    number: int,
    rounds: int | None,
    lot: str,
    withdrawn: Collection[str] = (),
) -> Draw:
    """Draw a round: the planned one, or one that is drawn anew if the plan cannot be kept.

    The field is everybody who has ever been in it, and `withdrawn` are those who are not any more.
    """
    people = sorted(field, key=lambda one: one.number)
    plan = schedule(len(people), sizes, rounds)
    if not 0 < number <= len(plan):
        raise ValueError(f"there is no round {number}: the schedule has {len(plan)}")
    groups = [
        [people[i] for i in table if people[i].player not in withdrawn]
        for table in plan[number - 1]
    ]
    kept = all(len(group) in {0, 1, *sizes.allowed} for group in groups)
    if kept and _was_kept(people, plan[: number - 1], withdrawn):
        why = f"Round {number} of {len(plan)} of the schedule, in which every pair meets "
        return _drawn(groups, why + _times(plan))
    here = [one for one in people if one.player not in withdrawn]
    why = f"Round {number} of {len(plan)}, drawn anew because people have come or left"
    return _drawn(_anew(here, sizes, len(plan) - number + 1, lot), why)


def _whole(count: int, sizes: Sizes) -> Schedule | None:
    """Find a schedule in which every pair meets exactly once."""
    alone = ((tuple(range(count)),),) if table_sizes(count, sizes) == ((count,), 0) else None
    return perfect(count, sizes) or alone


def _tables(count: int, sizes: Sizes) -> tuple[int, ...]:
    """Give the sizes of a round's tables; a bye is a table of one."""
    tables, byes = table_sizes(count, sizes)
    if not tables:
        raise ValueError(f"{count} are too few: nobody plays at a table of {count}")
    return (*tables, *(1,) * byes)


def _meetings(plan: Schedule) -> Counter[tuple[int, int]]:
    tables = [sorted(table) for tables in plan for table in tables]
    return Counter(pair for table in tables for pair in combinations(table, 2))


def _spread(plan: Schedule) -> list[int]:
    """List how often pairs meet, each number once."""
    met = _meetings(plan)
    pairs = combinations(range(sum(map(len, plan[0]))), 2)
    return sorted({met[pair] for pair in pairs})


def _times(plan: Schedule) -> str:
    spread = _spread(plan)
    if len(spread) > 1:
        return f"{spread[0]} to {spread[-1]} times"
    return "once" if spread == [1] else f"{spread[0]} times"


def _past(plan: Schedule) -> Past:
    seats = ((one, len(table)) for tables in plan for table in tables for one in table)
    return Past(_meetings(plan), Counter(seats))


def _was_kept(people: Group, plan: Schedule, gone: Collection[str]) -> bool:
    """Tell whether everybody who is left has met whom they should have, but for those who left."""
    return all(
        people[i].player in gone
        or _sat_with(people[i], number, {people[j].player for j in table}, gone)
        for number, tables in enumerate(plan, start=1)
        for table in tables
        for i in table
    )


def _sat_with(one: Entrant, number: int, planned: set[str], gone: Collection[str]) -> bool:
    others = {other for sat in one.sittings if sat.round == number for other in sat.others}
    return others <= planned and planned - others - {one.player} <= {*gone}


def _anew(here: Group, sizes: Sizes, left: int, lot: str) -> list[list[Entrant]]:
    """Draw the next of the rounds that are left, so that they even out what has been."""
    tables, byes = table_sizes(len(here), sizes)
    if not tables:
        return [[one] for one in here]
    index = {one.player: i for i, one in enumerate(here)}
    met = Counter(
        (i, index[other])
        for i, one in enumerate(here)
        for sitting in one.sittings
        for other in sitting.others
        if index.get(other, -1) > i
    )
    sat = Counter((i, sitting.size) for i, one in enumerate(here) for sitting in one.sittings)
    sat.update({(i, 1): one.byes for i, one in enumerate(here)})
    made = balanced((*tables, *(1,) * byes), left, lot, Past(met, sat))
    return [[here[i] for i in table] for table in made[0]]


def _drawn(groups: Sequence[Group], why: str) -> Draw:
    tables = [group for group in groups if len(group) > 1]
    resting = [group[0] for group in groups if len(group) == 1]
    return drawn(tables, resting, lambda group: f"{why}{repeats_in_words(group)}.")
