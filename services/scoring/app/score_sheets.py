"""Somebody asks what sheets are worth. Nothing is stored, and nobody is rated."""

from typing import Any

from services.scoring.app.errors import ImpossibleSheetError
from services.scoring.app.scoring import Scoring
from services.scoring.core.errors import DocumentError
from services.scoring.core.game import score_game


def score_sheets(scoring: Scoring, edition: str, sheets: object) -> dict[str, Any]:
    """Score and rank sheets, each `{"seat", "standing", "sheet"}`, finished or not."""
    table = scoring.table(edition)
    try:
        result = score_game(table, sheets)
    except DocumentError as error:
        raise ImpossibleSheetError(error) from error
    return {"edition": edition, "table_version": table.version, **result.to_json()}
