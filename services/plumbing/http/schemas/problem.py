"""Errors, as RFC 9457 has them."""

from marshmallow import fields, validate

from services.contracts.errors import Code
from services.plumbing.http.schemas.document import Document
from services.plumbing.http.schemas.parameters import LARGEST
from services.plumbing.http.schemas.shorthand import text, whole


class Problem(Document):
    """Why a request was refused. Clients branch on `code`."""

    type = fields.String(
        required=True,
        metadata={"description": "Where this is explained.", "format": "uri-reference"},
    )
    title = text()
    status = whole(400, 599)
    detail = fields.String(required=True, metadata={"description": "A sentence for people."})
    code = fields.String(required=True, validate=validate.OneOf([code.value for code in Code]))
    request_id = fields.String(
        required=True, metadata={"description": "To be named when you ask us about it."}
    )
    rule = text("The rule that was broken, by its id.", required=False)
    version = whole(0, LARGEST, "At which version the game is now.", required=False)
    errors = fields.Dict(
        fields.String(),
        required=False,
        metadata={"description": "For every place of the request what does not fit there."},
    )
