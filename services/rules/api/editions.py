"""Which editions there are, and everything about each."""

from functools import cache
from hashlib import sha256
from typing import Any, Final

import orjson
from flask import Response

from services.plumbing.http.blueprint import PUBLIC, Blueprint
from services.plumbing.http.requests import json_response, unchanged
from services.plumbing.http.schemas.parameters import EDITION_IN_PATH
from services.rules.api.schemas.cards import EditionPage
from services.rules.api.schemas.parameters import EditionsQuery
from services.rules.api.service import the_service
from services.rules.app.list_editions import list_editions
from services.rules.core.registry import Entry

FIRST: Final = {"edition": "$response.body#/items/0/id"}
THIS: Final = {"edition": "$request.path.edition"}

blueprint = Blueprint("editions", __name__, description="The cities one can play in.")


@blueprint.route("/editions")
@blueprint.operation(
    "listEditions",
    security=PUBLIC,
    errors=(422,),
    links={200: {"getEdition": {"parameters": FIRST}, "createGame": {"parameters": FIRST}}},
)
@blueprint.arguments(EditionsQuery(), location="query")
@blueprint.tagged
@blueprint.response(200, EditionPage())
def get_editions(query: dict[str, Any]) -> Response:
    """List the editions that can be played, each in its newest version.

    These are the editions that are served here, and those that other engines announce.
    """
    service, after = the_service(), query.get("after", "")
    page = list_editions(service.rules, service.announced(), after, query["limit"])
    return _answer(orjson.dumps(page))


@blueprint.route("/editions/<edition>", parameters=[EDITION_IN_PATH])
@blueprint.operation(
    "getEdition", security=PUBLIC, errors=(404,), links={200: {"createGame": {"parameters": THIS}}}
)
@blueprint.tagged
@blueprint.response(200, {"$ref": "#/components/schemas/Edition"})
def get_edition(edition: str) -> Response:
    """Show a whole edition: board, decks and sheets.

    Its version says when it was changed; a running game keeps the version it began with.
    """
    return _answer(_described(the_service().rules.served.entry(edition)))


@cache
def _described(entry: Entry) -> bytes:
    """Describe an edition once; it never changes while we run."""
    return orjson.dumps(entry.family.edition_to_json(entry.edition))


def _answer(text: bytes) -> Response:
    tag = sha256(text).hexdigest()[:32]
    return unchanged(tag) or json_response(text, tag=tag)
