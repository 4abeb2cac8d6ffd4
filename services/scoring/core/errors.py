"""Everything scoring can refuse, as one small tree.

`code` is stable and meant for programs; the message is meant for people.
"""

from __future__ import annotations


class ScoringError(Exception):
    """Scoring cannot work with what it was given."""

    code = "scoring_error"


class DocumentError(ScoringError):
    """Something is wrong at one place of a document that came from outside."""

    code = "document_invalid"

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}")
        self.place = place
        self.reason = reason

    def __reduce__(self) -> tuple[type[DocumentError], tuple[str, str]]:
        return type(self), (self.place, self.reason)


class SheetError(DocumentError):
    """A player's sheet shows what no pencil could have made of it."""

    code = "sheet_invalid"


class GameError(DocumentError):
    """The list of seats is not that of one game."""

    code = "game_invalid"


class TableError(ScoringError):
    """A points table cannot be used."""

    code = "table_invalid"

    def __init__(self, file: str, place: str, reason: str, line: int | None = None) -> None:
        where = file if line is None else f"{file}:{line}"
        super().__init__(": ".join(part for part in (where, place, reason) if part))
        self.file = file
        self.place = place
        self.reason = reason
        self.line = line

    def __reduce__(self) -> tuple[type[TableError], tuple[str, str, str, int | None]]:
        return type(self), (self.file, self.place, self.reason, self.line)
