"""Tournaments for tests: rounds that are drawn, and results that come by chance."""

from collections.abc import Sequence
from random import Random

from services.lobby.core.field import Draw, Entrant, Sizes
from services.lobby.core.pairing.pods import pair_pods
from services.lobby.core.points import PLAYING, match_points
from tests.lobby.core.pairing.fields import after, strangers


def play(field: Sequence[Entrant], draw: Draw, number: int, chance: Random) -> list[Entrant]:
    """Give the field after a round in which chance decides; some places are shared."""
    points: dict[str, int] = {}
    for table in draw.tables:
        ranks = [chance.randint(1, len(table.players)) for _ in table.players]
        won = match_points(ranks, [PLAYING] * len(ranks))
        points |= zip(table.players, won, strict=True)
    return after(field, draw, number, points)


def played(count: int, sizes: Sizes, rounds: int, lot: str) -> list[Entrant]:
    """Give a field after some rounds of a swiss tournament."""
    field = strangers(count)
    for number in range(1, rounds + 1):
        draw = pair_pods(field, sizes, f"{lot}:{number}")
        field = play(field, draw, number, Random(f"{lot}:{number}"))  # noqa: S311
    return field


def tables_of(draw: Draw, field: Sequence[Entrant]) -> list[list[Entrant]]:
    """Give the tables of a draw as those who sit there."""
    known = {one.player: one for one in field}
    return [[known[player] for player in table.players] for table in draw.tables]
