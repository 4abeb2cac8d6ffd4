"""The score of a game: final when it is stored, provisional while it is played."""

from typing import Any

import pytest

from services.plumbing.callers import Caller
from services.plumbing.errors import NotSeatedError, TokenNeededError
from services.rules.core.types import Viewer
from services.scoring.app.errors import (
    ImpossibleSheetError,
    UnknownEditionError,
    UnknownGameError,
)
from services.scoring.app.read_score import Question, Running, read_score
from services.scoring.core.game import score_game
from tests.rules.games import careful_games, moments
from tests.scoring.app.bench import ROME, TABLES, Bench, finished
from tests.support import EDITIONS

NOBODY, STRANGER, ANA = Caller(), Caller("stranger"), Caller("ana")


class FakeRules:
    """Knows one game, and notes what it is asked."""

    def __init__(self, running: Running | None = None) -> None:
        self.running = running
        self.asked: list[tuple[str, str | None, str | None]] = []

    def game(self, game: str, edition: str | None, authorization: str | None) -> Running:
        """Show the game."""
        self.asked.append((game, edition, authorization))
        if self.running is None:
            raise UnknownGameError(f"there is no game {game!r}")
        return self.running


def seen(name: str, state: Any, viewer: Viewer) -> Running:
    """Show a game as the rules service shows it."""
    entry = EDITIONS[name]
    view: Any = entry.family.view(entry.edition, state, viewer)
    seats = [{key: seat[key] for key in ("seat", "standing", "sheet")} for seat in view["seats"]]
    return Running(name, tuple(f"p{seat['seat']}" for seat in seats), seats)


def facts(name: str, state: Any) -> Any:
    entry = EDITIONS[name]
    outcome: Any = entry.family.outcome(entry.edition, state)
    return outcome["seats"]


def test_a_stored_game_is_final_and_the_rules_are_not_asked(at: Bench) -> None:
    message, rules = finished(ROME), FakeRules()
    at.take(message)
    result = score_game(TABLES[ROME], message["outcome"]["seats"]).to_json()
    seats: Any = result["seats"]
    assert read_score(at.scoring, rules, NOBODY, Question(message["game"])) == {
        "game": message["game"],
        "edition": ROME,
        "final": True,
        "players": ["ana", "bo"],
        "seats": [{**seat, "hidden": False} for seat in seats],
        "winners": result["winners"],
    }
    assert rules.asked == []


def test_a_private_game_is_shown_to_its_players_only(at: Bench) -> None:
    message = finished(public=False)
    at.take(message)
    question = Question(message["game"])
    assert read_score(at.scoring, FakeRules(), ANA, question)["final"]
    with pytest.raises(TokenNeededError):
        read_score(at.scoring, FakeRules(), NOBODY, question)
    with pytest.raises(NotSeatedError):
        read_score(at.scoring, FakeRules(), STRANGER, question)


def test_of_a_game_that_is_not_stored_the_rules_are_asked_as_the_caller(at: Bench) -> None:
    rules = FakeRules()
    with pytest.raises(UnknownGameError):
        read_score(at.scoring, rules, ANA, Question("game", ROME, "Bearer ana"))
    assert rules.asked == [("game", ROME, "Bearer ana")]


@pytest.mark.slow
@pytest.mark.parametrize("name", EDITIONS)
def test_a_running_game_is_scored_for_everybody_at_any_moment(at: Bench, name: str) -> None:
    seats = EDITIONS[name].edition.players[-1]
    for state in moments(careful_games(name, seats)[0])[::9]:
        for viewer in (0, seats - 1, None):
            running = seen(name, state, viewer)
            answer = read_score(at.scoring, FakeRules(running), NOBODY, Question("game"))
            assert (answer["final"], answer["edition"]) == (False, name)
            assert len(answer["seats"]) == seats
            assert viewer is None or not answer["seats"][viewer]["hidden"]


@pytest.mark.parametrize("name", EDITIONS)
def test_what_is_hidden_counts_as_not_reached_and_is_marked(at: Bench, name: str) -> None:
    seats = EDITIONS[name].edition.players[-1]
    state = moments(careful_games(name, seats)[0])[-2]
    whole: Any = score_game(TABLES[name], facts(name, state)).to_json()["seats"]
    running = seen(name, state, 0)
    answer = read_score(at.scoring, FakeRules(running), NOBODY, Question("game"))["seats"]
    for seat, true in zip(answer, whole, strict=True):
        hidden = seat.pop("hidden")
        if not hidden:
            assert {**seat, "rank": true["rank"]} == true
        elif true["total"] is not None:
            differs = {zone for zone, points in true["breakdown"].items()
                       if seat["breakdown"][zone] != points}  # fmt: skip
            assert differs <= {"personal", "secrets"}


def test_secrets_are_hidden_in_some_editions_and_in_others_not(at: Bench) -> None:
    hiding = set()
    for name, entry in EDITIONS.items():
        seats = entry.edition.players[-1]
        state = moments(careful_games(name, seats)[0])[5]
        answer = read_score(at.scoring, FakeRules(seen(name, state, 0)), NOBODY, Question("game"))
        marks = [seat["hidden"] for seat in answer["seats"]]
        assert marks in ([False] * seats, [False] + [True] * (seats - 1))
        if any(marks):
            hiding.add(name)
    assert "otu-paris" in hiding
    assert hiding != {*EDITIONS}


def test_what_the_rules_show_is_left_as_it_was(at: Bench) -> None:
    state = moments(careful_games("otu-paris", 2)[0])[5]
    running = seen("otu-paris", state, 0)
    read_score(at.scoring, FakeRules(running), NOBODY, Question("game"))
    assert running == seen("otu-paris", state, 0)


@pytest.mark.parametrize("sheet", [None, {}, {"lines": None}, {"lines": {"red": None}}])
def test_a_null_where_nothing_can_be_hidden_is_impossible(at: Bench, sheet: Any) -> None:
    running = Running("otu-paris", ("a",), [{"seat": 0, "standing": "playing", "sheet": sheet}])
    with pytest.raises(ImpossibleSheetError):
        read_score(at.scoring, FakeRules(running), NOBODY, Question("game"))


def test_a_game_of_an_edition_without_points_is_refused(at: Bench) -> None:
    with pytest.raises(UnknownEditionError):
        read_score(at.scoring, FakeRules(Running("gob-oz", (), [])), NOBODY, Question("game"))
