"""Who asks: good tokens, forged ones, and keys that come and go."""

import os
from collections.abc import Callable
from pathlib import Path
from time import time
from typing import Any, Final

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from deploy.keys import issue_token
from services.contracts.ids import AUDIENCE, ISSUER
from services.lobby.keys import Keys, ensure_keys, rotate
from services.plumbing.callers import Caller
from services.plumbing.errors import ExpiredTokenError, InvalidTokenError
from services.plumbing.http import keys as key_sources
from services.plumbing.http import tokens
from services.plumbing.http.tokens import Tokens
from tests.rules.api.client import GAMES, ROME, Api

CLAIMS: Final = {"iss": ISSUER, "aud": AUDIENCE, "sub": "ana", "scope": "play", "exp": 2**40}


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    """Make a key pair; give its folder."""
    ensure_keys(tmp_path)
    return tmp_path


def reader(folder: Path) -> Tokens:
    return Tokens(folder / "keys.json")


def who(folder: Path, token: str) -> Caller:
    return reader(folder).caller(f"Bearer {token}")


def signed(folder: Path, *without: str, **claims: Any) -> str:
    """Sign claims with the right key."""
    name, key = Keys(folder)._signing[-1]
    kept = {name: value for name, value in CLAIMS.items() if name not in without}
    return jwt.encode(kept | claims, key, algorithm="EdDSA", headers={"kid": name})


def kid(folder: Path) -> str:
    return Keys(folder)._signing[-1][0]


def by_a_stranger(folder: Path) -> str:
    stranger = Ed25519PrivateKey.generate()
    return jwt.encode(CLAIMS, stranger, algorithm="EdDSA", headers={"kid": kid(folder)})


def by_an_unknown_key(_folder: Path) -> str:
    stranger = Ed25519PrivateKey.generate()
    return jwt.encode(CLAIMS, stranger, algorithm="EdDSA", headers={"kid": "signing-of-a-stranger"})


def by_nobody(folder: Path) -> str:
    return jwt.encode(CLAIMS, "", algorithm="none", headers={"kid": kid(folder)})


def by_the_public_key_as_a_password(folder: Path) -> str:
    secret = Keys(folder)._signing[-1][1].public_key().public_bytes_raw()
    return jwt.encode(CLAIMS, secret, algorithm="HS256", headers={"kid": kid(folder)})


def with_another_player_inside(folder: Path) -> str:
    mine, theirs = signed(folder).split("."), signed(folder, sub="ben").split(".")
    return ".".join([mine[0], theirs[1], mine[2]])


def without_a_key_id(folder: Path) -> str:
    return jwt.encode(CLAIMS, Keys(folder)._signing[-1][1], algorithm="EdDSA")


FORGED: Final[dict[str, Callable[[Path], str]]] = {
    "signed by a stranger": by_a_stranger,
    "an unknown key": by_an_unknown_key,
    "no signature": by_nobody,
    "the public key as a password": by_the_public_key_as_a_password,
    "another player inside": with_another_player_inside,
    "no key id": without_a_key_id,
    "for somebody else": lambda folder: signed(folder, aud="elsewhere"),
    "by somebody else": lambda folder: signed(folder, iss="elsewhere"),
    "for ever": lambda folder: signed(folder, "exp"),
    "of nobody": lambda folder: signed(folder, "sub"),
    "not yet": lambda folder: signed(folder, nbf=2**40),
    "no token": lambda _: "a.b.c",
    "nothing at all": lambda _: "",
    "endless": lambda _: "a" * 7000,
    "strange letters": lambda _: "é.ü.ö",
}


def test_a_token_says_who_asks_and_what_they_may(keys: Path) -> None:
    found = who(keys, issue_token(keys, "ana", "play create"))
    assert found == Caller("ana", frozenset({"play", "create"}))


def test_nobody_in_particular_asks_without_a_token(keys: Path) -> None:
    assert reader(keys).caller(None) == Caller(None, frozenset())


@pytest.mark.slow
@pytest.mark.parametrize("how", FORGED)
def test_a_forged_token_is_refused(keys: Path, how: str) -> None:
    with pytest.raises(InvalidTokenError) as refused:
        who(keys, FORGED[how](keys))
    assert not isinstance(refused.value, ExpiredTokenError)


@pytest.mark.slow
@pytest.mark.parametrize("how", FORGED)
def test_nothing_is_stored_for_a_forged_token(tmp_path: Path, how: str) -> None:
    api = Api(tmp_path)
    game, token = api.create(), FORGED[how](tmp_path)
    before, headers = api.everything(), {"Authorization": f"Bearer {token}"}
    body = {"expected_version": 0, "move": {"type": "choose_departure", "ticket": 4}}
    sent = [(GAMES.format(ROME), {"seats": ["ana", "ben"]}), (f"{game}/moves", body)]
    for path, json in [*sent, (f"{game}/resignation", None)]:
        answer: Any = api.post(path, headers=headers, json=json)
        assert (answer.status_code, answer.json["code"]) == (401, "invalid_token")
    assert api.everything() == before


@pytest.mark.parametrize("header", ["Basic YTpi", "Bearer", "bearer ", "Token x"])
def test_another_way_to_say_who_one_is_is_refused(keys: Path, header: str) -> None:
    with pytest.raises(InvalidTokenError):
        reader(keys).caller(header)


def test_a_token_that_was_good_is_refused_when_its_time_is_over(
    keys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, token = reader(keys), issue_token(keys, "ana", hours=1)
    assert known.caller(f"Bearer {token}").player == "ana"
    later = time() + 3601
    monkeypatch.setattr(tokens, "time", lambda: later)
    with pytest.raises(ExpiredTokenError):
        known.caller(f"Bearer {token}")


def test_a_token_whose_time_is_over_is_told_from_a_forged_one(keys: Path) -> None:
    with pytest.raises(ExpiredTokenError):
        who(keys, issue_token(keys, "ana", hours=-1))


def test_keys_are_exchanged_while_we_run(keys: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_sources, "LOOK_AGAIN", 0.0)
    known, old = reader(keys), issue_token(keys, "ana")
    known.caller(f"Bearer {old}")
    public = rotate(keys, keep=1)
    os.utime(public, ns=(0, 0))  # a clock that stands still must not hide it
    assert known.caller(f"Bearer {issue_token(keys, 'ben')}").player == "ben"
    with pytest.raises(InvalidTokenError):
        known.caller(f"Bearer {old}")


def test_without_keys_no_token_is_accepted(keys: Path) -> None:
    with pytest.raises(InvalidTokenError):
        Tokens(None).caller(f"Bearer {issue_token(keys, 'ana')}")


def test_only_so_many_tokens_are_remembered(keys: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MOST_KNOWN", 3)
    known = reader(keys)
    for number in range(9):
        known.caller(f"Bearer {issue_token(keys, f'p{number}')}")
    assert len(known._known) == 3
