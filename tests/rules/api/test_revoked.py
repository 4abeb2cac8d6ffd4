"""Sessions that are revoked: refused within seconds, whoever remembers their tokens."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import time
from typing import Any, Final

import pytest
from structlog.testing import capture_logs

from deploy.embedded import Embedded
from services.contracts.ids import REVOKED
from services.lobby.keys import ensure_keys
from services.plumbing import revoked
from services.plumbing.callers import Caller
from services.plumbing.connections import Client, StoreError, connect
from services.plumbing.errors import InvalidTokenError
from services.plumbing.http.tokens import Tokens
from services.plumbing.revoked import Revoked, announce
from services.rules.api.service import make_service
from services.rules.config import Config
from services.rules.wiring import wire_parts
from services.scoring.api.service import make_service as make_scoring
from services.scoring.config import Config as ScoringConfig
from services.scoring.wiring import wire_parts as wire_scoring_parts
from tests.rules.api.client import Api
from tests.rules.api.test_tokens import signed
from tests.servers import connected, wait_until

AWAY: Final = "unix:///nowhere/valkey.sock"
SECONDS: Final = 10.0
"""Twice the time in which a revoked session has to be refused; the machines are busy."""
HOUR: Final = 3600


@pytest.fixture
def client(server: Embedded) -> Client:
    """Connect to a server on which nobody is revoked."""
    connection = connected(server)
    connection.delete(REVOKED)
    return connection


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    """Make a key pair; give its folder."""
    ensure_keys(tmp_path)
    return tmp_path


def header(folder: Path, session: str) -> str:
    return f"Bearer {signed(folder, sid=session)}"


def is_refused(tokens: Tokens, text: str) -> bool:
    try:
        tokens.caller(text)
    except InvalidTokenError as error:
        return error.detail == "the token was revoked"
    return False


def test_a_session_that_was_revoked_is_refused_and_the_others_are_not(
    keys: Path, client: Client
) -> None:
    known = Revoked(client)
    tokens = Tokens(keys / "keys.json", known)
    announce(client, "mine", time() + HOUR)
    known.look()
    assert is_refused(tokens, header(keys, "mine"))
    assert tokens.caller(header(keys, "theirs")).player == "ana"
    assert tokens.caller(f"Bearer {signed(keys)}").player == "ana"


def test_a_token_that_is_remembered_is_refused_as_well(keys: Path, client: Client) -> None:
    known = Revoked(client)
    tokens, text = Tokens(keys / "keys.json", known), header(keys, "mine")
    assert tokens.caller(text) == tokens.caller(text) == Caller("ana", frozenset({"play"}))
    announce(client, "mine", time() + HOUR)
    known.look()
    assert is_refused(tokens, text)
    assert len(tokens._known) == 1


def test_a_session_that_is_a_number_or_worse_is_no_matter(keys: Path, client: Client) -> None:
    known = Revoked(client)
    tokens = Tokens(keys / "keys.json", known)
    announce(client, "7", time() + HOUR)
    known.look()
    with pytest.raises(InvalidTokenError, match="revoked"):
        tokens.caller(f"Bearer {signed(keys, sid=7)}")
    strange: list[Any] = [[], {}, None]
    for session in strange:
        assert tokens.caller(f"Bearer {signed(keys, sid=session)}").player == "ana"


def test_whoever_has_expired_anyway_is_forgotten(client: Client) -> None:
    client.zadd(REVOKED, {"long-ago": time() - HOUR, "still": time() + HOUR})
    known = Revoked(client)
    known.look()
    assert "still" in known
    assert "long-ago" not in known
    announce(client, "new", time() + HOUR)
    assert {*client.zrange(REVOKED, 0, -1)} == {b"still", b"new"}


def test_who_is_revoked_twice_is_so_for_the_longer_time(client: Client) -> None:
    far, near = time() + HOUR, time() + 60
    for until in (far, near):
        announce(client, "mine", until)
    assert client.zscore(REVOKED, "mine") == pytest.approx(far)


def test_a_look_is_never_a_request_s(keys: Path, client: Client) -> None:
    """Nobody has looked, so nobody is known, whatever is in Redis; and no Redis is needed."""
    announce(client, "mine", time() + HOUR)
    for known in (Revoked(client), Revoked(connect(AWAY))):
        tokens = Tokens(keys / "keys.json", known)
        assert tokens.caller(header(keys, "mine")).player == "ana"


@pytest.mark.slow
def test_while_redis_is_away_the_last_answer_counts(own_server: Embedded) -> None:
    client = connected(own_server)
    announce(client, "mine", time() + HOUR)
    known = Revoked(client)
    known.look()
    own_server.kill()
    with capture_logs() as logs:
        known.look()
    assert [line["event"] for line in logs] == ["revoked_not_read"]
    assert "mine" in known
    with pytest.raises(StoreError):
        announce(client, "other", time() + HOUR)
    own_server.start()
    announce(client, "other", time() + HOUR)
    known.look()
    assert "other" in known


@pytest.mark.slow
def test_it_is_looked_again_and_again_also_after_failures(
    own_server: Embedded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(revoked, "LOOK_AGAIN", 0.05)
    client = connected(own_server)
    known = Revoked(client)
    with capture_logs() as logs, started(known):
        own_server.kill()
        wait_until(lambda: logs, SECONDS)
        own_server.start()
        announce(client, "mine", time() + HOUR)
        wait_until(lambda: "mine" in known, SECONDS)


@contextmanager
def started(part: Any) -> Iterator[None]:
    """Run what has a beginning and an end."""
    part.start()
    try:
        yield
    finally:
        part.stop()


@pytest.mark.slow
def test_the_rules_refuse_within_seconds_who_is_revoked(
    keys: Path, server: Embedded, client: Client
) -> None:
    config = Config(server.url, server.url, keys=str(keys / "keys.json"))
    service, text = make_service(config, wire_parts(config)), header(keys, "mine")
    with started(service):
        assert service.tokens.caller(text).player == "ana"
        announce(client, "mine", time() + HOUR)
        wait_until(lambda: is_refused(service.tokens, text), SECONDS)


def test_scoring_refuses_within_seconds_who_is_revoked(
    keys: Path, server: Embedded, client: Client
) -> None:
    config = ScoringConfig(server.url, server.url, keys=str(keys / "keys.json"))
    service, text = make_scoring(config, wire_scoring_parts(config)), header(keys, "mine")
    with started(service):
        assert service.tokens.caller(text).player == "ana"
        announce(client, "mine", time() + HOUR)
        wait_until(lambda: is_refused(service.tokens, text), SECONDS)


def test_whoever_is_revoked_is_told_so(tmp_path: Path, client: Client) -> None:
    api, known = Api(tmp_path), Revoked(client)
    api.service.tokens = Tokens(tmp_path / "keys.json", known)
    game, headers = api.create(), {"Authorization": header(tmp_path, "mine")}
    assert api.get(f"{game}/legal-moves", headers=headers).status_code == 200
    announce(client, "mine", time() + HOUR)
    known.look()
    answer: Any = api.get(f"{game}/legal-moves", headers=headers)
    assert (answer.status_code, answer.json["code"]) == (401, "invalid_token")
    assert answer.json["detail"] == "the token was revoked"
