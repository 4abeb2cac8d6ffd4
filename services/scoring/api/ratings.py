"""Who is how strong: leaderboards, and the ratings of a player."""

import re
from typing import Any, Final

from flask import Response
from werkzeug.exceptions import NotFound

from services.contracts.ids import LONGEST_PLAYER, PLAYER
from services.plumbing.http.blueprint import PUBLIC, Blueprint
from services.plumbing.http.requests import caller, json_response
from services.plumbing.http.schemas.parameters import EDITION_IN_PATH
from services.scoring.api.links import IN_PATH, SAME_EDITION, ratings_of
from services.scoring.api.schemas.ratings import (
    PLAYER_IN_PATH,
    Leaderboard,
    LeaderboardQuery,
    PlayerRatings,
    RatingsQuery,
)
from services.scoring.api.service import the_service
from services.scoring.api.tags import tagged_response
from services.scoring.app.leaderboard import Asked, leaderboard
from services.scoring.app.player_ratings import HistoryAsked, player_history, player_ratings

BEST: Final = "$response.body#/items/0/player"
LATEST: Final = {
    "parameters": {
        "game": "$response.body#/history/items/0/game",
        "edition": "$response.body#/history/edition",
    }
}
PLAYED: Final = {"parameters": {"edition": "$response.body#/ratings/0/edition"}}

blueprint = Blueprint("ratings", __name__, description="Ratings with their uncertainty.")


@blueprint.route("/leaderboards/<edition>", parameters=[EDITION_IN_PATH])
@blueprint.operation(
    "getLeaderboard",
    errors=(401, 404, 422),
    links={
        200: {
            "getRatings": ratings_of(BEST, IN_PATH),
            **dict.fromkeys(("getPointsTable", "getStatistics"), SAME_EDITION),
        }
    },
)
@blueprint.arguments(LeaderboardQuery(), location="query")
@blueprint.tagged
@blueprint.response(200, Leaderboard())
def get_leaderboard(query: dict[str, Any], edition: str) -> Response:
    """Show who is best in an edition.

    Sorted by what players are worth almost certainly (`ordinal`), so that few games do not lead to
    the top. With a token, `own` is your row wherever it is.
    """
    who = caller()  # a token that is no good is refused, even where none is needed
    own = query.pop("player", None) or who.player
    page = leaderboard(the_service().scoring, Asked(edition, **query, own=own))
    page["items"] = page.pop("rows")
    return tagged_response(page)


@blueprint.route("/players/<player>/ratings", parameters=[PLAYER_IN_PATH])
@blueprint.operation(
    "getRatings",
    security=PUBLIC,
    errors=(404, 422),
    links={200: {"getScore": LATEST, "getLeaderboard": PLAYED}},
)
@blueprint.arguments(RatingsQuery(), location="query")
@blueprint.response(200, PlayerRatings())
def get_ratings(query: dict[str, Any], player: str) -> Response:
    """Show the ratings of a player, and how they came about.

    A player has a rating for every edition and pool played in. Name an edition to see the history
    there, the latest game first.
    """
    if len(player) > LONGEST_PLAYER or not re.fullmatch(PLAYER, player):
        raise NotFound(f"{player!r} is the id of no player")
    scoring, edition = the_service().scoring, query.get("edition")
    document = player_ratings(scoring, player)
    document["history"] = None
    if edition is not None:
        asked = HistoryAsked(edition, player, query.get("after"), query["limit"])
        history = player_history(scoring, asked)
        kept = {name: history[name] for name in ("edition", "total", "next")}
        document["history"] = {**kept, "items": history["entries"]}
    return json_response(document)
