"""Matchmaking: wait for a table by edition, size and strength."""

from typing import Any, Final

from flask import Response

from services.lobby.api.schemas.matchmaking import TICKET_IN_PATH, NewTicket, Ticket
from services.lobby.api.service import the_lobby
from services.lobby.api.sessions import session
from services.lobby.app import matchmaking
from services.plumbing.http.blueprint import TOKEN, Blueprint
from services.plumbing.http.requests import identity, json_response, repeat_key
from services.plumbing.http.schemas.parameters import Repeatable

NEW: Final = {"parameters": {"ticket": "$response.body#/id"}}

blueprint = Blueprint("matchmaking", __name__, description="Waiting for a table.")


@blueprint.route("/matchmaking", methods=["POST"])
@blueprint.operation(
    "waitForTable",
    security=TOKEN,
    errors=(400, 401, 403, 404, 409, 413, 415, 422, 429),
    links={201: dict.fromkeys(("getTicket", "withdrawTicket"), NEW)},
)
@blueprint.noted_arguments(Repeatable(), location="headers")
@blueprint.arguments(NewTicket())
@blueprint.response(201, Ticket())
def post_ticket(body: dict[str, Any]) -> Response:
    """Wait for a table with people of your strength; the longer, the less strength matters."""
    who = session().caller
    request = identity(who, repeat_key(), body)
    return json_response(matchmaking.wait_for_table(the_lobby(), who, body, request), 201)


@blueprint.route("/matchmaking/<ticket>", parameters=[TICKET_IN_PATH])
@blueprint.operation("getTicket", security=TOKEN, errors=(401, 403, 404, 429))
@blueprint.response(200, Ticket())
def get_ticket(ticket: str) -> Response:
    """Look at your ticket: it names the table once there is one."""
    return json_response(matchmaking.read_ticket(the_lobby(), session().caller, ticket))


@blueprint.route("/matchmaking/<ticket>", methods=["DELETE"], parameters=[TICKET_IN_PATH])
@blueprint.operation("withdrawTicket", security=TOKEN, errors=(401, 403, 404, 429))
@blueprint.response(204, description="You wait no more.")
def delete_ticket(ticket: str) -> Response:
    """Wait no more."""
    who = session().caller
    matchmaking.withdraw_ticket(the_lobby(), who, ticket, identity(who, None))
    return Response(status=204)
