"""The next round by py4swiss from a report as chess has it, to compare with."""

from collections.abc import Mapping, Sequence

from py4swiss.engines import DutchEngine
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import (
    ColorToken,
    ResultToken,
    RoundResult,
    ScoringPointSystem,
    ScoringPointSystemCode,
)
from py4swiss.trf.sections import PlayerSection, XSection

from services.lobby.core.field import Entrant
from services.lobby.core.pairing.cooling import seeded
from services.lobby.core.points import FIRST
from services.lobby.duels import Results


def usual_pairs(
    field: Sequence[Entrant], results: Results, rounds: int, lot: str
) -> list[tuple[str, ...]]:
    """Pair the next round from a report as chess has it: 1, a half and 0, for byes a half."""
    system = ScoringPointSystem()
    system.apply_code(ScoringPointSystemCode.PAIRING_ALLOCATED_BYE, 5)
    sections = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=one.number,
            points_times_ten=10 * one.points // FIRST,
            rank=one.number,
            results=[usual_result(one, number, each) for number, each in enumerate(results, 1)],
        )
        for one in field
    ]
    extra = XSection(number_of_rounds=rounds, scoring_point_system=system)
    extra.configuration.first_round_color = seeded(lot).random() < 0.5
    report = ParsedTrf(player_sections=sections, x_section=extra)
    report.validate_contents()
    pairs = [pair for pair in DutchEngine.generate_pairings(report) if pair.black]
    return sorted((f"p{pair.white:03}", f"p{pair.black:03}") for pair in pairs)


def usual_result(one: Entrant, number: int, points: Mapping[str, int]) -> RoundResult:
    sat = [sitting for sitting in one.sittings if sitting.round == number]
    if not sat:
        bye = ResultToken.PAIRING_ALLOCATED_BYE
        return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=bye)
    color = ColorToken.BLACK if sat[0].seat else ColorToken.WHITE
    tokens = {FIRST: ResultToken.WIN, 0: ResultToken.LOSS, FIRST // 2: ResultToken.DRAW}
    return RoundResult(id=int(sat[0].others[0][1:]), color=color, result=tokens[points[one.player]])
