"""All draws of a small field, one after the other: what a clever search is compared with."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from hypothesis import strategies as st

from services.lobby.core.pairing.weights import Matrix

SHAPES = ((4,), (2, 2), (3, 2), (2, 2, 2), (3, 3), (4, 3), (3, 2, 2), (4, 4), (3, 3, 2), (5, 4))


def all_draws(players: Sequence[int], shape: Sequence[int]) -> Iterator[list[list[int]]]:
    """List every way to seat players at tables of these sizes; some more than once."""
    if not shape:
        yield []
        return
    for table in combinations(players, shape[0]):
        rest = [player for player in players if player not in table]
        for others in all_draws(rest, shape[1:]):
            yield [list(table), *others]


def repeats(draw: Sequence[Sequence[int]], met: Matrix) -> list[int]:
    """Tell how often each pair had met that meets again."""
    pairs = [pair for table in draw for pair in combinations(table, 2)]
    return [met[one][other] for one, other in pairs if met[one][other]]


@st.composite
def histories(draw: st.DrawFn) -> tuple[tuple[int, ...], Matrix]:
    """Give sizes of tables, and how often people have met who sit there."""
    shape = draw(st.sampled_from(SHAPES))
    count = sum(shape)
    times = st.sampled_from(draw(st.sampled_from([(0, 1), (0, 0, 1, 2), (0, 1, 1, 2, 3)])))
    met = [[0] * count for _ in range(count)]
    for one, other in combinations(range(count), 2):
        met[one][other] = met[other][one] = draw(times)
    return shape, met
