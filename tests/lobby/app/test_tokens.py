"""Players register and are known by their tokens; whoever is revoked comes in no more."""

import re
from typing import Any

import pytest

from services.lobby.app import people, tokens
from services.lobby.app.errors import UnknownTokenError
from services.lobby.app.tokens import FORM, Session, authenticate
from services.plumbing.callers import Caller, Request
from services.plumbing.errors import (
    ExpiredTokenError,
    InvalidTokenError,
    KeyReusedError,
    MissingScopeError,
    TokenNeededError,
)
from tests.lobby.app.people import REQUEST, Town

ANA = {"name": "Ana", "kind": "person"}
NOBODY = Session(Caller())


def registered(here: Town, request: Request = REQUEST, **body: str) -> Any:
    return people.register(here.lobby, NOBODY, {**ANA, **body}, request)


def test_whoever_registers_gets_a_token_that_is_recognised(here: Town) -> None:
    answer = registered(here)
    assert re.fullmatch(r"p\.[A-Za-z0-9_-]{22}", answer["player"]["id"])
    assert FORM.fullmatch(answer["token"]["bearer"])
    session = authenticate(here.lobby, f"Bearer {answer['token']['bearer']}")
    assert session.caller.player == answer["player"]["id"]
    assert session.caller.scopes == {"play", "organise"}


def test_nothing_that_is_kept_opens_a_door(here: Town) -> None:
    answer = registered(here, Request("r", "key", "print"))
    token = answer["token"]
    secret = token["bearer"].rpartition("_")[2]
    records: Any = here.lobby.records
    kept = [record.document for record in records._records.values()]
    kept += [receipt.answer for receipt in records._receipts.values()]
    assert len(kept) == 3
    assert not any(secret.encode() in each for each in kept)


def test_a_registration_that_comes_again_is_answered_alike_with_the_token(here: Town) -> None:
    request = Request("r", "key", "print")
    assert registered(here, request) == registered(here, request)
    with pytest.raises(KeyReusedError):
        registered(here, request._replace(fingerprint="other"))


@pytest.mark.parametrize(
    "header",
    ["", "Bearer", "Bearer x", "Basic itx_a_b", f"Bearer itx_{'a' * 16}_{'b' * 43}", "Bearer itx_"],
)
def test_what_is_no_token_of_ours_is_refused(here: Town, header: str) -> None:
    with pytest.raises(InvalidTokenError):
        authenticate(here.lobby, header)


def test_somebody_elses_secret_does_not_fit(here: Town) -> None:
    ana, ben = registered(here)["token"]["bearer"], registered(here)["token"]["bearer"]
    mixed = "_".join([*ana.split("_", 2)[:2], ben.split("_", 2)[2]])
    with pytest.raises(InvalidTokenError, match="not one of ours"):
        authenticate(here.lobby, f"Bearer {mixed}")


def test_a_token_expires(here: Town) -> None:
    bearer = registered(here)["token"]["bearer"]
    here.time.turn(days=364)
    authenticate(here.lobby, f"Bearer {bearer}")
    here.time.turn(days=1)
    with pytest.raises(ExpiredTokenError):
        authenticate(here.lobby, f"Bearer {bearer}")


def test_a_bot_belongs_to_who_registers_it(here: Town) -> None:
    with pytest.raises(TokenNeededError):
        registered(here, kind="bot")
    ana = here.session("Ana")
    answer: Any = people.register(here.lobby, ana, {"name": "Robo", "kind": "bot"}, REQUEST)
    assert answer["player"]["id"].startswith("bot.")
    assert people.get_player(here.lobby, answer["player"]["id"]).owner == ana.caller.player


def test_another_token_allows_no_more_than_the_first(here: Town) -> None:
    ana = here.session("Ana")
    wanted = {"label": "bot", "scopes": ["play"], "days": 1}
    answer: Any = tokens.issue_token(here.lobby, ana, wanted, REQUEST)
    second = authenticate(here.lobby, f"Bearer {answer['token']['bearer']}")
    assert second.caller == Caller(ana.caller.player, frozenset({"play"}))
    with pytest.raises(MissingScopeError):
        tokens.issue_token(here.lobby, second, {**wanted, "scopes": ["organise"]}, REQUEST)


def test_tokens_are_listed_with_their_last_use_and_without_secrets(here: Town) -> None:
    ana = here.session("Ana")
    here.time.turn(hours=1)
    tokens.issue_token(here.lobby, ana, {"label": "two", "scopes": ["play"], "days": 1}, REQUEST)
    assert ana.token
    tokens.note_use(here.lobby, ana.token)
    items: Any = tokens.list_tokens(here.lobby, ana)["items"]
    assert [(each["label"], each["last_used_at"]) for each in items] == [
        ("registration", "2026-03-01T13:00:00.000Z"),
        ("two", None),
    ]
    assert all("bearer" not in each and "hash" not in each for each in items)


def test_a_revoked_token_is_refused_here_and_announced_to_the_others(here: Town) -> None:
    answer = registered(here)
    header = f"Bearer {answer['token']['bearer']}"
    ana = authenticate(here.lobby, header)
    for _ in range(2):
        tokens.revoke_token(here.lobby, ana, answer["token"]["id"], REQUEST)
    with pytest.raises(InvalidTokenError, match="revoked"):
        authenticate(here.lobby, header)
    ((token, until), *_) = here.around.revoked
    assert token == answer["token"]["id"]
    assert until >= (here.time.now + tokens.GAME_TOKEN).timestamp()


def test_nobody_revokes_somebody_elses_token(here: Town) -> None:
    answer = registered(here)
    with pytest.raises(UnknownTokenError):
        tokens.revoke_token(here.lobby, here.session("Ben"), answer["token"]["id"], REQUEST)
    assert here.around.revoked == []


def test_an_operator_may_do_everything_and_revokes_the_tokens_of_others(here: Town) -> None:
    made: Any = people.register_operator(here.lobby, "Olga", REQUEST)
    olga = authenticate(here.lobby, f"Bearer {made['token']['bearer']}")
    assert olga.caller.scopes == {"play", "organise", "admin"}
    answer = registered(here)
    tokens.revoke_token(here.lobby, olga, answer["token"]["id"], REQUEST)
    with pytest.raises(InvalidTokenError, match="revoked"):
        authenticate(here.lobby, f"Bearer {answer['token']['bearer']}")


def test_a_game_token_is_signed_for_the_session(here: Town) -> None:
    ana = here.session("Ana")
    answer: Any = tokens.game_token(here.lobby, ana)
    assert str(ana.caller.player) in answer["token"]
    assert str(ana.token) in answer["token"]
    assert answer["expires_at"] == "2026-03-01T12:10:00.000Z"


def test_nobody_in_particular_has_no_tokens(here: Town) -> None:
    assert authenticate(here.lobby, None) == NOBODY
    for use in (people.me, tokens.list_tokens, tokens.game_token):
        with pytest.raises(TokenNeededError):
            use(here.lobby, NOBODY)
