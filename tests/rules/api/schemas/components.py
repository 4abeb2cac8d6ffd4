"""The published schemas of what the families put into bodies, and what they say of a document.

The validators know nothing of marshmallow: they read the specification as a client would.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from apispec import APISpec
from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

from services.rules.api.schemas import (
    Document,
    DocumentPlugin,
    EditionField,
    EventField,
    LegalMoveField,
    MoveField,
    OutcomeField,
    TableField,
)

UNIONS: Final = ("Move", "LegalMove", "Event", "Table", "Outcome", "Edition")


class Everything(Document):
    """An envelope of all unions."""

    move = MoveField(required=True)
    legal_move = LegalMoveField()
    event = EventField()
    table = TableField(allow_none=True, metadata={"description": "May be hidden."})
    outcome = OutcomeField()
    edition = EditionField()


@cache
def specification() -> dict[str, Any]:
    """Make a specification of all unions."""
    spec = APISpec("Documents", "1", "3.1.0", plugins=[DocumentPlugin()])
    spec.components.schema("Everything", schema=Everything)
    whole: dict[str, Any] = spec.to_dict()
    return whole


def components() -> dict[str, Any]:
    """Give every published schema by its name."""
    schemas: dict[str, Any] = specification()["components"]["schemas"]
    return schemas


@cache
def reader(name: str) -> Any:
    """Give what reads documents by a published schema."""
    schema = {"$ref": f"#/components/schemas/{name}", "components": specification()["components"]}
    return READER(schema)


def check_schema(schema: Any) -> None:
    """Check that something is a JSON Schema of 2020-12 at all."""
    Draft202012Validator.check_schema(schema)


def fits(name: str, document: Any) -> bool:
    """Say whether a document fits a published schema."""
    valid: bool = reader(name).is_valid(document)
    return valid


def complaint(name: str, document: Any) -> str:
    """Say what a published schema finds wrong, for those who read a failed test."""
    return "; ".join(str(error) for error in reader(name).iter_errors(document))


def _pattern(_: Any, pattern: str, text: Any, __: Any) -> Iterator[ValidationError]:
    """Read `$` as ECMAScript and so JSON Schema do: the end, not a line before it."""
    if isinstance(text, str) and not re.search(re.sub(r"\$$", r"\\Z", pattern), text):
        yield ValidationError(f"{text!r} does not match {pattern!r}")


READER: Final = extend(Draft202012Validator, {"pattern": _pattern})
