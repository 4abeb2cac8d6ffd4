"""The contract as a judge: is an answer one that its operation documents?"""

import re
from typing import Any, Final, NamedTuple

from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

URI: Final = "urn:contract"
PROBLEM: Final = "application/problem+json"
ENOUGH: Final = 12
"""How many items of a list are looked at: a thousand moves are described by the same schema."""


class Reply(NamedTuple):
    """What came back, and to what."""

    method: str
    path: str
    status: int
    media: str
    body: Any
    """The document, if it is JSON."""


class Contract:
    """An OpenAPI document."""

    def __init__(self, document: Any) -> None:
        self.document = document
        resource = DRAFT202012.create_resource(document)
        self._registry: Any = Registry().with_resource(URI, resource)
        self._paths = [
            (re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), path) for path in document["paths"]
        ]

    def check(self, reply: Reply) -> str | None:
        """Hold an answer against the contract; give the operation, if it is one's answer."""
        operation = self._operation(reply)
        if operation is None:
            assert reply.status in {404, 405}, reply
            self._validate("#/components/schemas/Problem", reply.body)
            return None
        documented, where = self._response(operation, reply)
        content = documented.get("content", {})
        if content:
            assert reply.media in content, (reply, list(content))
            media = reply.media.replace("/", "~1")
            self._validate(f"{where}/content/{media}/schema", reply.body)
        else:
            assert reply.body is None, reply
        return str(self._at(operation)["operationId"])

    def _operation(self, reply: Reply) -> str | None:
        """Find the operation that was asked for."""
        method = reply.method.lower()
        for pattern, path in self._paths:
            if pattern.fullmatch(reply.path) and method in self.document["paths"][path]:
                return "#/paths/{}/{}".format(path.replace("/", "~1"), method)
        return None

    def _response(self, operation: str, reply: Reply) -> tuple[Any, str]:
        """Find what is documented about the status of an answer."""
        where = f"{operation}/responses"
        assert str(reply.status) in self._at(where), reply
        where = f"{where}/{reply.status}"
        where = self._at(where).get("$ref", where)
        return self._at(where), where

    def _at(self, pointer: str) -> Any:
        return self._registry.resolver(URI).lookup(pointer).contents

    def _validate(self, pointer: str, body: Any) -> None:
        if isinstance(body, bytes):
            return
        schema = {"$ref": f"{URI}{pointer}"}
        validator: Any = Draft202012Validator(schema, registry=self._registry)
        validator.validate(shortened(body))


def shortened(document: Any) -> Any:
    """Leave out what comes late in long lists."""
    if isinstance(document, dict):
        return {name: shortened(value) for name, value in document.items()}
    if isinstance(document, list):
        return [shortened(item) for item in document[:ENOUGH]]
    return document
