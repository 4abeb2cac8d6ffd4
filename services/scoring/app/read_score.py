"""Somebody asks how a game stands in points: finally, or provisionally while it is played."""

from typing import Any, NamedTuple, Protocol

from services.plumbing.callers import Caller
from services.plumbing.errors import NotSeatedError, ServiceError, TokenNeededError
from services.scoring.app.errors import ImpossibleSheetError
from services.scoring.app.hidden import uncover
from services.scoring.app.results import Result, result_from_json
from services.scoring.app.scoring import Scoring
from services.scoring.core.errors import DocumentError
from services.scoring.core.game import score_game


class Running(NamedTuple):
    """A game as the rules show it to whoever asks."""

    edition: str
    players: tuple[str, ...]
    seats: list[Any]
    """Of each `seat`, `standing` and `sheet`; what is hidden from the one who asks is null."""


class RulesClient(Protocol):
    """Asks the rules service, on behalf of the one who asks us."""

    def game(self, game: str, edition: str | None, authorization: str | None) -> Running:
        """Look at a game; without an edition wherever it is found.

        What the rules refuse is refused here too: `UnknownGameError`, `TokenNeededError`,
        `NotSeatedError`; `RulesUnavailableError` if they do not answer.
        """


class Question(NamedTuple):
    """Which game is meant, and what the rules are to be told about who asks."""

    game: str
    edition: str | None = None
    authorization: str | None = None


def read_score(
    scoring: Scoring, rules: RulesClient, caller: Caller, question: Question
) -> dict[str, Any]:
    """Give a game's score: the stored one, or what it would be if the game ended now."""
    stored = scoring.results.find(question.game)
    if stored is not None:
        return _final(caller, result_from_json(stored.result))
    if question.edition is not None:
        scoring.table(question.edition)
    running = rules.game(question.game, question.edition, question.authorization)
    return _provisional(scoring, question.game, running)


def _final(caller: Caller, result: Result) -> dict[str, Any]:
    message = result.message
    if not message["public"] and caller.player not in result.players:
        raise _stranger(caller)
    return {
        "game": message["game"],
        "edition": message["edition"],
        "final": True,
        "players": list(result.players),
        "seats": [{**seat, "hidden": False} for seat in result.result["seats"]],
        "winners": result.result["winners"],
    }


def _provisional(scoring: Scoring, game: str, running: Running) -> dict[str, Any]:
    table = scoring.table(running.edition)
    uncovered = [uncover(table, seat) for seat in running.seats]
    try:
        result = score_game(table, [each.seat for each in uncovered]).to_json()
    except DocumentError as error:
        raise ImpossibleSheetError(error) from error
    hidden = {each.seat["seat"] for each in uncovered if each.hidden}
    seats: Any = result["seats"]
    return {
        "game": game,
        "edition": running.edition,
        "final": False,
        "players": list(running.players),
        "seats": [{**seat, "hidden": seat["seat"] in hidden} for seat in seats],
        "winners": result["winners"],
    }


def _stranger(caller: Caller) -> ServiceError:
    detail = "the game is private"
    return TokenNeededError(detail) if caller.player is None else NotSeatedError(detail)
