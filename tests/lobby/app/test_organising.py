"""What organisers and players do with a tournament: enter, leave, correct, cancel, list."""

from collections.abc import Callable
from typing import Any

import pytest

from services.lobby.app import rounds
from services.lobby.app.entering import enter_bots, withdraw_from
from services.lobby.app.errors import (
    PointsRefusedError,
    TournamentRefusedError,
    UnknownRoundError,
    UnknownTournamentError,
    WrongNumberError,
)
from services.lobby.app.running import (
    Correcting,
    cancel_tournament,
    correct_result,
    look_after,
    start_tournament,
    waiting_tournaments,
)
from services.lobby.app.tournaments import (
    list_tournaments,
    read_tournament,
)
from services.lobby.core.tournament import Stage
from tests.lobby.app.hall import Hall
from tests.lobby.app.people import REQUEST, Town


@pytest.mark.slow
def test_late_entries_and_withdrawals_count_from_the_next_round(here: Town) -> None:
    hall = Hall(here, 8)
    hall.start()
    late = here.caller("Late")
    hall.enter(late)
    withdraw_from(here.lobby, hall.people[0], hall.id, REQUEST)
    assert hall.people[0].player in {p for pod in hall.open_pods() for p in pod.players}
    hall.play_round()
    seated = {player for pod in hall.now.rounds[1].pods for player in pod.players}
    assert late.player in seated
    assert hall.people[0].player not in seated
    hall.play_round()
    hall.play_round()
    assert hall.now.stage == Stage.FINISHED


def test_nobody_enters_twice_and_a_full_tournament_is_full(here: Town) -> None:
    hall = Hall(here, 4, most=5)
    with pytest.raises(TournamentRefusedError, match="already"):
        hall.enter(hall.people[0])
    hall.enter(here.caller("Fifth"))
    with pytest.raises(TournamentRefusedError, match="5 places"):
        hall.enter(here.caller("Sixth"))


def test_only_the_organiser_runs_it_and_only_with_enough(here: Town) -> None:
    hall = Hall(here, 3)
    stranger = here.caller("Stranger")
    uses: list[Callable[[], object]] = [
        lambda: start_tournament(here.lobby, stranger, hall.id, REQUEST),
        lambda: cancel_tournament(here.lobby, stranger, hall.id, "x", REQUEST),
        lambda: enter_bots(here.lobby, stranger, hall.id, "random", 1, REQUEST),
    ]
    for use in uses:
        with pytest.raises(TournamentRefusedError) as error:
            use()
        assert error.value.code == "not_the_organiser"
    with pytest.raises(TournamentRefusedError, match="at least 4"):
        hall.start()


def test_bots_fill_a_tournament_and_their_games_tell_turns(here: Town) -> None:
    hall = Hall(here, 1)
    enter_bots(here.lobby, hall.organiser, hall.id, "random", 7, REQUEST)
    hall.start()
    assert all(each["tell_turns"] for each in hall.wanted())
    names = {entry.name for entry in hall.now.entries}
    assert names == {"Player 0", *(f"Random {number}" for number in range(1, 8))}


def test_a_correction_changes_the_standings_and_leaves_a_trace(here: Town) -> None:
    hall = Hall(here, 4, rounds=1)
    hall.play_out()
    (pod,) = hall.now.rounds[0].pods
    given = Correcting(tuple(5 - rank for rank in pod.ranks), "read upside down")
    correct_result(here.lobby, hall.organiser, hall.id, pod.game, given, REQUEST)
    wrong = Correcting((1, 2), "x")
    with pytest.raises(TournamentRefusedError, match="4 sat"):
        correct_result(here.lobby, hall.organiser, hall.id, pod.game, wrong, REQUEST)
    (trace,) = hall.now.rounds[0].pods[0].corrections
    assert (trace.before, trace.by, trace.reason) == (
        pod.ranks,
        hall.organiser.player,
        "read upside down",
    )
    found: Any = rounds.read_standings(here.lobby, hall.id)
    assert found["rows"][0]["player"] == pod.players[pod.ranks.index(4)]
    assert found["version"] == 2


def test_a_cancelled_tournament_stands_still(here: Town) -> None:
    hall = Hall(here, 8)
    hall.start()
    cancel_tournament(here.lobby, hall.organiser, hall.id, "rain", REQUEST)
    for pod in hall.open_pods():
        hall.scored(pod)
    look_after(here.lobby, hall.id)
    assert (hall.now.stage, hall.now.round, hall.now.reason) == (Stage.CANCELLED, 1, "rain")


def test_it_starts_by_itself_when_its_time_has_come(here: Town) -> None:
    hall = Hall(here, 8, starts_at="2026-03-01T13:00:00.000Z")
    empty = Hall(here, 1, starts_at="2026-03-01T13:00:00.000Z")
    assert waiting_tournaments(here.lobby) == []
    here.time.turn(hours=1)
    assert {*waiting_tournaments(here.lobby)} == {hall.id, empty.id}
    for id_ in waiting_tournaments(here.lobby):
        look_after(here.lobby, id_)
    assert (hall.now.stage, hall.now.round) == (Stage.RUNNING, 1)
    assert empty.now.stage == Stage.CANCELLED


def test_numbers_that_the_edition_is_not_for_are_refused(here: Town) -> None:
    for body in ({"size": 3}, {"sizes": [3, 4]}, {"format": "knockout", "advance": 4}):
        with pytest.raises(WrongNumberError):
            Hall(here, 0, **body)


def test_what_is_not_there_is_not_found(here: Town) -> None:
    hall = Hall(here, 4)
    with pytest.raises(UnknownTournamentError):
        read_tournament(here.lobby, "nothing")
    for number in (0, 1):
        with pytest.raises(UnknownRoundError):
            rounds.read_round(here.lobby, hall.id, number)


def test_tournaments_are_listed_the_newest_first(here: Town) -> None:
    ids = []
    for _ in range(3):
        ids.append(Hall(here, 0).id)
        here.time.turn(seconds=1)
    page: Any = list_tournaments(here.lobby, None, None, 2)
    assert [each["id"] for each in page["items"]] == [ids[2], ids[1]]
    rest: Any = list_tournaments(here.lobby, "open", page["next"], 2)
    assert [each["id"] for each in rest["items"]] == [ids[0]]


def test_an_organiser_may_have_own_match_points(here: Town) -> None:
    points = {"4": [5, 2.25, 1, 0], "5": [5, 3, 2, 1, 0]}
    hall = Hall(here, 4, rounds=1, points=points)
    hall.play_out()
    found: Any = rounds.read_standings(here.lobby, hall.id)
    assert [row["points"] for row in found["rows"]] == [5, 2.25, 1, 0]
    assert read_tournament(here.lobby, hall.id)["points"] == points
    for wrong in ({"4": [3, 2, 1, 0]}, {**points, "4": [0, 1, 2, 3]}):
        with pytest.raises(PointsRefusedError):
            Hall(here, 0, points=wrong)
