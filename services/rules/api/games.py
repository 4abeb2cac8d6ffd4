"""Games: created, looked at, drawn, and recorded when they are over."""

from typing import Any, Final

from flask import Response

from services.plumbing.http.blueprint import TOKEN, Blueprint
from services.plumbing.http.requests import (
    best_kind,
    caller,
    identity,
    json_response,
    repeat_key,
    unchanged,
)
from services.plumbing.http.schemas.parameters import EDITION_IN_PATH, Repeatable
from services.rules.api.board import draw_board
from services.rules.api.links import in_game
from services.rules.api.schemas.games import Game, NewGame, Record
from services.rules.api.schemas.parameters import GAME_IN_PATH
from services.rules.api.service import the_service
from services.rules.app.create_game import GameRequest, create_game
from services.rules.app.read_record import read_record
from services.rules.app.tables import Table
from services.rules.app.view_game import Look, game_document, look_at
from services.rules.store.ports import Clock, Place

SVG: Final = "image/svg+xml"
FILE: Final = "application/octet-stream"
ADDRESS: Final = "/rules/v1/editions/{}/games/{}"
NEW: Final = {"parameters": in_game("$response.body#/id")}
SAME: Final = {"parameters": in_game("$request.path.game")}
LOCATION: Final = {"Location": {"description": "The game.", "schema": {"type": "string"}}}

blueprint = Blueprint("games", __name__, description="Games, from their creation to their record.")


@blueprint.route("/editions/<edition>/games", methods=["POST"], parameters=[EDITION_IN_PATH])
@blueprint.operation(
    "createGame",
    security=TOKEN,
    errors=(400, 401, 403, 404, 409, 413, 415, 422),
    links={201: dict.fromkeys(("getGame", "listLegalMoves", "readEvents", "drawBoard"), NEW)},
)
@blueprint.noted_arguments(Repeatable(), location="headers")
@blueprint.arguments(NewGame())
@blueprint.response(201, Game(), headers=LOCATION)
def post_game(body: dict[str, Any], edition: str) -> Response:
    """Create a game.

    The cards are dealt from a seed whose hash is published at once and which is shown when the
    game is over: nobody can change it in between. The token needs the scope `create`.
    """
    who, clock = caller(), body.get("clock")
    wanted = GameRequest(
        players=tuple(body["seats"]),
        seed=body.get("seed"),
        public=body["public"],
        clock=Clock(clock["seconds_per_turn"], clock["on_expiry"]) if clock else None,
        tell_turns=body["tell_turns"],
        stand_ins=tuple(body.get("stand_ins", ())),
    )
    request = identity(who, repeat_key(), body)
    table = create_game(the_service().rules, who, edition, wanted, request)
    response = json_response(game_document(Look(table, _seat(table, who.player))), 201)
    response.headers["Location"] = ADDRESS.format(edition, table.place.game)
    return response


@blueprint.route("/editions/<edition>/games/<game>", parameters=[EDITION_IN_PATH, GAME_IN_PATH])
@blueprint.operation(
    "getGame",
    errors=(401, 403, 404),
    links={200: dict.fromkeys(("listLegalMoves", "readEvents", "drawBoard", "resign"), SAME)},
)
@blueprint.tagged
@blueprint.response(200, Game())
def get_game(edition: str, game: str) -> Response:
    """Look at a game.

    A player sees what the own seat may see, everybody else what all may see.
    """
    look = look_at(the_service().rules, caller(), Place(edition, game))
    return unchanged(look.tag) or json_response(game_document(look), tag=look.tag)


@blueprint.route(
    "/editions/<edition>/games/<game>/board.svg", parameters=[EDITION_IN_PATH, GAME_IN_PATH]
)
@blueprint.operation("drawBoard", errors=(401, 403, 404))
@blueprint.tagged
@blueprint.response(200, {"type": "string", "format": "binary"}, content_type=FILE)
@blueprint.response(200, {"type": "string"}, content_type=SVG, description="A picture (SVG).")
def get_board(edition: str, game: str) -> Response:
    """Draw the board as it stands.

    `Accept: application/octet-stream` gives the same picture as a file to be saved.
    """
    look = look_at(the_service().rules, caller(), Place(edition, game))
    table, tag = look.table, f"{look.tag}.svg"
    if found := unchanged(tag):
        return found
    view = table.family.view(table.edition, table.state, look.viewer)
    picture, kind = draw_board(table.entry, view, table.players), best_kind(SVG, FILE)
    response = Response(picture, mimetype=kind)
    response.set_etag(tag)
    return response


@blueprint.route(
    "/editions/<edition>/games/<game>/record", parameters=[EDITION_IN_PATH, GAME_IN_PATH]
)
@blueprint.operation("getRecord", errors=(401, 403, 404, 409))
@blueprint.response(200, Record())
def get_record(edition: str, game: str) -> Response:
    """Get the record of a finished game.

    It holds everything that is needed to play it again, the seed and all hidden cards included.
    `python -m services.rules verify` checks one without a server.
    """
    return json_response(read_record(the_service().rules, caller(), Place(edition, game)))


def _seat(table: Table, player: str | None) -> int | None:
    """Say as whom the one who created a game looks at it."""
    return table.players.index(player) if player in table.players else None
