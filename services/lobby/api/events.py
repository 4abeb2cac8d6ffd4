"""What happens in the lobby: by pages, or as a stream of server-sent events, from one log."""

from typing import Any, Final

from flask import Response

from services.lobby.api.schemas.events import LobbyEventPage
from services.lobby.api.service import the_service
from services.lobby.api.sessions import session
from services.lobby.app.read_events import read_page, read_stream
from services.plumbing.feed import Wanted
from services.plumbing.http.blueprint import Blueprint
from services.plumbing.http.requests import JSON, best_kind, json_response
from services.plumbing.http.schemas.events import SOME_EVENTS, EventsQuery, LastEvent
from services.plumbing.http.schemas.parameters import LARGEST
from services.plumbing.http.streams import HEARTBEAT, STREAM, stream

NEXT: Final = {"parameters": {"after": "$response.body#/next"}}

blueprint = Blueprint("events", __name__, description="What happens in the lobby.")


@blueprint.route("/events")
@blueprint.operation(
    "readLobbyEvents", errors=(401, 422, 429), links={200: {"readLobbyEvents": NEXT}}
)
@blueprint.arguments(EventsQuery(), location="query")
@blueprint.arguments(LastEvent(), location="headers")
@blueprint.response(200, LobbyEventPage())
@blueprint.response(200, {"type": "string"}, content_type=STREAM)
def get_events(query: dict[str, Any], headers: dict[str, Any]) -> Response:
    """Read what has happened to tables and tournaments, or follow what happens.

    Every event has a number. With `Accept: text/event-stream` they come as they happen, each with
    its number as id, until `limit` is reached or `wait` is over; the last message (`end`) says why.
    After a lost connection `Last-Event-ID` goes on where it was.
    """
    session()
    service = the_service()
    last = headers.get("last_event_id")
    after = query["after"] if last is None else last
    if best_kind(JSON, STREAM) == STREAM:
        longest = service.config.stream_seconds
        wanted = Wanted(
            after, query.get("limit", LARGEST), min(query.get("wait", longest), longest)
        )
        items = read_stream(service.feed, wanted, HEARTBEAT)
        return stream(items, service.metrics.streams, lambda event: str(event["type"]))
    seconds = min(query.get("wait", 0), service.config.poll_seconds)
    wanted = Wanted(after, query.get("limit", SOME_EVENTS), seconds)
    return json_response(read_page(service.lobby, service.feed, wanted))
