"""Reads requests strictly: JSON bodies with no member twice, and nothing that is not JSON."""

import json
from typing import Any

import orjson
from flask import Request
from marshmallow import Schema, ValidationError
from webargs.flaskparser import FlaskParser, is_json_request
from werkzeug.exceptions import BadRequest, UnsupportedMediaType


class StrictParser(FlaskParser):
    """Webargs' parser for Flask, with stricter JSON."""

    def load_querystring(self, req: Request, schema: Schema) -> Any:  # noqa: ANN401
        """Give the query; of a parameter that is there twice nobody knows which one counts."""
        for name, values in req.args.lists():
            if name in schema.fields and len(values) > 1:
                raise ValidationError({name: ["Expected once."]})
        return super().load_querystring(req, schema)

    def _raw_load_json(self, req: Request) -> Any:  # noqa: ANN401
        body = req.get_data(cache=True)
        if not is_json_request(req):
            raise UnsupportedMediaType(
                "the body has to be JSON, with Content-Type: application/json"
            )
        return strict_json(body)


def strict_json(body: bytes) -> Any:  # noqa: ANN401
    """Read JSON; orjson refuses what is none, but would let a member pass that is there twice."""
    try:
        orjson.loads(body)
        return json.loads(body, object_pairs_hook=_members)
    except orjson.JSONDecodeError as error:
        raise BadRequest(f"the body is not JSON: {error}") from error
    except RecursionError as error:
        raise BadRequest("the body is nested too deeply") from error


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadRequest(f"the member {twice!r} is there twice")
    return members
