"""Players, and the tokens by which they are known."""

from typing import Any, Final

from flask import Response

from services.lobby.api.schemas.people import (
    TOKEN_IN_PATH,
    GameToken,
    IssuedToken,
    KeySet,
    Me,
    NewPlayer,
    NewToken,
    Registered,
    TokenPage,
)
from services.lobby.api.schemas.tables import Paged
from services.lobby.api.service import the_lobby
from services.lobby.api.sessions import session
from services.lobby.app import people, tokens
from services.plumbing.http.blueprint import PUBLIC, TOKEN, TOKEN_OR_NOT, Blueprint
from services.plumbing.http.requests import identity, json_response, repeat_key
from services.plumbing.http.schemas.parameters import Repeatable

BODY: Final = (400, 409, 413, 415, 422, 429)
"""How a request with a body can be refused."""

blueprint = Blueprint("people", __name__, description="Players and tokens.")


@blueprint.route("/players", methods=["POST"])
@blueprint.operation("registerPlayer", security=TOKEN_OR_NOT, errors=(401, 403, *BODY))
@blueprint.noted_arguments(Repeatable(), location="headers")
@blueprint.arguments(NewPlayer())
@blueprint.response(201, Registered())
def post_player(body: dict[str, Any]) -> Response:
    """Register.

    The answer has a bearer token, which is shown once and kept only as a hash. No e-mail, no
    password: whoever has the token is the player.
    """
    who = session()
    request = identity(who.caller, repeat_key(), body)
    return json_response(people.register(the_lobby(), who, body, request), 201)


@blueprint.route("/me")
@blueprint.operation("getMe", security=TOKEN, errors=(401, 403, 404, 429))
@blueprint.response(200, Me())
def get_me() -> Response:
    """Show who you are."""
    return json_response(people.me(the_lobby(), session()))


@blueprint.route("/tokens")
@blueprint.operation("listTokens", security=TOKEN, errors=(401, 403, 422, 429))
@blueprint.arguments(Paged(), location="query")
@blueprint.response(200, TokenPage())
def get_tokens(query: dict[str, Any]) -> Response:
    """List your tokens, without their secrets."""
    after, limit = query.get("after"), query["limit"]
    return json_response(tokens.list_tokens(the_lobby(), session(), after, limit))


@blueprint.route("/tokens", methods=["POST"])
@blueprint.operation(
    "issueToken",
    security=TOKEN,
    errors=(401, 403, *BODY),
    links={201: {"revokeToken": {"parameters": {"token": "$response.body#/token/id"}}}},
)
@blueprint.noted_arguments(Repeatable(), location="headers")
@blueprint.arguments(NewToken())
@blueprint.response(201, IssuedToken())
def post_token(body: dict[str, Any]) -> Response:
    """Make another token, for a program of yours.

    It may allow less than the one you make it with, and never more.
    """
    who = session()
    request = identity(who.caller, repeat_key(), body)
    return json_response(tokens.issue_token(the_lobby(), who, body, request), 201)


@blueprint.route("/tokens/<token>", methods=["DELETE"], parameters=[TOKEN_IN_PATH])
@blueprint.operation("revokeToken", security=TOKEN, errors=(401, 403, 404, 429))
@blueprint.response(204, description="It is good no more.")
def delete_token(token: str) -> Response:
    """Revoke a token.

    Here it is refused at once; what was signed for it is refused by the other services within
    seconds.
    """
    who = session()
    tokens.revoke_token(the_lobby(), who, token, identity(who.caller, None))
    return Response(status=204)


@blueprint.route("/game-tokens", methods=["POST"])
@blueprint.operation("signGameToken", security=TOKEN, errors=(401, 403, 422, 429))
@blueprint.noted_arguments(Repeatable(), location="headers")
@blueprint.response(201, GameToken())
def post_game_token() -> Response:
    """Get a token for rules and scoring.

    They verify it by the public keys of the lobby, without asking it. It is short-lived; ask for a
    new one as often as you like.
    """
    who = session()
    repeat_key()  # nothing is kept, so any key will do; what is none is refused as elsewhere
    return json_response(tokens.game_token(the_lobby(), who), 201)


@blueprint.route("/keys")
@blueprint.operation("getKeys", security=PUBLIC, errors=(429,))
@blueprint.response(200, KeySet())
def get_keys() -> Response:
    """Show the public keys with which signed tokens are verified (JWKS)."""
    return json_response(the_lobby().signer.published())
