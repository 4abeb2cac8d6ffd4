"""What all ways of pairing have in common once they know who sits together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from services.lobby.core.field import Draw, Entrant, Seated
from services.lobby.core.pairing.seats import order_seats

Group = Sequence[Entrant]


def drawn(groups: Sequence[Group], resting: Group, why: Callable[[Group], str]) -> Draw:
    """Seat everybody at their tables; a draw is proven only if nobody meets anybody again."""
    repeats = sum(len(acquainted(group)) for group in groups)
    return Draw(
        tuple(Seated(order_seats(group), why(group)) for group in groups),
        tuple(one.player for one in resting),
        repeats,
        proven=repeats == 0,
    )


def acquainted(group: Group) -> list[tuple[Entrant, Entrant]]:
    """List the pairs who have sat together before."""
    return [pair for pair in combinations(group, 2) if pair[0].met(pair[1].player)]


def repeats_in_words(group: Group) -> str:
    """Tell who meets again, after what else there is to say; nothing if nobody does."""
    pairs = [f"{one.player} and {other.player}" for one, other in acquainted(group)]
    return f"; {in_words(pairs)} have met before" if pairs else ""


def in_words(items: Sequence[object]) -> str:
    """Write a list as in a sentence."""
    *most, last = map(str, items)
    return f"{', '.join(most)} and {last}" if most else last
