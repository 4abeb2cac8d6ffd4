"""What the games of an edition have in common, as numbers and as a picture."""

from typing import Any, Final

import orjson
from flask import Response

from services.plumbing.http.blueprint import PUBLIC, Blueprint
from services.plumbing.http.requests import JSON, best_kind, unchanged
from services.plumbing.http.schemas.parameters import EDITION_IN_PATH
from services.scoring.api.links import SAME_EDITION
from services.scoring.api.plot import draw_statistics
from services.scoring.api.schemas.statistics import Statistics
from services.scoring.api.service import the_service
from services.scoring.api.tags import tag_of, tagged_response
from services.scoring.app.read_statistics import read_statistics

SVG: Final = "image/svg+xml"

blueprint = Blueprint("statistics", __name__, description="What many games have in common.")


@blueprint.route("/statistics/<edition>", parameters=[EDITION_IN_PATH])
@blueprint.operation(
    "getStatistics",
    security=PUBLIC,
    errors=(404,),
    links={200: dict.fromkeys(("getPointsTable", "getLeaderboard"), SAME_EDITION)},
)
@blueprint.tagged
@blueprint.response(200, Statistics())
@blueprint.response(200, {"type": "string"}, content_type=SVG)
def get_statistics(edition: str) -> Response:
    """Show what the games of an edition have in common.

    Scores, seats, zones, eliminations and length, by number of players. With
    `Accept: image/svg+xml` the same as a picture.
    """
    document = read_statistics(the_service().scoring, edition)
    return _picture(document, edition) if best_kind(JSON, SVG) == SVG else tagged_response(document)


def _picture(document: dict[str, Any], edition: str) -> Response:
    """Draw statistics, unless the caller has a picture of just these."""
    tag = f"{tag_of(orjson.dumps(document))}.svg"
    if found := unchanged(tag):
        return found
    response = Response(draw_statistics(document, edition), mimetype=SVG)
    response.set_etag(tag)
    return response
