"""Bearer tokens of the lobby, and the short-lived ones that it signs for the other services."""

import re
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from hmac import compare_digest
from typing import Any, Final, NamedTuple

from services.lobby.app.drafts import Draft, Kind
from services.lobby.app.errors import UnknownTokenError
from services.lobby.app.lobby import Lobby, known
from services.lobby.app.pages import Asked, page_of
from services.lobby.core.people import ADMIN, ORGANISE, PLAY, Token
from services.lobby.store.ports import Change, Listing
from services.plumbing.callers import Caller, Request
from services.plumbing.errors import ExpiredTokenError, InvalidTokenError, MissingScopeError
from services.plumbing.moments import moment_of
from services.plumbing.types import JsonObject

TOKENS: Final = Kind("token", Token)
PREFIX: Final = "itx"
"""What every bearer token begins with, so that one found in a log or a commit is recognised."""
ID_FORM: Final = "^[A-Za-z0-9-]{16}$"
FORM: Final = re.compile(r"itx_([A-Za-z0-9-]{16})_([A-Za-z0-9_-]{43})")
GUEST: Final = (PLAY, ORGANISE)
"""What everybody may do who registers."""
DAYS: Final = 365
GAME_TOKEN: Final = timedelta(minutes=10)
"""How long rules and scoring accept what was signed; clients ask for a new one before."""
SPARE: Final = 60.0
"""Seconds by which clocks may differ."""
USES: Final = "token_uses"
"""The list of tokens by the millisecond of their last use."""
MOST: Final = 100
"""Tokens that are shown on one page."""


class Session(NamedTuple):
    """Who asks, and by which token."""

    caller: Caller
    token: str | None = None


def authenticate(lobby: Lobby, header: str | None) -> Session:
    """Say who sends this `Authorization` header; nobody in particular if there is none."""
    if header is None:
        return Session(Caller())
    kind, _, text = header.partition(" ")
    match = FORM.fullmatch(text)
    if kind.lower() != "bearer" or match is None:
        raise InvalidTokenError("expected 'Authorization: Bearer' and a token of the lobby, itx_…")
    token = _find(lobby, match[1])
    if token is None or not compare_digest(token.hash, hash_of(text)):
        raise InvalidTokenError("the token is not one of ours")
    if token.revoked_at is not None:
        raise InvalidTokenError("the token was revoked")
    if not token.is_good(lobby.moment()):
        raise ExpiredTokenError("the token has expired")
    return Session(Caller(token.player, frozenset(token.scopes)), token.id)


def note_use(lobby: Lobby, token: str) -> None:
    """Remember when a token was used; nobody has to wait for anybody else to do so."""
    lobby.records.commit(Change(listings=[Listing(USES, token, float(lobby.milliseconds()))]))


def new_token(
    lobby: Lobby, draft: Draft, player: str, scopes: tuple[str, ...], label: str, days: int = DAYS
) -> JsonObject:
    """Make a token; what is kept of it, and what follows, has no secret."""
    id_ = lobby.secret()[:16].replace("_", "-")
    token = Token(
        id=id_,
        player=player,
        hash=hash_of(bearer(lobby, id_)),
        scopes=scopes,
        label=label,
        created_at=lobby.moment(),
        expires_at=lobby.moment(timedelta(days=days)),
    )
    draft.put(TOKENS, id_, token)
    draft.list(_tokens_of(player), id_, float(lobby.milliseconds()))
    return token_document(token)


def shown(lobby: Lobby, answer: JsonObject) -> JsonObject:
    """Add the secret of a new token: also when its request comes again, as it is kept nowhere."""
    token: Any = answer["token"]
    return {**answer, "token": {**token, "bearer": bearer(lobby, token["id"])}}


def own_token(lobby: Lobby, session: Session) -> Token:
    """Give the token at hand."""
    known(session.caller, PLAY)
    token = _find(lobby, session.token or "")
    if token is None:
        raise InvalidTokenError("the token is not one of ours")
    return token


def list_tokens(
    lobby: Lobby, session: Session, after: str | None = None, limit: int = MOST
) -> JsonObject:
    """List the caller's tokens, without their secrets, the oldest first."""
    asked = Asked(_tokens_of(known(session.caller, PLAY)), after, limit)

    def shown(token: Token) -> JsonObject:
        return token_document(token, lobby.records.scores(USES, [token.id])[0])

    return page_of(lobby.records, TOKENS, asked, shown)


def issue_token(
    lobby: Lobby, session: Session, wanted: dict[str, Any], request: Request
) -> JsonObject:
    """Make another token of the caller, allowing no more than the one at hand."""
    own = own_token(lobby, session)
    scopes: Any = wanted["scopes"]
    if missing := [scope for scope in scopes if scope not in own.scopes]:
        raise MissingScopeError(f"your token does not have the scope {missing[0]!r} itself")

    def act(draft: Draft) -> JsonObject:
        days, label = int(str(wanted["days"])), str(wanted["label"])
        return {"token": new_token(lobby, draft, own.player, tuple(scopes), label, days)}

    return shown(lobby, lobby.change(request, act))


def revoke_token(lobby: Lobby, session: Session, id_: str, request: Request) -> None:
    """Revoke a token: at once here, within seconds where signed tokens are accepted."""
    player = known(session.caller, PLAY)

    def act(draft: Draft) -> JsonObject:
        token = draft.get(TOKENS, id_)
        if token is None or (token.player != player and ADMIN not in session.caller.scopes):
            raise UnknownTokenError(f"you have no token {id_!r}")
        lobby.revocations.announce(id_, (lobby.now() + GAME_TOKEN).timestamp() + SPARE)
        if token.revoked_at is None:
            draft.put(TOKENS, id_, replace(token, revoked_at=lobby.moment()))
        return {}

    lobby.change(request, act)


def game_token(lobby: Lobby, session: Session) -> JsonObject:
    """Sign a short-lived token that rules and scoring accept."""
    token = own_token(lobby, session)
    signed = lobby.signer.sign(token.player, PLAY, token.id, lobby.now() + GAME_TOKEN)
    return {"token": signed, "player": token.player, "expires_at": lobby.moment(GAME_TOKEN)}


def bearer(lobby: Lobby, id_: str) -> str:
    """Write a token out: with its secret, which follows from the id and is kept nowhere."""
    return f"{PREFIX}_{id_}_{lobby.signer.secret_of(id_)}"


def hash_of(text: str) -> str:
    """Give what is kept of a token."""
    return sha256(text.encode()).hexdigest()


def token_document(token: Token, used: float | None = None) -> JsonObject:
    """Describe a token for its owner; the secret is not known any more."""
    return {
        "id": token.id,
        "label": token.label,
        "scopes": list(token.scopes),
        "created_at": token.created_at,
        "expires_at": token.expires_at,
        "last_used_at": None if used is None else moment_of(round(used)),
        "revoked_at": token.revoked_at,
    }


def _find(lobby: Lobby, id_: str) -> Token | None:
    (record,) = lobby.records.read([TOKENS.key(id_)])
    return TOKENS.load(record.document) if record else None


def _tokens_of(player: str) -> str:
    return f"tokens:{player}"
