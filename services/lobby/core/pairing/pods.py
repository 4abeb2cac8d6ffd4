"""The swiss draw for tables of many: those of like score sit together, and nobody meets twice.

Who has a bye is decided first: those with the fewest byes, of them the lowest in the standings.
The tables are then drawn by what `weights` says, the most important first. A search by swaps finds
a good draw. If it has repeats and the field is not too large, `exact` finds and proves the fewest.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from services.lobby.core.field import Draw, Entrant, Seated, Sizes
from services.lobby.core.pairing.cooling import seeded
from services.lobby.core.pairing.exact import Answer, fewest_repeats, least_repeats
from services.lobby.core.pairing.explain import Drawn, explain
from services.lobby.core.pairing.layout import first_layout, standing
from services.lobby.core.pairing.seats import order_seats
from services.lobby.core.pairing.sizes import table_sizes
from services.lobby.core.pairing.swaps import improved
from services.lobby.core.pairing.weights import Groups, Matrix, count_repeats, meetings, weigh

LARGEST: Final = 32
"""The largest field for which the fewest repeats are searched for until they are proven."""


def pair_pods(field: Sequence[Entrant], sizes: Sizes, lot: str) -> Draw:
    """Draw a round; the order of the field does not matter."""
    shape, byes = table_sizes(len(field), sizes)
    resting = sorted(field, key=lambda one: (one.byes, one.points, -one.number))[:byes]
    playing = sorted(set(field).difference(resting), key=standing)
    answer = _seat(playing, shape, sizes.wanted, seeded(lot))
    tables = [[playing[place] for place in group] for group in sorted(map(sorted, answer.groups))]
    drawn = Drawn(tables, resting, sizes.wanted, answer.proven)
    return Draw(
        tuple(map(Seated, map(order_seats, tables), explain(drawn))),
        tuple(one.player for one in resting),
        drawn.repeats,
        answer.proven,
    )


def _seat(field: Sequence[Entrant], shape: Sequence[int], wanted: int, chance: Random) -> Answer:
    """Find a good draw, and make sure that it has no repeats too many."""
    met = meetings(field)
    weights = weigh(field, met, shape, wanted)
    groups = improved(weights, first_layout(field, shape, wanted), wanted, chance)
    answer = _checked(groups, met)
    if answer.groups is not groups:
        groups = improved(weights, answer.groups, wanted, chance)
    return Answer(groups, answer.proven)


def _checked(groups: Groups, met: Matrix) -> Answer:
    """Tell whether a draw has the fewest repeats; if that can be told, give one that has."""
    if count_repeats(groups, met) == least_repeats(met, [len(group) for group in groups]):
        return Answer(groups, proven=True)
    return fewest_repeats(met, groups) if len(met) <= LARGEST else Answer(groups, proven=False)
