"""The contracts in `openapi/`, taken apart: operations, answers, links, schemas."""

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

import orjson
import pytest
from jsonschema import Draft202012Validator

from deploy.settings import ROOT

FOLDER: Final = ROOT / "openapi"


class Published:
    """The contract of a service."""

    def __init__(self, file: Path) -> None:
        self.name = file.stem
        self.file = file
        self.document: Any = orjson.loads(file.read_bytes())

    @cached_property
    def operations(self) -> "dict[str, Operation]":
        """What can be asked of the service, by name."""
        return {
            about["operationId"]: Operation(
                self,
                method,
                path,
                [*item.get("parameters", ()), *about.get("parameters", ())],
                about,
            )
            for path, item in self.document["paths"].items()
            for method, about in item.items()
            if method != "parameters"
        }

    def resolved(self, thing: Any) -> Any:
        """Follow a reference, if it is one."""
        found: Any = thing
        while "$ref" in found:
            names = found["$ref"].removeprefix("#/").split("/")
            found = self.document
            for name in names:
                found = found[name]
        return found

    def assert_fits(self, schema: Any, document: Any) -> None:
        """Read a document by a schema of the contract."""
        whole = {**schema, "components": self.document["components"]}
        validator = Draft202012Validator(whole, format_checker=Draft202012Validator.FORMAT_CHECKER)
        assert [str(error) for error in validator.iter_errors(document)] == []

    def objects(self, schema: Any, seen: set[str] | None = None) -> Iterator[Any]:
        """Find every object with members that a schema leads to."""
        seen = set() if seen is None else seen
        if isinstance(schema, list):
            for part in schema:
                yield from self.objects(part, seen)
        if not isinstance(schema, dict) or schema.get("$ref", "") in seen:
            return
        if "$ref" in schema:
            seen.add(schema["$ref"])
            yield from self.objects(self.resolved(schema), seen)
        if "properties" in schema:
            yield schema
        for part in schema.values():
            yield from self.objects(part, seen)


class Operation(NamedTuple):
    """One thing that can be asked of a service."""

    contract: Published
    method: str
    path: str
    parameters: list[Any]
    about: Any

    @property
    def name(self) -> str:
        """What it is called."""
        return str(self.about["operationId"])

    @property
    def bodies(self) -> list[Any]:
        """The request's body in every media type."""
        return list(self.about.get("requestBody", {}).get("content", {}).values())

    @property
    def responses(self) -> dict[str, Any]:
        """What may come back, by status."""
        answers = self.about["responses"].items()
        return {status: self.contract.resolved(each) for status, each in answers}

    @property
    def successes(self) -> list[Any]:
        """What comes back if all is well, in every media type."""
        return [
            content
            for status, response in self.responses.items()
            if status.startswith("2")
            for content in response.get("content", {}).values()
        ]

    @property
    def links(self) -> list[tuple[Any, Any]]:
        """Where answers lead to: an example of the answer, and the link."""
        return [
            (next(iter(response["content"].values()))["example"], link)
            for response in self.responses.values()
            for link in response.get("links", {}).values()
        ]

    def named(self, name: str) -> list[Any]:
        """Give the parameters of a name, of which there is one or none."""
        return [each for each in self.parameters if each["name"] == name]


CONTRACTS: Final = {file.stem: Published(file) for file in sorted(FOLDER.glob("*.json"))}
"""The contracts by service: whatever is in the folder."""
every_contract = pytest.mark.parametrize("contract", CONTRACTS.values(), ids=CONTRACTS.keys())
