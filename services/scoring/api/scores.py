"""What sheets are worth: the points table, sheets by themselves, and games."""

from typing import Any, Final

from flask import Response, request
from marshmallow import Schema, fields, validate

from services.contracts.ids import EDITION, GAME, LONGEST_EDITION
from services.plumbing.http.blueprint import PUBLIC, Blueprint
from services.plumbing.http.requests import caller, json_response
from services.plumbing.http.schemas.fields import Pattern
from services.plumbing.http.schemas.parameters import EDITION_IN_PATH
from services.scoring.api.links import IN_ANSWER, ITS_EDITION, SAME_EDITION, ratings_of
from services.scoring.api.schemas.scores import GameScore, PointsTable, ScoreRequest, Scores
from services.scoring.api.service import the_service
from services.scoring.api.tags import tagged_response
from services.scoring.app.describe_table import describe_table
from services.scoring.app.read_score import Question, read_score
from services.scoring.app.score_sheets import score_sheets

GAME_IN_PATH: Final = {
    "name": "game",
    "in": "path",
    "required": True,
    "description": "The id of a game.",
    "schema": {"type": "string", "pattern": GAME},
    "example": "Zm9yLWV4YW1wbGUtb25seQ",
}
BY_EDITION: Final = dict.fromkeys(
    ("getPointsTable", "getLeaderboard", "getStatistics"), ITS_EDITION
)
FIRST_SEAT: Final = "$response.body#/players/0"

blueprint = Blueprint("scores", __name__, description="What sheets are worth, and who won.")


class ScoreQuery(Schema):
    """Where to look for a game."""

    edition = fields.String(
        validate=[validate.Length(max=LONGEST_EDITION), Pattern(EDITION)],
        metadata={"description": "The game's edition, if you know it: then it is found sooner."},
    )


@blueprint.route("/editions/<edition>", parameters=[EDITION_IN_PATH])
@blueprint.operation(
    "getPointsTable",
    security=PUBLIC,
    errors=(404,),
    links={200: dict.fromkeys(("getLeaderboard", "getStatistics"), SAME_EDITION)},
)
@blueprint.tagged
@blueprint.response(200, PointsTable())
def get_points_table(edition: str) -> Response:
    """Show the points table of an edition."""
    return tagged_response(describe_table(the_service().scoring.table(edition)))


@blueprint.route("/scores", methods=["POST"])
@blueprint.operation(
    "scoreSheets",
    security=PUBLIC,
    errors=(400, 404, 409, 413, 415, 422),
    links={200: BY_EDITION},
)
@blueprint.arguments(ScoreRequest())
@blueprint.response(200, Scores())
def post_scores(body: dict[str, Any]) -> Response:
    """Score and rank sheets, finished or not.

    Nothing is stored. A sheet that no game leads to is refused, with the place and the reason.
    """
    return json_response(score_sheets(the_service().scoring, body["edition"], body["sheets"]))


@blueprint.route("/games/<game>/score", parameters=[GAME_IN_PATH])
@blueprint.operation(
    "getScore",
    errors=(401, 403, 404, 409, 422),
    links={200: {**BY_EDITION, "getRatings": ratings_of(FIRST_SEAT, IN_ANSWER)}},
)
@blueprint.arguments(ScoreQuery(), location="query")
@blueprint.tagged
@blueprint.response(200, GameScore())
def get_score(query: dict[str, Any], game: str) -> Response:
    """Look at the score of a game.

    It is final when the game is. Before, it is what the sheets would be worth if the game ended
    now; the rules are asked for them with your token, so that you see what your seat may see.
    """
    service = the_service()
    question = Question(game, query.get("edition"), request.headers.get("Authorization"))
    score = read_score(service.scoring, service.rules, caller(), question)
    service.metrics.scores.labels("final" if score["final"] else "provisional").inc()
    return tagged_response(score)
