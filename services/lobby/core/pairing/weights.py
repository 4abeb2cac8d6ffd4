"""What a draw is judged by, as one number: the smaller, the better.

In this order: how many pairs meet again; how often they had met (a third meeting is worse than a
second one); how often those at tables of another size than wanted had sat at such tables before;
how far the points of those who sit together are apart, as the sum over all pairs at a table of the
squared difference. Each weighs more than all that follow it can come to. Everything belongs to a
pair or to one player, so that it is quickly known what a swap would change.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations
from typing import NamedTuple, TypeAlias

from services.lobby.core.field import Entrant

Groups: TypeAlias = Sequence[Sequence[int]]
"""Who sit together, by their places in the field."""
Matrix: TypeAlias = list[list[int]]


class Weights(NamedTuple):
    """What sitting together costs."""

    pairs: Matrix
    odd: list[int]
    """Of each player: what sitting at a table of another size than wanted costs."""


def meetings(field: Sequence[Entrant]) -> Matrix:
    """Count how often each has met each of the field; what one of two remembers has been so."""
    places = {entrant.player: place for place, entrant in enumerate(field)}
    counts = [[0] * len(field) for _ in field]
    for place, entrant in enumerate(field):
        met = Counter(chain.from_iterable(sitting.others for sitting in entrant.sittings))
        for other in places.keys() & met.keys() - {entrant.player}:
            times = max(met[other], counts[place][places[other]])
            counts[place][places[other]] = counts[places[other]][place] = times
    return counts


def odd_tables(entrant: Entrant, wanted: int) -> int:
    """Count the tables of another size than wanted that somebody has sat at."""
    return sum(sitting.size != wanted for sitting in entrant.sittings)


def count_repeats(groups: Groups, met: Matrix) -> int:
    """Count the pairs that meet again."""
    return sum(met[one][other] > 0 for group in groups for one, other in combinations(group, 2))


def distance(group: Sequence[Entrant]) -> int:
    """Tell how far the points of a table are apart: squared differences of all pairs, added up."""
    return sum((one.points - other.points) ** 2 for one, other in combinations(group, 2))


def weigh(field: Sequence[Entrant], met: Matrix, shape: Sequence[int], wanted: int) -> Weights:
    """Weigh all that sitting together can cost."""
    points = [entrant.points for entrant in field]
    odd = [odd_tables(entrant, wanted) for entrant in field]
    most = max(map(max, met), default=0)
    pairs = sum(size * (size - 1) // 2 for size in shape)
    again = pairs * (max(points, default=0) - min(points, default=0)) ** 2 + 1
    often = again * (sum(odd) + 1)
    repeat = often * (pairs * most**2 + 1)
    costs = [0] + [repeat + often * times**2 for times in range(1, most + 1)]
    return Weights(
        [
            [costs[times] + (mine - theirs) ** 2 for times, theirs in zip(row, points, strict=True)]
            for row, mine in zip(met, points, strict=True)
        ],
        [again * times for times in odd],
    )
