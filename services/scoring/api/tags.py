"""Answers that are sent only to those who do not have them yet."""

from hashlib import sha256

import orjson
from flask import Response

from services.plumbing.http.requests import json_response, unchanged


def tagged_response(document: object) -> Response:
    """Answer with JSON and its tag, or that the caller has it already."""
    text = orjson.dumps(document)
    tag = tag_of(text)
    return unchanged(tag) or json_response(text, tag=tag)


def tag_of(text: bytes) -> str:
    """Name a text by what it says."""
    return sha256(text).hexdigest()[:32]
