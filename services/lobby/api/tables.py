"""Tables: where people find each other before a game."""

from typing import Any, Final

from flask import Response

from services.lobby.api.schemas.tables import (
    TABLE_IN_PATH,
    BotsWanted,
    Invitation,
    NewTable,
    Paged,
    SeatWanted,
    ServedEditions,
    Table,
    TablePage,
    TablesQuery,
)
from services.lobby.api.service import the_lobby, the_service
from services.lobby.api.sessions import session
from services.lobby.app import tables
from services.lobby.app.editions import served_editions
from services.lobby.app.errors import EngineUnavailableError
from services.lobby.app.house_bots import fill_with_bots, open_with_bots
from services.lobby.app.rematch import rematch
from services.lobby.app.start_table import create_wanted, start_table
from services.lobby.core.table import Status
from services.plumbing.callers import Caller, Request
from services.plumbing.http.blueprint import PUBLIC, TOKEN, Blueprint
from services.plumbing.http.requests import identity, json_response, repeat_key
from services.plumbing.http.schemas.parameters import Repeatable
from services.plumbing.types import JsonObject

BODY: Final = (400, 401, 403, 404, 409, 413, 415, 422, 429)
NO_BODY: Final = (401, 403, 404, 409, 422, 429)
NEW: Final = {"parameters": {"table": "$response.body#/id"}}
SAME: Final = {"parameters": {"table": "$request.path.table"}}

blueprint = Blueprint("tables", __name__, description="Tables, before and after their game.")


@blueprint.route("/editions")
@blueprint.operation("listServedEditions", security=PUBLIC, errors=(422, 429))
@blueprint.arguments(Paged(), location="query")
@blueprint.response(200, ServedEditions())
def get_editions(query: dict[str, Any]) -> Response:
    """List what can be played now, and by which versions."""
    return json_response(served_editions(the_lobby(), query.get("after"), query["limit"]))


@blueprint.route("/tables")
@blueprint.operation("listTables", errors=(401, 422, 429))
@blueprint.arguments(TablesQuery(), location="query")
@blueprint.response(200, TablePage())
def get_tables(query: dict[str, Any]) -> Response:
    """List the tables that wait for people, the oldest first."""
    session()  # a token that is no good is refused, even where none is needed
    wanted = tables.TableFilter(query.get("game"), query.get("seats"))
    return json_response(
        tables.list_tables(the_lobby(), wanted, query.get("after"), query["limit"])
    )


@blueprint.route("/tables", methods=["POST"])
@blueprint.operation(
    "openTable",
    security=TOKEN,
    errors=BODY,
    links={
        201: dict.fromkeys(("getTable", "takeSeat", "leaveTable", "addBots", "startTable"), NEW)
    },
)
@blueprint.noted_arguments(Repeatable(), location="headers")
@blueprint.arguments(NewTable())
@blueprint.response(201, Table())
def post_table(body: dict[str, Any]) -> Response:
    """Open a table; you sit down first, and are its host.

    With `bots` the other seats are taken at once: the answer has the game's address.
    """
    who, request = _asked(body)
    opened = open_with_bots if "bots" in body else tables.open_table
    found = opened(the_lobby(), who, body, request)
    return json_response(_begun(found, who, request), 201)


@blueprint.route("/tables/<table>", parameters=[TABLE_IN_PATH])
@blueprint.operation("getTable", errors=(401, 404, 422, 429))
@blueprint.arguments(Invitation(), location="query")
@blueprint.response(200, Table())
def get_table(query: dict[str, Any], table: str) -> Response:
    """Look at a table: who sits there, and where the game is played once it has begun."""
    who = session().caller
    return json_response(tables.read_table(the_lobby(), who, table, query.get("invite")))


@blueprint.route("/tables/<table>/seats", methods=["POST"], parameters=[TABLE_IN_PATH])
@blueprint.operation(
    "takeSeat", security=TOKEN, errors=BODY, links={201: {"getTable": SAME, "leaveTable": SAME}}
)
@blueprint.noted_arguments(Repeatable(), location="headers")
@blueprint.arguments(SeatWanted())
@blueprint.response(201, Table())
def post_seat(body: dict[str, Any], table: str) -> Response:
    """Sit down at a table; if that fills it, the game begins."""
    who, request = _asked(body)
    found = tables.take_seat(the_lobby(), who, table, body.get("invite"), request)
    return json_response(_begun(found, who, request), 201)


@blueprint.route("/tables/<table>/seats", methods=["DELETE"], parameters=[TABLE_IN_PATH])
@blueprint.operation("leaveTable", security=TOKEN, errors=(401, 403, 404, 409, 429))
@blueprint.response(200, Table())
def delete_seat(table: str) -> Response:
    """Leave a table before its game begins."""
    who = session().caller
    return json_response(tables.leave_table(the_lobby(), who, table, identity(who, None)))


@blueprint.route("/tables/<table>/bots", methods=["POST"], parameters=[TABLE_IN_PATH])
@blueprint.operation("addBots", security=TOKEN, errors=BODY, links={201: {"getTable": SAME}})
@blueprint.noted_arguments(Repeatable(), location="headers")
@blueprint.arguments(BotsWanted())
@blueprint.response(201, Table())
def post_bots(body: dict[str, Any], table: str) -> Response:
    """Let the platform's own bots take free seats."""
    who, request = _asked(body)
    found = fill_with_bots(the_lobby(), who, table, body["level"], body.get("count"), request)
    return json_response(_begun(found, who, request), 201)


@blueprint.route("/tables/<table>/start", methods=["POST"], parameters=[TABLE_IN_PATH])
@blueprint.operation("startTable", security=TOKEN, errors=NO_BODY, links={201: {"getTable": SAME}})
@blueprint.noted_arguments(Repeatable(), location="headers")
@blueprint.response(201, Table())
def post_start(table: str) -> Response:
    """Start the game as the host.

    The answer has the game's address. If nobody serves the edition now, the table stays open.
    """
    who, request = _asked(None)
    return json_response(start_table(the_lobby(), who, table, request), 201)


@blueprint.route("/tables/<table>/rematch", methods=["POST"], parameters=[TABLE_IN_PATH])
@blueprint.operation("playAgain", security=TOKEN, errors=NO_BODY, links={201: {"getTable": NEW}})
@blueprint.noted_arguments(Repeatable(), location="headers")
@blueprint.response(201, Table())
def post_rematch(table: str) -> Response:
    """Play again with the same people; it begins when all have asked for it."""
    who, request = _asked(None)
    return json_response(_begun(rematch(the_lobby(), who, table, request), who, request), 201)


def _asked(body: dict[str, Any] | None) -> tuple[Caller, Request]:
    who = session().caller
    return who, identity(who, repeat_key(), body)


def _begun(found: JsonObject, who: Caller, request: Request) -> JsonObject:
    """Let a table that has become full begin; if that cannot be now, it says why."""
    if found["status"] != Status.STARTING:
        return found
    lobby, id_ = the_lobby(), str(found["id"])
    try:
        table = create_wanted(lobby, id_, request)
    except EngineUnavailableError:
        table = tables.find_table(lobby, id_)
    result = "created" if table.playing else "unavailable"
    edition = table.playing.edition if table.playing else table.game
    the_service().metrics.started.labels(edition, result).inc()
    return tables.table_document(lobby, table, who.player)
