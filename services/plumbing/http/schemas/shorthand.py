"""Fields in few words: required unless told otherwise, described where the name is not enough."""

from collections.abc import Iterable
from typing import Any, Final, Unpack

from marshmallow import Schema, fields, validate

from services.plumbing.http.schemas.fields import (
    Options,
    Pattern,
    StrictBoolean,
    StrictInteger,
    StrictList,
)

MOST: Final = 999
"""More than there is of anything on a board."""
INTERSECTION: Final = "^[A-Z][1-9][0-9]?$"
ID: Final = "^[a-z0-9]+(-[a-z0-9]+)*$"
LONGEST_ID: Final = 64


def whole(
    least: int, most: int | None = None, about: str = "", **options: Unpack[Options]
) -> StrictInteger:
    """Make a field for a whole number within bounds."""
    return StrictInteger(validate=validate.Range(least, most), **_all(about, options))


def how_many(about: str = "", **options: Unpack[Options]) -> StrictInteger:
    """Make a field for how many there are."""
    return whole(0, MOST, about, **options)


def number(about: str = "", **options: Unpack[Options]) -> fields.Float:
    """Make a field for a place on a map."""
    return fields.Float(validate=validate.Range(0, MOST), **_all(about, options))


def text(about: str = "", **options: Unpack[Options]) -> fields.String:
    """Make a field for a text of some length."""
    return fields.String(validate=validate.Length(1), **_all(about, options))


def shaped(pattern: str, most: int, about: str = "", **options: Unpack[Options]) -> fields.String:
    """Make a field for a text that fits a pattern."""
    checks = [validate.Length(max=most), Pattern(pattern)]
    return fields.String(validate=checks, **_all(about, options))


def place(about: str = "", **options: Unpack[Options]) -> fields.String:
    """Make a field for the name of an intersection, such as C5."""
    return shaped(INTERSECTION, 3, about, **options)


def key(about: str = "", **options: Unpack[Options]) -> fields.String:
    """Make a field for the id of a station, a colour or the like, such as grand-central."""
    return shaped(ID, LONGEST_ID, about, **options)


def word(of: Iterable[str], about: str = "", **options: Unpack[Options]) -> fields.String:
    """Make a field for one of a few words."""
    return fields.String(validate=validate.OneOf(list(of)), **_all(about, options))


def flag(about: str = "", **options: Unpack[Options]) -> StrictBoolean:
    """Make a field for true or false."""
    return StrictBoolean(**_all(about, options))


def listed(
    item: fields.Field[Any],
    least: int = 0,
    most: int | None = None,
    about: str = "",
    **options: Unpack[Options],
) -> StrictList:
    """Make a field for a list."""
    length = validate.Length(least or None, most) if least or most else ()
    return StrictList(item, validate=length, **_all(about, options))


def by_name(value: fields.Field[Any], about: str = "", **options: Unpack[Options]) -> fields.Dict:
    """Make a field for an object with a value for every name."""
    return fields.Dict(fields.String(), value, **_all(about, options))


def part(schema: type[Schema], about: str = "", **options: Unpack[Options]) -> fields.Nested:
    """Make a field for a document within a document."""
    return fields.Nested(schema, **_all(about, options))


def _all(about: str, options: Options) -> Options:
    metadata = {"description": about} if about else {}
    return {"required": True, "metadata": metadata, **options}
