"""The client against the contracts: a method for every operation, and none without one."""

import inspect
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx
import jsonschema
import pytest

from clients.cli.api import Conversation, Platform

OPENAPI: Final = Path(__file__).resolve().parents[3] / "openapi"
SERVICES: Final = ("rules", "lobby", "scoring")
URL: Final = "http://platform.test"
VERBS: Final = {"get", "post", "put", "patch", "delete"}


class Operation(NamedTuple):
    """An operation of a contract."""

    service: str
    name: str
    method: str
    path: str
    parameters: list[Any]
    body: Any

    @property
    def examples(self) -> dict[str, Any]:
        """Something for every part of the path."""
        return {each["name"]: each["example"] for each in self.parameters if each["in"] == "path"}

    @property
    def filled(self) -> str:
        """The path with the examples in it."""
        return self.path.format(**self.examples)


def contract(service: str) -> Any:
    return json.loads((OPENAPI / f"{service}.json").read_text(encoding="utf-8"))


def operations(service: str) -> Iterator[Operation]:
    """List the operations of a service."""
    for path, item in contract(service)["paths"].items():
        for method in sorted(VERBS & set(item)):
            found = item[method]
            parameters = item.get("parameters", []) + found.get("parameters", [])
            body = found.get("requestBody", {}).get("content", {}).get("application/json")
            yield Operation(service, found["operationId"], method.upper(), path, parameters, body)


ALL: Final = [each for service in SERVICES for each in operations(service)]


def snake(name: str) -> str:
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()


class Listener:
    """Answers everything with an empty document, and remembers the last request."""

    def __init__(self) -> None:
        self.request: httpx.Request | None = None
        client = httpx.Client(transport=httpx.MockTransport(self._answer))
        self.platform = Platform(Conversation(client, URL, None))

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.request = request
        return httpx.Response(200, json={})

    def call(self, operation: Operation) -> httpx.Request:
        """Call the method of an operation with the contract's own examples."""
        method = getattr(getattr(self.platform, operation.service), snake(operation.name))
        wanted = inspect.signature(method).parameters
        game = operation.filled.split("/games/")
        address = "/games/".join([game[0], game[1].split("/")[0]]) if len(game) > 1 else ""
        given = operation.examples | {"address": f"{URL}{address}"}
        given |= {"body": operation.body["example"]} if operation.body else {}
        method(**{name: value for name, value in given.items() if name in wanted})
        assert self.request
        return self.request


def methods(service: str) -> dict[str, Any]:
    """Give the public methods of a service's client."""
    platform = Listener().platform
    found = inspect.getmembers(getattr(platform, service), inspect.ismethod)
    return {name: method for name, method in found if not name.startswith("_")}


@pytest.mark.parametrize("service", SERVICES)
def test_there_is_a_method_for_every_operation_and_none_without_one(service: str) -> None:
    wanted = sorted(snake(each.name) for each in operations(service))
    assert len(wanted) > 5
    assert sorted(methods(service)) == wanted


@pytest.mark.slow
@pytest.mark.parametrize("operation", ALL, ids=lambda each: each.name)
def test_a_method_asks_as_the_contract_has_it(operation: Operation) -> None:
    request = Listener().call(operation)
    assert (request.method, request.url.path) == (operation.method, operation.filled)
    queries = {each["name"] for each in operation.parameters if each["in"] == "query"}
    assert set(request.url.params) <= queries
    headers = {each["name"] for each in operation.parameters if each["in"] == "header"}
    assert ("Idempotency-Key" in request.headers) == ("Idempotency-Key" in headers)


@pytest.mark.parametrize(
    "operation", [each for each in ALL if each.body], ids=lambda each: each.name
)
def test_a_body_arrives_as_the_contract_wants_it(operation: Operation) -> None:
    sent = json.loads(Listener().call(operation).content)
    schema = operation.body["schema"] | {"components": contract(operation.service)["components"]}
    jsonschema.validate(sent, schema)
    assert sent == operation.body["example"]


@pytest.mark.slow
@pytest.mark.parametrize("operation", ALL, ids=lambda each: each.name)
def test_every_query_of_the_contract_can_be_given(operation: Operation) -> None:
    method = methods(operation.service)[snake(operation.name)]
    queries = {each["name"] for each in operation.parameters if each["in"] == "query"}
    assert queries - {"wait"} <= set(inspect.signature(method).parameters)
