"""What stands in addresses and headers of every service."""

import re
from typing import Final

from marshmallow import EXCLUDE, Schema, fields, missing, validate

from services.contracts.ids import EDITION, LONGEST_EDITION
from services.plumbing.http.schemas.fields import Pattern

LARGEST: Final = 2**31 - 1
"""More than there are events, versions or anything else to count."""
DIGITS: Final = re.compile("-?[0-9]+", re.ASCII)
EDITION_IN_PATH: Final = {
    "name": "edition",
    "in": "path",
    "required": True,
    "description": "The id of an edition.",
    "schema": {"type": "string", "pattern": EDITION, "maxLength": LONGEST_EDITION},
    "example": "gob-rome",
}


class QueryInteger(fields.Integer):
    """A whole number in plain digits: not 1_000, not 1.0, not a number of another script."""

    def _validated(self, value: object) -> int:
        if not isinstance(value, str) or not DIGITS.fullmatch(value):
            raise self.make_error("invalid", input=value)
        return super()._validated(value)


def bounded(least: int, most: int, about: str, load_default: object = missing) -> QueryInteger:
    """Make a field for a number; it may be left out, but not be null."""
    return QueryInteger(
        validate=validate.Range(least, most),
        load_default=load_default,
        metadata={"description": about},
    )


class Repeatable(Schema):
    """A request that may safely be sent again."""

    class Meta:
        """Other headers are none of our business."""

        unknown = EXCLUDE

    key = fields.String(
        validate=[validate.Length(1, 200), Pattern("^[!-~]+$")],
        data_key="Idempotency-Key",
        metadata={
            "description": "The same key and body get the first answer again, for a day; another "
            "body is refused."
        },
    )
