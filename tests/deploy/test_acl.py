"""Who reaches what: on the embedded server, and on Debian's Redis if it is there."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import orjson
import pytest
from redis.exceptions import AuthenticationError, NoPermissionError, ResponseError

from deploy.acl import NamesError, users
from services.lobby.worker.queues import ADDRESSES as OF_LOBBY
from services.plumbing.queues import RqOutside, queue
from services.rules.worker.queues import ADDRESSES as OF_RULES
from services.scoring.worker.queues import ADDRESSES as OF_SCORING
from tests.deploy.guarded import SERVERS, Guarded, guarded, nobody

ROME, PARIS = "rules-gob-rome", "rules-gob-paris"
EVERYBODY: Final = (ROME, PARIS, "rules", "lobby", "scoring", "bots")
OWN: Final = {
    ROME: [
        *("rules:{gob-rome.00}:game:g", "rules:{gob-rome.15}:outbox", "rq:job:rules_gob-rome-1"),
        *("rq:queue:rules.gob-rome", "rq:job:rules_gob-rome_1_2-1", "rq:queue:rules.gob-rome.1.2"),
    ],
    PARIS: ["rules:{gob-paris.00}:game:g", "rq:job:rules_gob-paris-1", "rq:wip:rules.gob-paris"],
    "rules": [],
    "lobby": [
        *("lobby:{lobby}:player:p", "lobby:{lobby}:outbox", "lobby:revoked", "rq:queue:lobby"),
        *("rq:job:lobby-1", "rq:job:lobby_webhooks-1", "rq:results:lobby_webhooks-1"),
        *("rq:failed:lobby.webhooks", "rq:worker:lobby-1", "LIMITS:LIMITER/lobby"),
    ],
    "scoring": [
        *("scoring:{gob-rome}:results", "scoring:game:g", "rq:job:scoring-1", "rq:queue:scoring"),
        *("rq:queue:scoring:intermediate", "rq:scheduler-lock:scoring", "rq:executions:scoring-1"),
    ],
    "bots": ["rq:job:bots_gob-rome-1", "rq:queue:bots.gob-rome", "rq:worker:bots_gob-rome-1"],
}
"""Some keys of everybody."""
OTHERS: Final = [(user, key) for user in OWN for each in OWN for key in OWN[each] if each != user]
READING: Final = ("DUMP {}", "TYPE {}", "HGETALL {}", "LRANGE {} 0 -1", "GET {}", "OBJECT FREQ {}")
TAKING: Final = ("DEL {}", "UNLINK {}", "LPOP {}", "LMOVE {} {} LEFT LEFT", "RENAME {} {}")
WRITING: Final = ("SET {} 1", "EXPIRE {} 1", "PERSIST {}", "HDEL {} data", "LREM {} 0 1")
DANGEROUS: Final = (
    *("FLUSHALL", "FLUSHDB", "KEYS *", "SCAN 0", "RANDOMKEY", "DBSIZE", "CONFIG GET *"),
    *("CONFIG SET dir /tmp", "CLIENT LIST", "CLIENT KILL TYPE normal", "ACL LIST", "ACL WHOAMI"),
    *(
        "ACL SETUSER x on",
        "ACL LOAD",
        "SHUTDOWN",
        "SAVE",
        "BGSAVE",
        "BGREWRITEAOF",
    ),
    *(
        "MONITOR",
        "REPLICAOF NO ONE",
        "MODULE LIST",
        "SLOWLOG GET",
        "SWAPDB 0 1",
        "EVAL 1 0",
    ),
    *("FUNCTION LIST", "SCRIPT FLUSH", "LATENCY RESET", "MIGRATE h 1 k 0 1", "PUBSUB CHANNELS"),
)
TELLING: Final = {
    "rules:news:gob-rome": ROME,
    "lobby:news": "lobby",
    "rq:pubsub:scoring-1": "scoring",
}
READ: Final = "ZRANGEBYSCORE {} {} {}"
ENGINES: Final = ("rules:engines", "0", "1")
REVOKED: Final = ("lobby:revoked", "0", "1")
IN_A_SCRIPT: Final = "(?i)no permission|can't access at least one of the keys"
"""How servers refuse what a script wants to do."""
PUTS: Final = {
    (ROME, "scoring"): (OF_RULES, "game_finished.1"),
    (ROME, "lobby"): (OF_RULES, "turn_began.1"),
    ("scoring", "lobby"): (OF_SCORING, "game_scored.1"),
    ("lobby", "rules.gob-rome"): (OF_LOBBY, "create_game.1"),
    ("lobby", "bots.gob-rome"): (OF_LOBBY, "your_turn.1"),
}
"""Who puts messages on the queue of whom."""
OWNERS: Final = {
    "scoring": "scoring",
    "lobby": "lobby",
    "rules.gob-rome": ROME,
    "bots.gob-rome": "bots",
}


@pytest.fixture(scope="module", params=SERVERS)
def guard(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Guarded]:
    """Run a server that lets everybody do only what is theirs."""
    with guarded(tmp_path_factory.mktemp("acl"), request.param) as running:
        yield running


def message(type_: str, name: str) -> bytes:
    """Give a message."""
    content = {"type": type_, "id": name, "edition": "gob-rome", "request_id": "request"}
    return orjson.dumps(content)


def allowed(client: Any, command: str) -> bool:
    """Try a command; whether it makes sense is not the question."""
    try:
        client.execute_command(*command.split())
    except NoPermissionError:
        return False
    except ResponseError:
        return True
    return True


def heard(client: Any, *command: str) -> bool:
    """Try to listen."""
    with client.pubsub() as listening:
        listening.execute_command(*command)
        try:
            return bool(listening.parse_response())
        except NoPermissionError:
            return False


def emptied(client: Any, name: str) -> int:
    """Take everything from a queue; count it."""
    return int(queue(client, name).empty())  # type: ignore[no-untyped-call]


@pytest.mark.slow
def test_nobody_touches_what_is_not_theirs(guard: Guarded) -> None:
    clients = {user: guard.client(user) for user in EVERYBODY}
    found = [
        (user, command.format(*[key] * 2))
        for user, key in OTHERS
        for command in (*READING, *TAKING, *WRITING)
        if allowed(clients[user], command.format(*[key] * 2))
    ]
    assert len(OTHERS) > 100
    assert found == []


@pytest.mark.slow
@pytest.mark.parametrize("user", [user for user in EVERYBODY if OWN[user]])
def test_everybody_does_what_they_like_with_what_is_theirs(guard: Guarded, user: str) -> None:
    client = guard.client(user)
    commands = ("DEL {}", "SET {} 1", "GET {}", "DUMP {}", "EXPIRE {} 9", "UNLINK {}")
    for key in OWN[user]:
        assert all(allowed(client, command.format(key)) for command in commands), key


@pytest.mark.slow
@pytest.mark.parametrize("user", EVERYBODY)
def test_dangerous_commands_are_for_operators(guard: Guarded, user: str) -> None:
    client = guard.client(user)
    assert [command for command in DANGEROUS if allowed(client, command)] == []


def test_only_its_own_news_are_told_and_heard(guard: Guarded) -> None:
    for user in EVERYBODY:
        client = guard.client(user)
        for channel, owner in TELLING.items():
            assert allowed(client, f"PUBLISH {channel} 1") is (owner == user), (user, channel)
            assert heard(client, "SUBSCRIBE", channel) is (owner == user), (user, channel)
        assert not heard(client, "PSUBSCRIBE", "*")


def test_who_announces_and_who_reads(guard: Guarded) -> None:
    reading = {user for user in EVERYBODY if allowed(guard.client(user), READ.format(*ENGINES))}
    assert reading == {ROME, PARIS, "rules", "lobby", "scoring"}
    writing = {user for user in EVERYBODY if allowed(guard.client(user), "ZADD rules:engines 1 a")}
    assert writing == {ROME, PARIS}
    revoked = {user for user in EVERYBODY if allowed(guard.client(user), READ.format(*REVOKED))}
    assert revoked == {ROME, PARIS, "rules", "lobby", "scoring"}
    revoking = {user for user in EVERYBODY if allowed(guard.client(user), "ZADD lobby:revoked 1 a")}
    assert revoking == {"lobby"}


@pytest.mark.parametrize("pair", PUTS, ids=" to ".join)
def test_messages_are_put_on_the_queues_of_others_and_only_their_owner_takes_them(
    guard: Guarded, pair: tuple[str, str]
) -> None:
    (user, name), (addresses, type_) = pair, PUTS[pair]
    client, owner = guard.client(user), guard.client(OWNERS[name])
    outside = RqOutside(client, addresses)
    for each in ("one", "one"):
        outside.send(message(type_, f"{user}-{each}"))
    outside.send_all([message(type_, f"{user}-two"), message(type_, f"{user}-three")])
    outside.send_all([message(type_, f"{user}-two"), message(type_, f"{user}-four")])
    assert queue(client, name).count == 4
    with pytest.raises(NoPermissionError):
        queue(client, name).fetch_job(f"{name.replace('.', '_')}-{user}-one")
    with pytest.raises(ResponseError, match=IN_A_SCRIPT):
        emptied(client, name)
    ids = [job.args[0]["id"] for job in queue(owner, name).jobs]
    assert ids == [f"{user}-{each}" for each in ("one", "two", "three", "four")]
    assert emptied(owner, name) == 4


def test_a_script_does_no_more_than_who_runs_it(guard: Guarded) -> None:
    guard.client("scoring").hset("rq:job:scoring-1", "data", "secret")
    rome = guard.client(ROME)
    for command in ("HGETALL", "DEL", "DUMP"):
        script = rome.register_script(f"return redis.call('{command}', KEYS[1])")
        with pytest.raises(ResponseError, match=IN_A_SCRIPT):
            script(["rq:job:scoring-1"])
    assert guard.client("scoring").hget("rq:job:scoring-1", "data") == b"secret"


def test_messages_for_several_queues_leave_together(guard: Guarded) -> None:
    outside = RqOutside(guard.client("lobby"), OF_LOBBY)
    outside.send_all([message("create_game.1", "game"), message("your_turn.1", "turn")])
    for name in ("rules.gob-rome", "bots.gob-rome"):
        assert emptied(guard.client(OWNERS[name]), name) == 1


@pytest.mark.slow
def test_whoever_says_nothing_gets_nothing(guard: Guarded) -> None:
    with pytest.raises(AuthenticationError):
        nobody(guard).ping()
    wrong = guard.url("operator").replace("operator:", "lobby:")
    guard_client = nobody(guard)
    with pytest.raises(AuthenticationError):
        guard_client.execute_command(
            "AUTH", "lobby", wrong.partition("lobby:")[2].partition("@")[0]
        )


@pytest.mark.slow
@pytest.mark.parametrize("end", ["stop", "kill"])
@pytest.mark.parametrize("program", SERVERS)
def test_what_a_script_has_written_is_there_after_a_restart(
    tmp_path: Path, program: str, end: str
) -> None:
    with guarded(tmp_path, program) as guard:
        keys = ["rules:{gob-rome.00}:game:g", "rules:{gob-rome.00}:log:g"]
        script = guard.client(ROME).register_script(
            "redis.call('SET', KEYS[1], 1) redis.call('RPUSH', KEYS[2], 1)"
        )
        script(keys)
        getattr(guard.server, end)()
        guard.server.start()
        assert guard.client(ROME).exists(*keys) == 2


def test_health_needs_no_password_and_sees_nothing(guard: Guarded) -> None:
    client = nobody(guard)
    client.connection_pool.connection_kwargs["username"] = "health"
    assert client.ping() is True
    assert not any(allowed(client, command) for command in (*DANGEROUS, "GET a", "SELECT 1"))


def test_an_operator_does_everything(guard: Guarded) -> None:
    client = guard.client("operator")
    assert client.execute_command("ACL", "WHOAMI") == b"operator"
    assert all(allowed(client, command) for command in ("CONFIG GET dir", "KEYS x", "GET lobby:x"))


def test_editions_that_cannot_be_told_apart_are_refused() -> None:
    with pytest.raises(NamesError, match="'gob-rome' is how 'gob-rome-two' begins"):
        users(["gob-paris", "gob-rome", "gob-rome-two"])
