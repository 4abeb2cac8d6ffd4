"""Tournaments run by themselves, in every format, whatever comes twice, late or not at all."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from typing import Any

import pytest

from services.lobby.app import rounds
from services.lobby.app.running import (
    look_after,
    waiting_tournaments,
)
from services.lobby.core.tournament import PodStatus, Stage, Tournament
from services.lobby.store.ports import Records
from tests.lobby.app.hall import Hall
from tests.lobby.app.people import Town, town


def meetings(tournament: Tournament) -> Counter[frozenset[str]]:
    return Counter(
        frozenset(pair)
        for round_ in tournament.rounds
        for pod in round_.pods
        for pair in combinations(pod.players, 2)
    )


def test_a_swiss_plays_its_rounds_and_nobody_meets_twice(here: Town) -> None:
    hall = Hall(here, 16)
    hall.play_out()
    assert [len(each.pods) for each in hall.now.rounds] == [4, 4, 4]
    assert max(meetings(hall.now).values()) == 1
    assert all(each.repeats == 0 and each.proven for each in hall.now.rounds)
    found: Any = rounds.read_standings(here.lobby, hall.id)
    assert (found["round"], len(found["rows"])) == (3, 16)
    points = [row["points"] for row in found["rows"]]
    assert points == sorted(points, reverse=True)
    assert sum(points) == 3 * 4 * 6


def test_a_round_robin_of_sixteen_lets_every_pair_meet_once(here: Town) -> None:
    hall = Hall(here, 16, format="round_robin", rounds=0)
    hall.play_out()
    assert hall.now.rounds_planned == len(hall.now.rounds) == 5
    assert set(meetings(hall.now).values()) == {1}
    assert len(meetings(hall.now)) == 120


def test_a_knockout_ends_with_a_final(here: Town) -> None:
    hall = Hall(here, 16, format="knockout", sizes=[4], size=4)
    hall.play_out()
    assert [len(each.pods) for each in hall.now.rounds] == [4, 1]
    final = hall.now.rounds[-1].pods[0]
    winner = final.players[final.ranks.index(1)]
    found: Any = rounds.read_standings(here.lobby, hall.id)
    assert found["rows"][0]["player"] == winner
    assert {row["player"] for row in found["rows"][:4]} == {*final.players}


@pytest.mark.slow
def test_an_arena_goes_on_until_its_time_is_over(here: Town) -> None:
    hall = Hall(here, 9, format="arena", minutes=30, game="otu-paris", size=3, sizes=[2, 3])
    hall.start()
    for _ in range(40):
        hall.play_round()
        here.time.turn(minutes=1)
        look_after(here.lobby, hall.id)
    assert hall.now.stage == Stage.FINISHED
    assert len(hall.now.rounds) > 60
    assert all(pod.status == PodStatus.FINISHED for each in hall.now.rounds for pod in each.pods)


def test_two_at_a_table_are_drawn_like_chess_players(here: Town) -> None:
    hall = Hall(here, 9, game="gob-rome", size=2, sizes=[2], rounds=4)
    hall.play_out()
    assert [(len(each.pods), len(each.byes)) for each in hall.now.rounds] == [(4, 1)] * 4
    assert max(meetings(hall.now).values()) == 1
    assert len({each.byes for each in hall.now.rounds}) == 4


def test_a_box_takes_the_map_for_the_number_at_the_table(here: Town) -> None:
    hall = Hall(here, 11, game="gob-paris-rome", size=4)
    hall.start()
    cities = {len(pod.players): pod.edition for pod in hall.now.rounds[0].pods}
    assert cities == {4: "gob-paris", 3: "gob-rome"}


def test_the_games_of_a_round_are_asked_for_once_each(here: Town) -> None:
    hall = Hall(here, 8)
    hall.start()
    messages = hall.wanted()
    assert [each["game"] for each in messages] == [pod.game for pod in hall.open_pods()]
    assert all(each["clock"]["seconds_per_turn"] == 120 for each in messages)
    assert not any(each["tell_turns"] for each in messages)
    assert hall.wanted() == []


def test_whoever_looks_later_asks_again_for_games_that_are_not_there(here: Town) -> None:
    hall = Hall(here, 8)
    hall.start()
    first = hall.wanted()
    hall.created(first[0])
    here.time.turn(seconds=16)
    assert waiting_tournaments(here.lobby) == [hall.id]
    look_after(here.lobby, hall.id)
    second = hall.wanted()
    assert [each["game"] for each in second] == [each["game"] for each in first[1:]]
    assert not {each["id"] for each in second} & {each["id"] for each in first}


def test_a_round_goes_on_when_its_last_result_is_there_and_not_before(here: Town) -> None:
    hall = Hall(here, 8)
    hall.start()
    first, last = hall.open_pods()
    hall.scored(first)
    assert hall.now.round == 1
    before: Any = rounds.read_standings(here.lobby, hall.id)
    assert before["version"] == 0
    hall.scored(last)
    assert hall.now.round == 2
    after: Any = rounds.read_standings(here.lobby, hall.id)
    assert (after["version"], after["round"]) == (1, 1)


def test_a_game_that_cannot_be_created_is_a_bye_for_its_people(here: Town) -> None:
    hall = Hall(here, 8)
    hall.start()
    lost, played = hall.open_pods()
    hall.tell("game_refused.1", lost.game, code="x", detail="y")
    hall.scored(played)
    found: Any = rounds.read_standings(here.lobby, hall.id)
    assert {row["points"] for row in found["rows"] if row["player"] in lost.players} == {1.5}
    assert hall.now.round == 2


def test_every_table_is_explained_with_names(here: Town) -> None:
    hall = Hall(here, 8, rounds=3)
    hall.play_out()
    for round_ in hall.now.rounds:
        for pod in round_.pods:
            assert pod.why
            assert not any(player in pod.why for player in pod.players)


def test_everything_can_be_exported(here: Town) -> None:
    hall = Hall(here, 8, rounds=2)
    hall.people.append(here.caller("=cmd()"))
    hall.enter(hall.people[-1])
    hall.play_out()
    whole: Any = rounds.export(here.lobby, hall.id)
    assert [len(each["tables"]) for each in whole["rounds"]] == [2, 2]
    lines = rounds.results_as_csv(here.lobby, hall.id).splitlines()
    assert len(lines) == 1 + 18
    table = rounds.standings_as_csv(here.lobby, hall.id).splitlines()
    assert table[0].startswith("position,player,name,points,opponents_points,lot,played")
    assert any(",'=cmd()," in line for line in table)


@pytest.mark.slow
def test_results_that_come_at_once_all_count_once(records: Records) -> None:
    hall = Hall(town(records), 32, rounds=3)
    hall.start()
    while hall.now.stage == Stage.RUNNING:
        pods = hall.open_pods()
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(hall.scored, pods))
    played = [pod for each in hall.now.rounds for pod in each.pods]
    assert len(played) == 24
    assert len({message["game"] for message in hall.wanted()}) == 24
