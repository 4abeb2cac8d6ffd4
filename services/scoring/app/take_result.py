"""A game has finished: its sheets are scored, and its result counts, exactly once.

The result, all that follows from it and the message that leaves are written by one script, with
the id of the message that came. What ratings were made from is compared in that script: if a
result of the same players came first, they are made again. So ratings depend on nothing but the
results in their order, however many workers take messages and wherever they are killed.
"""

from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple

import orjson

from services.contracts.messages import GameScored1
from services.plumbing.errors import ServiceError
from services.plumbing.moments import moment
from services.scoring.app.bury import bury
from services.scoring.app.derive import Deriving
from services.scoring.app.errors import BusyError, MessageError
from services.scoring.app.finished_game import Finished, read_finished
from services.scoring.app.results import Result, result_of
from services.scoring.app.scoring import Scoring
from services.scoring.core.errors import ScoringError
from services.scoring.core.game import GameResult, score_game
from services.scoring.store.ports import Repeated, Stale, Taking, Written

ATTEMPTS: Final = 100
"""More than there can be results of the same players at the same time."""

SCORED: Final = "scored"
REPEATED: Final = "repeated"
DEAD: Final = "dead"


class Taken(NamedTuple):
    """What became of a message."""

    outcome: Literal["scored", "repeated", "dead"]
    message: str
    """Its id, or the one it was given."""
    sequence: int | None = None
    """Of a result that is new: the how manyth of its edition it is."""
    reason: str = ""
    """Of a message that could not be taken."""


class Scored(NamedTuple):
    """A message that could be read, and what its sheets are worth."""

    finished: Finished
    result: Result
    trace: str = ""
    """Of which it is part, if it is one of many that are taken in one go."""


def take_result(scoring: Scoring, message: Any) -> Taken:  # noqa: ANN401 (it may be anything)
    """Take a message `game_finished.1`; one that cannot be taken is kept with the reason."""
    scored = _scored(scoring, message)
    if isinstance(scored, Taken):
        return scored
    taken = _taken(scored, _write(scoring, scored))
    if taken.outcome == SCORED:
        scoring.jobs.relay(scored.finished.edition)
    return taken


def take_results(
    scoring: Scoring, messages: Sequence[Any], traces: Sequence[str] = ()
) -> list[Taken]:
    """Take many messages in their order; those of an edition are written in one go.

    Each counts, or does not, by itself: one that others were faster than is taken alone. Each may
    be part of another trace.
    """
    taken: dict[int, Taken] = {}
    editions: dict[str, dict[int, Scored]] = {}
    for number, message in enumerate(messages):
        scored = _scored(scoring, message)
        if isinstance(scored, Taken):
            taken[number] = scored
        else:
            own = scored._replace(trace=traces[number]) if traces else scored
            editions.setdefault(scored.finished.edition, {})[number] = own
    for edition, found in editions.items():
        new = dict(zip(found, _write_all(scoring, edition, [*found.values()]), strict=True))
        if any(each.outcome == SCORED for each in new.values()):
            scoring.jobs.relay(edition)
        taken |= new
    return [taken[number] for number in range(len(messages))]


def _scored(scoring: Scoring, message: Any) -> Scored | Taken:  # noqa: ANN401
    """Read a message and score its sheets, or keep it with the reason why that cannot be."""
    try:
        finished = read_finished(message)
        return Scored(finished, _score(scoring, finished))
    except (ScoringError, ServiceError) as error:
        id_ = bury(scoring, message, str(error))
        return Taken(DEAD, id_, reason=str(error)) if id_ else Taken(REPEATED, message["id"])


def _score(scoring: Scoring, finished: Finished) -> Result:
    table = scoring.table(finished.edition)
    scored = score_game(table, finished.seats)
    _check_seats(finished, scored)
    return result_of(finished, scored, table, moment(scoring.now()))


def _check_seats(finished: Finished, scored: GameResult) -> None:
    seats = [seat.seat for seat in scored.seats]
    if seats != [*range(len(finished.players))]:
        reason = f"{len(finished.players)} players in the seats {seats}"
        raise MessageError("message.outcome.seats", reason)


def _write(scoring: Scoring, scored: Scored) -> Written | Repeated:
    edition = scored.finished.edition
    for _ in range(ATTEMPTS):
        (taking,) = _takings(scoring, edition, [scored])
        answer = scoring.results.take(edition, taking)
        if not isinstance(answer, Stale):
            return answer
    raise BusyError(f"too many results of {edition} at once; try again")


def _write_all(scoring: Scoring, edition: str, found: Sequence[Scored]) -> list[Taken]:
    answers = scoring.results.take_all(edition, _takings(scoring, edition, found))
    return [
        _taken(scored, _write(scoring, scored) if isinstance(answer, Stale) else answer)
        for scored, answer in zip(found, answers, strict=True)
    ]


def _takings(scoring: Scoring, edition: str, found: Sequence[Scored]) -> list[Taking]:
    """Say what follows from results if they are taken one after the other."""
    players = dict.fromkeys(player for each in found for player in each.result.players)
    known = scoring.results.read(edition, [*players])
    records, deriving = dict(known.records), Deriving(scoring.model, known.records)
    takings = []
    for finished, result, trace in found:
        before = {player: records[player] for player in result.players if player in records}
        deriving.add(result)
        taking = Taking(
            message=finished.message,
            game=finished.game,
            result=result.to_json(),
            based_on=known._replace(records=before),
            players=result.players,
            derived=deriving.taken(),
            announcement=orjson.dumps(_announcement(result)),
            trace=trace,
        )
        records |= taking.derived.records
        takings.append(taking)
    return takings


def _taken(scored: Scored, answer: Written | Repeated) -> Taken:
    if isinstance(answer, Repeated):
        return Taken(REPEATED, scored.finished.message)
    return Taken(SCORED, scored.finished.message, answer.sequence)


def _announcement(result: Result) -> GameScored1:
    message = result.message
    return GameScored1(
        type="game_scored.1",
        id=f"game_scored-1-{message['game']}",
        request_id=message["request_id"],
        at=result.scored_at,
        game=message["game"],
        edition=message["edition"],
        players=list(result.players),
        ranks=result.column("rank"),
        totals=result.column("total"),
        standings=result.column("standing"),
        winners=result.result["winners"],
    )
