"""Perfect schedules: everybody plays in every round, and every pair meets exactly once.

For tables of two that is the circle method. For larger ones it is a resolvable design, and those
that are known to have a simple construction are made here, over finite fields:

- the lines of affine spaces: as many players as a power of the size, such as 9, 16, 25, 27, 64;
- tables of three, after Ray-Chaudhuri and Wilson: 2q + 1 and 3q players, where q is a power of
  a prime and 1 more than a multiple of 6: 15 (Kirkman's schoolgirls), 21, 27, 39, 51, 57 and so on;
- tables of four, after Bose: 3q + 1 players, where q is a power of a prime and 1 more than a
  multiple of 4: 16, 28, 40, 52, 76 and so on.

A few players less than such a number still have the schedule, with smaller tables where somebody
is missing.
"""

from __future__ import annotations

from collections.abc import Sequence

from services.lobby.core.field import Sizes
from services.lobby.core.pairing.galois import Field, field_of, is_power

Round = tuple[tuple[int, ...], ...]
"""Tables of players, who are counted from 0; one alone has a bye."""
Schedule = tuple[Round, ...]
_Point = tuple[int | None, int]
"""An element of a field, and the copy of the field it is in; None for one who stays alone."""
_Table = tuple[_Point, ...]


def perfect(count: int, sizes: Sizes) -> Schedule | None:
    """Find a schedule in which every pair meets exactly once, if one of these fits the sizes."""
    if sizes.wanted == 2:
        return circle(count)
    for missing in range(sizes.wanted):
        rounds = design(count + missing, sizes.wanted)
        if rounds is None:
            continue
        left = tuple(_without(tables, count) for tables in rounds)
        if all(len(table) in sizes.allowed for tables in left for table in tables):
            return left
    return None


def circle(count: int) -> Schedule:
    """Let all pairs of players meet: one stays, the others go round; if odd, one has a bye."""
    movers = count - 1 + count % 2
    rounds = []
    for step in range(movers):
        pairs = [((step + i) % movers, (step - i) % movers) for i in range(1, (movers + 1) // 2)]
        rounds.append(((step,) if count % 2 else (step, movers), *pairs))
    return tuple(rounds)


def design(count: int, size: int) -> Schedule | None:
    """Find a schedule of full tables, from three on, in which every pair meets exactly once."""
    if is_power(count, size) and (field := field_of(count)):
        return _affine(field, size)
    if size == 3 and (field := _field(count, 2, 1, 6)):
        return _kirkman(field)
    if size == 3 and (field := _field(count, 3, 0, 6)):
        return _tripled(field)
    if size == 4 and (field := _field(count, 3, 1, 4)):
        return _bose(field)
    return None


def _without(tables: Round, count: int) -> Round:
    left = (tuple(player for player in table if player < count) for table in tables)
    return tuple(table for table in left if table)


def _field(count: int, copies: int, more: int, step: int) -> Field | None:
    """Find the field of which `copies` and `more` points make as many points as players."""
    order, rest = divmod(count - more, copies)
    return field_of(order) if rest == 0 and order > 1 and order % step == 1 else None


def _affine(field: Field, size: int) -> Schedule:
    """Let a round be the lines of one direction: the multiples of a power, and all shifts."""
    directions = len(field.powers) // (size - 1)
    lines = [(0, *field.powers[i::directions]) for i in range(directions)]
    return tuple(_shifts(field, line) for line in lines)


def _shifts(field: Field, line: tuple[int, ...]) -> Round:
    tables = {
        tuple(sorted(field.add(element, by) for element in line)) for by in range(field.order)
    }
    return tuple(sorted(tables))


def _kirkman(field: Field) -> Schedule:
    """Seat 2q + 1 at tables of three: two copies of the field, and one who stays (q = 6t + 1)."""
    part, power = len(field.powers) // 6, field.power
    wanted = field.add(power(part), 1)
    middle = next(m for m in range(6 * part) if field.add(power(m), power(m)) == wanted)
    mixed = [
        ((power(i), 0), (power(i + part), 0), (power(i + middle), 1))
        for third in range(3)
        for i in range(2 * third * part, (2 * third + 1) * part)
    ]
    pure = [tuple((power(i + middle + k * part), 1) for k in (1, 3, 5)) for i in range(part)]
    return _developed(field, [*mixed, *pure, ((0, 0), (0, 1), (None, 2))])


def _tripled(field: Field) -> Schedule:
    """Seat 3q at tables of three: three copies of the field (q = 6t + 1)."""
    part, power = len(field.powers) // 6, field.power
    corners = [[power(i + 2 * k * part) for k in range(3)] for i in range(6 * part)]
    pure = [tuple((x, copy) for x in corners[i]) for i in range(part) for copy in range(3)]
    mixed = [tuple(zip(corner, range(3), strict=True)) for corner in corners]
    together = [table for i, table in enumerate(mixed) if i // part % 2]
    alone = [table for i, table in enumerate(mixed) if i // part % 2 == 0]
    rounds = _developed(field, [*pure, *together, ((0, 0), (0, 1), (0, 2))])
    return rounds + tuple(_orbit(field, table) for table in alone)


def _bose(field: Field) -> Schedule:
    """Seat 3q + 1 at tables of four: three copies of the field, and one who stays (q = 4t + 1)."""
    half, power = len(field.powers) // 2, field.power
    shift = next(odd for odd in range(1, 2 * half, 2) if _parts(field, power(odd)))
    tables = [
        (
            *((power(i + k * half), copy) for k in range(2)),
            *((power(i + k * half + shift), (copy + 1) % 3) for k in range(2)),
        )
        for i in range(0, half, 2)
        for copy in range(3)
    ]
    return _developed(field, [*tables, ((0, 0), (0, 1), (0, 2), (None, 3))])


def _parts(field: Field, element: int) -> bool:
    """Tell whether one more and one less than an element are a square and none, or none and one."""
    minus = field.power(len(field.powers) // 2)
    near = [field.add(element, 1), field.add(element, minus)]
    return all(near) and sum(map(field.exponent, near)) % 2 == 1


def _developed(field: Field, tables: Sequence[_Table]) -> Schedule:
    """Make a round into as many as the field has elements: each shifts the whole of it."""
    return tuple(tuple(_shifted(field, table, by) for table in tables) for by in range(field.order))


def _orbit(field: Field, table: _Table) -> Round:
    """Make a table into a round."""
    return tuple(_shifted(field, table, by) for by in range(field.order))


def _shifted(field: Field, table: _Table, by: int) -> tuple[int, ...]:
    return tuple(
        copy * field.order + (0 if element is None else field.add(element, by))
        for element, copy in table
    )
