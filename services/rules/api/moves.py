"""Playing: what may be done, doing it, and leaving."""

from typing import Any, Final

from flask import Response

from services.plumbing.http.blueprint import TOKEN, Blueprint
from services.plumbing.http.requests import caller, identity, json_response, repeat_key
from services.plumbing.http.schemas.parameters import EDITION_IN_PATH, Repeatable
from services.rules.api.links import in_game
from services.rules.api.schemas.games import LegalMoves, MoveRequest, Played, Preview
from services.rules.api.schemas.parameters import GAME_IN_PATH
from services.rules.api.service import the_service
from services.rules.app import play_move
from services.rules.app.errors import StaleVersionError, VersionNotServedError
from services.rules.app.list_moves import list_moves
from services.rules.app.resign import resign
from services.rules.store.ports import Place

SAME: Final = {"parameters": in_game("$request.path.game")}
FIRST_MOVE: Final = {
    **SAME,
    "requestBody": {
        "expected_version": "$response.body#/version",
        "move": "$response.body#/moves/0/move",
    },
}

blueprint = Blueprint("moves", __name__, description="Playing, with rules that say what they do.")


@blueprint.route(
    "/editions/<edition>/games/<game>/legal-moves", parameters=[EDITION_IN_PATH, GAME_IN_PATH]
)
@blueprint.operation(
    "listLegalMoves",
    security=TOKEN,
    errors=(401, 403, 404),
    links={200: {"playMove": FIRST_MOVE}},
)
@blueprint.response(200, LegalMoves())
def get_legal_moves(edition: str, game: str) -> Response:
    """List every legal move of your seat.

    Each comes with what it would do. The list is empty when it is somebody else's turn.
    """
    service, who = the_service(), caller()
    service.rules.served.entry(edition)
    with service.metrics.legal_moves_seconds.labels(edition).time():
        moves = list_moves(service.rules, who, Place(edition, game))
    return json_response(moves)


@blueprint.route(
    "/editions/<edition>/games/<game>/moves",
    methods=["POST"],
    parameters=[EDITION_IN_PATH, GAME_IN_PATH],
)
@blueprint.operation(
    "playMove",
    security=TOKEN,
    errors=(400, 401, 403, 404, 409, 413, 415, 422),
    links={201: dict.fromkeys(("getGame", "listLegalMoves", "readEvents", "getRecord"), SAME)},
)
@blueprint.noted_arguments(Repeatable(), location="headers")
@blueprint.arguments(MoveRequest())
@blueprint.response(201, Played())
@blueprint.alt_response(200, schema=Preview(), description="With `dry_run`.", success=True)
def post_move(body: dict[str, Any], edition: str, game: str) -> Response:
    """Play a move, or only try it.

    A move that breaks a rule, is made on an old version or out of turn is refused, and nothing has
    changed. A dry run tells what the list of legal moves tells, and no card that is not open yet.
    """
    service, who, place = the_service(), caller(), Place(edition, game)
    service.rules.served.entry(edition)
    thought = body.pop("thinking_ms", None)  # who asks again has thought on: it is the same request
    wanted = play_move.MoveRequest(body["expected_version"], body["move"], thought)
    result, moves = "refused", service.metrics.moves
    try:
        key = repeat_key()  # what is not a key is refused, even where none is needed
        if body["dry_run"]:
            response = json_response(play_move.try_move(service.rules, who, place, wanted))
            result = "tried"
        else:
            request = identity(who, key, body)
            answer = play_move.play_move(service.rules, who, place, wanted, request)
            response = json_response(answer, 201)
            result = "played"
    except StaleVersionError:
        result = "stale"
        raise
    except VersionNotServedError:
        result = "elsewhere"
        raise
    finally:
        moves.labels(edition, result).inc()
    return response


@blueprint.route(
    "/editions/<edition>/games/<game>/resignation",
    methods=["POST"],
    parameters=[EDITION_IN_PATH, GAME_IN_PATH],
)
@blueprint.operation(
    "resign",
    security=TOKEN,
    errors=(401, 403, 404, 409, 422),
    links={201: dict.fromkeys(("getGame", "readEvents", "getRecord"), SAME)},
)
@blueprint.noted_arguments(Repeatable(), location="headers")
@blueprint.response(201, Played())
def post_resignation(edition: str, game: str) -> Response:
    """Leave the game, at any time.

    What happens to the seat is up to the rules of the family; the others play on. If the game has
    somebody who may stand in, that one plays the seat from now on.
    """
    who = caller()
    answer = resign(the_service().rules, who, Place(edition, game), identity(who, repeat_key()))
    return json_response(answer, 201)
