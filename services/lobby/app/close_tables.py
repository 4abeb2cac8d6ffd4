"""A table that nobody has touched for long closes by itself."""

from datetime import timedelta
from functools import partial
from typing import Final

from services.lobby.app.drafts import Draft
from services.lobby.app.lobby import Lobby
from services.lobby.app.tables import IDLE, TABLES, keep
from services.lobby.core.table import Status, close
from services.plumbing.callers import Request

ABANDONED: Final = timedelta(minutes=30)
AT_ONCE: Final = 100
OWN: Final = Request("idle tables")


def close_idle_tables(lobby: Lobby) -> int:
    """Close the open tables at which nothing has happened for long; count them."""
    before = lobby.milliseconds() - ABANDONED.total_seconds() * 1000
    ids = lobby.records.due(IDLE, before, AT_ONCE)
    return sum(lobby.change(OWN, partial(_close, lobby, id_)) for id_ in ids)


def _close(lobby: Lobby, id_: str, draft: Draft) -> bool:
    table = draft.get(TABLES, id_)
    if table is None or table.status != Status.OPEN or not _is_idle(lobby, table.changed_at):
        return False
    keep(lobby, draft, close(table, "nobody came for a long time"))
    return True


def _is_idle(lobby: Lobby, changed_at: str) -> bool:
    return changed_at <= lobby.moment(-ABANDONED)
