"""Many at once on the same thing: one comes first, and everybody is told the truth."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from time import sleep
from typing import Any, Final

import pytest

from services.plumbing.connections import connect
from services.rules.app.verify_record import verify_record
from services.rules.store.redis import RedisGames
from tests.e2e.players import GAMES, Answer, Client, Game, together
from tests.e2e.stored import check_answers, check_numbers, check_snapshot, keys_of_games, stored
from tests.e2e.streams import watch
from tests.service import Running
from tests.support import EDITIONS

AT_ONCE: Final = 8
ROUNDS: Final = 12

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def service(platform: Running) -> Iterator[Running]:
    """Give a service with two processes; nothing may go wrong inside."""
    before = len(platform.failures())
    yield platform
    assert platform.failures()[before:] == []


@pytest.fixture
def games(service: Running) -> RedisGames:
    """Give what the service stores."""
    return RedisGames(connect(service.store.url))


def post(
    service: Running, path: str, player: str, body: Any = None, **headers: str
) -> list[Answer]:
    """Send the same request several times at once, on connections that are there already."""
    with ExitStack() as stack:
        clients = [stack.enter_context(Client(service)) for _ in range(AT_ONCE)]
        for client in clients:
            client.send("GET", "/healthz", player)
        return together(AT_ONCE, lambda at: clients[at].send("POST", path, player, body, **headers))


def statuses(answers: list[Answer]) -> list[int]:
    return sorted(answer.status for answer in answers)


def test_of_moves_that_come_at_once_one_is_played_and_the_others_are_stale(
    service: Running, client: Client, games: RedisGames
) -> None:
    game, played = client.create("otu-paris"), list[tuple[int, Any]]()
    for version in range(1, ROUNDS + 1):
        (seat,) = client.look(game)["to_play"]
        body = client.idea(game, game.players[seat], 7 * version)
        answers = post(service, f"{game.path}/moves", game.players[seat], body)
        assert statuses(answers) == [201] + [409] * (AT_ONCE - 1)
        refused = [answer.json() for answer in answers if answer.status == 409]
        assert {(each["code"], each["version"]) for each in refused} == {("stale_version", version)}
        played += [(seat, answer.json()) for answer in answers if answer.status == 201]
    check_numbers(games, game)
    check_snapshot(games, game)
    check_answers(games, game, played)


@pytest.mark.parametrize("edition", ["gob-london", "otu-new-york"])
def test_all_players_at_once_bring_a_game_to_an_end_that_can_be_verified(
    service: Running, client: Client, games: RedisGames, edition: str
) -> None:
    """In London all may move at the same time; in the other game only one may."""
    game = client.create(edition, players=max(EDITIONS[edition].edition.players))

    def act(seat: int) -> list[tuple[int, Any]]:
        with Client(service) as own:
            return [(seat, answer) for answer in rush(own, game, game.players[seat])]

    answers = [answer for mine in together(len(game.players), act) for answer in mine]
    assert sum(answer["finished"] for _, answer in answers) == 1
    check_numbers(games, game)
    check_snapshot(games, game)
    check_answers(games, game, sorted(answers, key=lambda each: each[1]["version"]))
    record = client.send("GET", f"{game.path}/record").json()
    assert verify_record(EDITIONS, record) == record["outcome"]


def rush(client: Client, game: Game, player: str) -> list[Any]:
    """Move whenever it seems possible, until the game is over; give the answers to moves."""
    answers: list[Any] = []
    while not client.look(game, player)["finished"]:
        body = client.idea(game, player, 5 * len(answers))
        if body is None:
            continue
        answer = client.send("POST", f"{game.path}/moves", player, body)
        if answer.status == 201:
            answers.append(answer.json())
        else:
            assert answer.status == 409
            assert answer.json()["code"] == "stale_version"
            assert answer.json()["version"] > body["expected_version"]
    return answers


def test_a_move_under_one_key_is_made_once_and_answered_to_all_alike(
    service: Running, client: Client, games: RedisGames
) -> None:
    game = client.create("gob-rome")
    for version in range(1, ROUNDS // 2):
        player = game.players[client.look(game)["to_play"][0]]
        body, key = client.idea(game, player), f"{game.place.game}-{version}"
        answers = post(service, f"{game.path}/moves", player, body, Idempotency_Key=key)
        assert statuses(answers) == [201] * AT_ONCE
        assert len({answer.body for answer in answers}) == 1
        assert stored(games, game).version == version
        later = post(service, f"{game.path}/moves", player, body, Idempotency_Key=key)
        assert {answer.body for answer in later} == {answers[0].body}
    check_numbers(games, game)
    check_snapshot(games, game)


def test_a_move_whose_answer_was_lost_is_made_once_when_it_is_repeated(
    client: Client, games: RedisGames
) -> None:
    game = client.create("otu-paris")
    for version in range(1, 2 * ROUNDS):
        player = game.players[client.look(game)["to_play"][0]]
        body, key = client.idea(game, player), f"lost-{version}"
        client.lose("POST", f"{game.path}/moves", player, body, Idempotency_Key=key)
        sleep(0.02 * (version % 3))
        answer = client.send("POST", f"{game.path}/moves", player, body, Idempotency_Key=key)
        assert (answer.status, answer.json()["version"]) == (201, version)
    check_numbers(games, game)
    check_snapshot(games, game)


def test_a_key_is_good_for_one_move_only(client: Client) -> None:
    game = client.create("gob-rome")
    body = client.idea(game, "p0")
    client.move(game, "p0", body)
    key = f"{game.place.game}-{body['expected_version']}"
    other = {**body, "expected_version": 1}
    answer = client.send("POST", f"{game.path}/moves", "p0", other, Idempotency_Key=key)
    assert (answer.status, answer.json()["code"]) == (409, "idempotency_key_reused")


def test_a_game_under_one_key_is_created_once_and_answered_to_all_alike(service: Running) -> None:
    store = connect(service.store.url)
    for number in range(ROUNDS):
        before, path = keys_of_games(store), GAMES.format("otu-paris")
        body = {"seats": ["p0", "p1"]}
        answers = post(service, path, "p0", body, Idempotency_Key=f"create-{number}")
        assert statuses(answers) == [201] * AT_ONCE
        assert len({answer.body for answer in answers}) == 1
        assert len(keys_of_games(store) - before) == 1


def test_without_a_key_every_request_creates_a_game(service: Running) -> None:
    answers = post(service, GAMES.format("gob-rome"), "p0", {"seats": ["p0", "p1"]})
    assert len({answer.json()["id"] for answer in answers}) == AT_ONCE


def test_somebody_who_leaves_twice_at_once_leaves_once(
    service: Running, client: Client, games: RedisGames
) -> None:
    game = client.create("gob-london")
    answers = post(service, f"{game.path}/resignation", "p1", Idempotency_Key="leave")
    assert statuses(answers) == [201] * AT_ONCE
    assert len({answer.body for answer in answers}) == 1
    check_answers(games, game, [(1, answers[0].json())])


def test_all_may_leave_at_once(service: Running, client: Client, games: RedisGames) -> None:
    game = client.create("gob-london", players=5)

    def act(seat: int) -> Answer:
        with Client(service) as own:
            return own.send("POST", f"{game.path}/resignation", game.players[seat])

    answers = together(len(game.players), act)
    assert {answer.status for answer in answers} <= {201, 409}
    assert {answer.json()["code"] for answer in answers if answer.status == 409} <= {"game_over"}
    assert client.look(game)["finished"]
    check_numbers(games, game)
    check_snapshot(games, game)


def test_streams_of_both_processes_tell_the_moves_of_both(service: Running, client: Client) -> None:
    game = client.create("otu-paris")
    streams = [watch(service, client, game, query="wait=60") for _ in range(AT_ONCE)]
    client.play(game, 2)
    client.end(game)
    for stream in streams:
        with closing(stream):
            stream.read_on()
            assert stream.items == client.events(game)
