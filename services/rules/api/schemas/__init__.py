"""What the families of games put into HTTP bodies: moves, tables, events, editions."""

from services.plumbing.http.schemas.document import Document, DocumentPlugin
from services.plumbing.http.schemas.fields import (
    Kind,
    OneOf,
    Pattern,
    StrictBoolean,
    StrictInteger,
    StrictList,
    teach,
)
from services.rules.api.schemas.unions import (
    EditionField,
    EventField,
    LegalMoveField,
    MoveField,
    OutcomeField,
    TableField,
)

__all__ = [
    "Document",
    "DocumentPlugin",
    "EditionField",
    "EventField",
    "Kind",
    "LegalMoveField",
    "MoveField",
    "OneOf",
    "OutcomeField",
    "Pattern",
    "StrictBoolean",
    "StrictInteger",
    "StrictList",
    "TableField",
    "teach",
]
