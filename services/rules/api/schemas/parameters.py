"""What stands in addresses and headers."""

from typing import Final

from marshmallow import Schema, fields, validate

from services.contracts.ids import EDITION, GAME, LONGEST_EDITION
from services.plumbing.http.schemas.fields import Pattern
from services.plumbing.http.schemas.parameters import bounded

GAME_IN_PATH: Final = {
    "name": "game",
    "in": "path",
    "required": True,
    "description": "The id of a game.",
    "schema": {"type": "string", "pattern": GAME},
    "example": "Zm9yLWV4YW1wbGUtb25seQ",
}


class EditionsQuery(Schema):
    """Which editions."""

    after = fields.String(
        validate=[validate.Length(max=LONGEST_EDITION), Pattern(EDITION)],
        metadata={"description": "The `next` of the page before."},
    )
    limit = bounded(1, 100, "How many at most.", load_default=100)
