"""What has happened: by pages, or as a stream of server-sent events, from the same log."""

from typing import Any, Final

from flask import Response

from services.plumbing.feed import Wanted
from services.plumbing.http.blueprint import Blueprint
from services.plumbing.http.requests import JSON, best_kind, caller, json_response
from services.plumbing.http.schemas.events import SOME_EVENTS, EventsQuery, LastEvent
from services.plumbing.http.schemas.parameters import EDITION_IN_PATH, LARGEST
from services.plumbing.http.streams import HEARTBEAT, STREAM, stream
from services.rules.api.links import in_game
from services.rules.api.schemas.games import EventPage
from services.rules.api.schemas.parameters import GAME_IN_PATH
from services.rules.api.service import the_service
from services.rules.app.read_events import read_page, read_stream
from services.rules.app.view_game import look_at
from services.rules.core.types import JsonObject
from services.rules.store.ports import Place

NEXT: Final = {"parameters": {**in_game("$request.path.game"), "after": "$response.body#/next"}}

blueprint = Blueprint("events", __name__, description="What has happened, and what happens now.")


@blueprint.route(
    "/editions/<edition>/games/<game>/events", parameters=[EDITION_IN_PATH, GAME_IN_PATH]
)
@blueprint.operation("readEvents", errors=(401, 403, 404, 422), links={200: {"readEvents": NEXT}})
@blueprint.arguments(EventsQuery(), location="query")
@blueprint.arguments(LastEvent(), location="headers")
@blueprint.response(200, EventPage())
@blueprint.response(200, {"type": "string"}, content_type=STREAM)
def get_events(query: dict[str, Any], headers: dict[str, Any], edition: str, game: str) -> Response:
    """Read what has happened, or follow what happens.

    Every event has a number. With `Accept: text/event-stream` they come as they happen, each with
    its number as id, until the game is over, `limit` is reached or `wait` is over; the last message
    (`end`) says why. After a lost connection `Last-Event-ID` goes on where it was.
    """
    service = the_service()
    look = look_at(service.rules, caller(), Place(edition, game))
    last = headers.get("last_event_id")
    after = query["after"] if last is None else last
    if best_kind(JSON, STREAM) == STREAM:
        longest = service.config.stream_seconds
        seconds = min(query.get("wait", longest), longest)
        wanted = Wanted(after, query.get("limit", LARGEST), seconds)
        items = read_stream(service.feed, look, wanted, HEARTBEAT)
        return stream(items, service.metrics.streams, _kind)
    seconds = min(query.get("wait", 0), service.config.poll_seconds)
    wanted = Wanted(after, query.get("limit", SOME_EVENTS), seconds)
    return json_response(read_page(service.rules, service.feed, look, wanted))


def _kind(entry: JsonObject) -> str:
    event = entry["event"]
    return str(event["type"]) if isinstance(event, dict) else ""
