"""Swiss for tables of two by the rules of chess: the Dutch system, by the library py4swiss.

White is seat 0. The library pairs by points, counts how often people were White, lets nobody have
two byes and nobody meet twice, and moves down whom it must. It wants to know a tournament as a
report of wins and draws, but tournaments here have match points of their own. So every game is
reported as a draw that is worth nothing, and the points as accelerations, which it adds to what
games are worth: a win counts as a point, and less than a tenth of one is not seen.

It does not fit everywhere, and then the tables are drawn like those of many (`pods`): if somebody
has sat at a table of another size, if the field is very large, and if no round keeps its rules.
That happens when too many rounds are played for the field, and even before: two who must not have
the same seat a third time in a row may be the only ones who have not met. If a larger table may
take the odd one out, no bye is needed, and the caller should draw pods at once (`fits`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult, ScoringPointSystem
from py4swiss.trf.results import ScoringPointSystemCode as Code
from py4swiss.trf.sections import PlayerSection, XSection
from py4swiss.trf.sections.x_section import XSectionConfiguration

from services.lobby.core.field import Draw, Entrant, Seated, Sizes
from services.lobby.core.pairing.cooling import seeded
from services.lobby.core.pairing.explain import points_in_words
from services.lobby.core.pairing.pods import pair_pods
from services.lobby.core.pairing.sizes import table_sizes

WIN: Final = 10
"""The library counts in tenths of a point."""
LARGEST: Final = 256
"""The largest field that the library pairs within seconds: its time grows with the square."""
DUELS: Final = Sizes(2, frozenset({2}))

Results = Sequence[Mapping[str, int]]
"""For every round so far, the match points that everybody has had, in units; byes included."""


class Rules(NamedTuple):
    """What the library has to know of a tournament."""

    win: int
    """What a win is worth, in units."""
    rounds: int
    """How many there will be: in the last one, those ahead may sit where they sat before."""

    def tenths(self, points: int) -> int:
        """Give points as the library counts them; if a win is worth nothing, all have none."""
        return points * WIN // self.win if self.win else 0


def fits(count: int, sizes: Sizes) -> bool:
    """Tell whether a field of this size plays at tables of two alone."""
    return set(table_sizes(count, sizes)[0]) == {2}


def pair_duels(field: Sequence[Entrant], results: Results, rules: Rules, lot: str) -> Draw:
    """Draw a round of tables of two; the order of the field does not matter."""
    people = sorted(field, key=lambda one: one.number)
    if not 1 < len(people) <= LARGEST or not _only_duels(people):
        return pair_pods(field, DUELS, lot)
    try:
        pairs = DutchEngine.generate_pairings(_report(people, results, rules, lot))
    except PairingError:
        return pair_pods(field, DUELS, lot)
    return Draw(
        tuple(
            _seated(people[pair.white - 1], people[pair.black - 1]) for pair in pairs if pair.black
        ),
        tuple(people[pair.white - 1].player for pair in pairs if not pair.black),
    )


def _only_duels(people: Sequence[Entrant]) -> bool:
    return all(sitting.size == 2 for one in people for sitting in one.sittings)


def _report(people: Sequence[Entrant], results: Results, rules: Rules, lot: str) -> ParsedTrf:
    """Tell the library about everybody; those who have left stand at the end."""
    numbers = _numbers(people)
    had = {name: _tenths(name, results, rules) for name in numbers}
    for one in people:
        had[one.player][-1] = rules.tenths(one.points)
    known = {one.player: _games(one, numbers, len(results)) for one in people}
    away = [_bye(ResultToken.ZERO_POINT_BYE)] * len(results)
    return ParsedTrf(
        player_sections=[
            PlayerSection(
                code=PlayerCode.PLAYER,
                starting_number=number,
                points_times_ten=had[name][-1],
                rank=number,
                results=known.get(name, away),
            )
            for name, number in numbers.items()
        ],
        x_section=XSection(
            number_of_rounds=rules.rounds,
            zeroed_ids={number for name, number in numbers.items() if name not in known},
            scoring_point_system=_worthless(),
            configuration=XSectionConfiguration(first_round_color=seeded(lot).random() < 0.5),
            accelerations={numbers[name]: tenths for name, tenths in had.items()},
        ),
    )


def _numbers(people: Sequence[Entrant]) -> dict[str, int]:
    """Give everybody a number by strength, and those a later one whom they met and who left."""
    met = sorted({other for one in people for sat in one.sittings for other in sat.others})
    names = dict.fromkeys([*(one.player for one in people), *met])
    return {name: number for number, name in enumerate(names, start=1)}


def _tenths(name: str, results: Results, rules: Rules) -> list[int]:
    """List the points that somebody had before each round, and after the last one."""
    points = accumulate((each.get(name, 0) for each in results), initial=0)
    return [rules.tenths(total) for total in points]


def _games(one: Entrant, numbers: Mapping[str, int], rounds: int) -> list[RoundResult]:
    """Tell whom somebody has met, and in which seat; who missed a round may still have a bye."""
    missed = ResultToken.PAIRING_ALLOCATED_BYE if one.byes else ResultToken.ZERO_POINT_BYE
    games = [_bye(missed)] * rounds
    for sitting in one.sittings:
        color = ColorToken.BLACK if sitting.seat else ColorToken.WHITE
        [other] = sitting.others
        game = RoundResult(id=numbers[other], color=color, result=ResultToken.DRAW)
        games[sitting.round - 1] = game
    return games


def _bye(kind: ResultToken) -> RoundResult:
    return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=kind)


def _worthless() -> ScoringPointSystem:
    """Make games worth nothing; what a win would be worth tells who is ahead in the last round."""
    points = ScoringPointSystem()
    for code in (Code.DRAW, Code.PAIRING_ALLOCATED_BYE):
        points.apply_code(code, 0)
    return points


def _seated(white: Entrant, black: Entrant) -> Seated:
    why = f"{points_in_words(white.points, black.points)}; they have not met before."
    return Seated((white.player, black.player), why)
