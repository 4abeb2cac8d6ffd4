"""Fields for tests: people who have not met, and what becomes of them in a round."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from services.lobby.core.field import Draw, Entrant, Sitting, Sizes

NEW_YORK = Sizes(3, frozenset({2, 3}))
LONDON = Sizes(4, frozenset({4, 5}))
UNDERGROUND = Sizes(4, frozenset({2, 3, 4, 5}))
DUELS = Sizes(2, frozenset({2}))


def strangers(count: int) -> list[Entrant]:
    """Give people who have not played yet, the strongest first: p001, p002 and so on."""
    return [Entrant(f"p{number:03}", 0, number) for number in range(1, count + 1)]


def after(
    field: Sequence[Entrant], draw: Draw, number: int, points: Mapping[str, int] | None = None
) -> list[Entrant]:
    """Give the field after a round; `points` are those that people have won in it."""
    sat = {
        player: Sitting(number, seat, len(table.players), _without(table.players, seat))
        for table in draw.tables
        for seat, player in enumerate(table.players)
    }
    return [
        one._replace(
            points=one.points + (points or {}).get(one.player, 0),
            sittings=one.sittings + ((sat[one.player],) if one.player in sat else ()),
            byes=one.byes + (one.player in draw.byes),
        )
        for one in field
    ]


def everybody(draw: Draw) -> list[str]:
    """Name all who are somewhere in a draw, as often as they are."""
    return sorted([*(name for table in draw.tables for name in table.players), *draw.byes])


def names(field: Sequence[Entrant]) -> list[str]:
    return sorted(one.player for one in field)


def meetings(field: Sequence[Entrant]) -> list[int]:
    """Count how often each pair of a field has met."""
    return [one.met(other.player) for one, other in combinations(field, 2)]


def _without(players: tuple[str, ...], seat: int) -> tuple[str, ...]:
    return players[:seat] + players[seat + 1 :]
