"""What every endpoint needs of a request: who asks, and what makes it recognisable."""

from hashlib import sha256
from typing import Final

import orjson
from flask import Response, g, request
from marshmallow import ValidationError
from werkzeug.exceptions import UnprocessableEntity

from services.plumbing.callers import Caller, Request
from services.plumbing.http.schemas.parameters import Repeatable
from services.plumbing.http.service import the_plumbing

JSON: Final = "application/json"
KEY: Final = "Idempotency-Key"
REPEATABLE: Final = Repeatable()


def caller() -> Caller:
    """Say who asks."""
    return the_plumbing().tokens.caller(request.headers.get("Authorization"))


def repeat_key() -> str | None:
    """Give the key under which a request may be repeated; most have none, and cost nothing."""
    given = request.headers.get(KEY)
    if given is None:
        return None
    try:
        return str(REPEATABLE.load({KEY: given})["key"])
    except ValidationError as error:
        refusal = UnprocessableEntity()
        refusal.data = {"messages": {"headers": error.messages}}  # type: ignore[attr-defined]
        raise refusal from error


def identity(who: Caller, key: str | None, body: object = None) -> Request:
    """Make a request recognisable: by its id, and by its key if it may be repeated.

    A key belongs to its player, so that nobody gets another's answer.
    """
    if key is None:
        return Request(g.request_id)
    owner = sha256(f"{who.player}\n{key}".encode()).hexdigest()
    text = orjson.dumps([request.method, request.path, body], option=orjson.OPT_SORT_KEYS)
    return Request(g.request_id, owner[:32], sha256(text).hexdigest())


def best_kind(first: str, *others: str) -> str:
    """Choose the form of the answer that the caller likes best; the first if it is all the same."""
    return request.accept_mimetypes.best_match([first, *others], first)


def json_response(content: object, status: int = 200, tag: str | None = None) -> Response:
    """Answer with JSON that is written once, without a detour through a schema."""
    text = content if isinstance(content, bytes) else orjson.dumps(content)
    response = Response(text, status, mimetype=JSON)
    if tag is not None:
        response.set_etag(tag)
    return response


def unchanged(tag: str) -> Response | None:
    """Answer that nothing has changed since the caller looked, if so."""
    if not request.if_none_match.contains_weak(tag):  # a proxy that compresses makes tags weak
        return None
    response = Response(status=304)
    response.set_etag(tag)
    return response
