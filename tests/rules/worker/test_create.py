"""Games that the lobby asks for by queue: created once and told once, whoever is killed."""

from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any, Final

import orjson
import pytest
from rq.utils import import_attribute

from services.contracts.ids import CREATE_JOB, LOBBY_JOB, LOBBY_QUEUE
from services.plumbing.connections import Client
from services.plumbing.queues import RqOutside, queue
from services.rules.app.errors import MessageError
from services.rules.config import ADDRESS
from services.rules.worker import jobs
from services.rules.worker.jobs import work_at
from services.rules.worker.queues import ADDRESSES, rules_queue
from tests.rules.app.bench import names
from tests.rules.app.orders import CLOCK, order, place_of
from tests.rules.worker.workshop import (
    FAR,
    ROME,
    created_id,
    deliver,
    desk_of,
    failures,
    finished_job,
    real_bench,
    scheduled,
    scoring,
    told,
    work_off,
)
from tests.support import EDITIONS

THREADS: Final = 4


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_that_is_asked_for_by_queue_is_created_and_told(
    client: Client, edition: str
) -> None:
    at, seats = real_bench(client), EDITIONS[edition].edition.players[0]
    wanted = order(edition, seats)
    deliver(client, wanted)
    work_off(client, desk_of(at, client), edition)
    assert at.table(place_of(wanted)).players == names(seats)
    (answer,) = told(client)
    assert (answer["type"], answer["id"]) == ("game_created.1", created_id(wanted))
    assert answer["address"] == f"{ADDRESS}/editions/{edition}/games/{wanted['game']}"
    assert failures(client, edition) == {}


@pytest.mark.slow
def test_the_job_is_found_under_the_path_of_the_contract_and_so_is_the_lobby_s(
    client: Client,
) -> None:
    assert import_attribute(CREATE_JOB) is jobs.create
    deliver(client, order())
    work_off(client, desk_of(real_bench(client), client), ROME)
    (job,) = queue(client, LOBBY_QUEUE).jobs
    assert (job.func_name, job.meta) == (LOBBY_JOB, {"request_id": "tram-17"})


def test_a_message_that_is_delivered_again_and_again_gives_one_game_and_one_answer(
    client: Client,
) -> None:
    at, wanted = real_bench(client), order()
    work_at(desk_of(at, client))
    with ThreadPoolExecutor(THREADS) as pool:
        found = [*pool.map(jobs.create, [wanted] * THREADS)]
    assert found == ["game_created.1"] * THREADS
    assert [each["id"] for each in told(client)] == [created_id(wanted)]
    assert at.table(place_of(wanted)).stored.version == 0


def test_the_first_turn_of_a_game_on_the_clock_is_looked_after(client: Client) -> None:
    at, wanted = real_bench(client), order(clock=CLOCK)
    work_at(desk_of(at, client))
    jobs.create(wanted)
    deadline = at.table(place_of(wanted)).stored.deadline
    assert scheduled(client) == [f"rules_gob-rome_1_1-expire-{wanted['game']}-{deadline}"]


class Dying(RqOutside):
    """An outside whose user is killed before anything leaves."""

    def send(self, message: bytes, trace: str = "") -> None:
        """Die."""
        del trace
        raise SystemExit(len(message))


def test_who_dies_before_telling_tells_when_the_job_is_run_again(client: Client) -> None:
    at, wanted, desk = real_bench(client), order(), desk_of(real_bench(client), client)
    desk.outside = Dying(client, ADDRESSES)
    work_at(desk)
    with pytest.raises(SystemExit):
        jobs.create(wanted)
    before = at.table(place_of(wanted)).stored
    assert told(client) == []
    work_at(desk_of(at, client))
    jobs.create(wanted)
    assert [each["id"] for each in told(client)] == [created_id(wanted)]
    assert at.table(place_of(wanted)).stored == before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"players": ["ana"]}, "wrong_number_of_players"),
        ({"players": ["ana", "ana"]}, "invalid_request"),
        ({"type": "create_game.2"}, "invalid_request"),
        ({"edition": "gob-atlantis"}, "unknown_edition"),
    ],
)
def test_what_can_never_be_fulfilled_is_answered_and_does_not_fail(
    client: Client, changed: dict[str, Any], code: str
) -> None:
    at, wanted, other = real_bench(client), order(**changed), order()
    rules_queue(client, ROME).enqueue(CREATE_JOB, wanted)
    deliver(client, other)
    work_off(client, desk_of(at, client), ROME)
    refused, created = told(client)
    assert (refused["type"], refused["code"]) == ("game_refused.1", code)
    assert refused["id"] == f"game_refused-1-{wanted['game']}"
    assert created["id"] == created_id(other)
    assert at.games.read(place_of(wanted)) is None
    assert failures(client) == {}


@pytest.mark.slow
def test_a_message_that_names_no_game_is_kept_among_the_failures(client: Client) -> None:
    rules_queue(client, ROME).enqueue(CREATE_JOB, {"type": "create_game.1"}, job_id="nameless")
    work_off(client, desk_of(real_bench(client), client), ROME)
    assert told(client) == []
    (reason,) = failures(client).values()
    assert MessageError.__qualname__ in reason


@pytest.mark.slow
def test_turns_that_are_told_go_to_the_lobby_and_the_end_to_scoring(client: Client) -> None:
    at, wanted = real_bench(client), order(tell_turns=True)
    deliver(client, wanted)
    work_off(client, desk_of(at, client), ROME)
    at.play(place_of(wanted), Random(3))  # noqa: S311
    work_off(client, desk_of(at, client), ROME)
    created, *turns = told(client)
    assert created["id"] == created_id(wanted)
    assert {each["type"] for each in turns} == {"turn_began.1"}
    versions = [each["version"] for each in turns]
    assert versions == sorted({*versions})
    assert [job.id for job in scoring(client)] == [finished_job(place_of(wanted))]
    assert at.games.outbox(ROME, FAR) == []


def test_every_message_of_the_rules_has_an_address(client: Client) -> None:
    for kind, (name, path) in ADDRESSES.items():
        content = {"type": kind, "id": kind.replace(".", "-"), "request_id": ""}
        RqOutside(client, ADDRESSES).send(orjson.dumps(content))
        assert queue(client, name).jobs[-1].func_name == path
    assert len(ADDRESSES) == 4
