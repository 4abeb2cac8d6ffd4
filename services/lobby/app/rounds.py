"""Rounds and standings of a tournament, to be looked at, exported and printed."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from io import StringIO
from typing import Any, Final

from services.lobby.app.errors import UnknownRoundError
from services.lobby.app.lobby import Lobby
from services.lobby.app.tournaments import (
    STANDINGS,
    Snapshot,
    find_tournament,
    tournament_document,
)
from services.lobby.core.course import pod_points
from services.lobby.core.field import UNIT
from services.lobby.core.tournament import Pod, Round, Tournament
from services.plumbing.types import JsonObject

RESULT_COLUMNS: Final = (
    *("round", "game", "edition", "status", "seat", "player", "name"),
    *("rank", "standing", "total", "points"),
)
ROW_COLUMNS: Final = (
    *("position", "player", "name", "points"),
    *("played", "wins", "byes", "forfeits", "withdrawn"),
)
FORMULA: Final = ("=", "+", "-", "@")


def read_round(lobby: Lobby, id_: str, number: int) -> JsonObject:
    """Show a round: its tables, why each was drawn so, and how they ended."""
    tournament = find_tournament(lobby, id_)
    return round_document(tournament, find_round(tournament, number))


def find_round(tournament: Tournament, number: int) -> Round:
    """Give a round of a tournament."""
    if not 1 <= number <= tournament.round:
        raise UnknownRoundError(f"there is no round {number}; there are {tournament.round}")
    return tournament.rounds[number - 1]


def read_standings(lobby: Lobby, id_: str) -> JsonObject:
    """Show the standings after the last round that is over; they do not move while one runs."""
    tournament, record = find_tournament(lobby, id_), lobby.records.read([STANDINGS.key(id_)])[0]
    snapshot = STANDINGS.load(record.document) if record else Snapshot(0, tournament.created_at, [])
    return {
        "tournament": id_,
        "stage": str(tournament.stage),
        "round": snapshot.round,
        "version": record.version if record else 0,
        "at": snapshot.at,
        "tiebreaks": list(tournament.tiebreaks),
        "rows": list(snapshot.rows),
    }


def export(lobby: Lobby, id_: str) -> JsonObject:
    """Give everything about a tournament: entries, rounds, results, standings."""
    tournament = find_tournament(lobby, id_)
    return {
        "tournament": tournament_document(tournament),
        "rounds": [round_document(tournament, each) for each in tournament.rounds],
        "standings": read_standings(lobby, id_),
    }


def results_as_csv(lobby: Lobby, id_: str) -> str:
    """Give every seat of every table as a line."""
    tournament = find_tournament(lobby, id_)
    lines = [
        {"round": round_.number, "game": pod.game, "edition": pod.edition, "status": pod.status}
        | seat
        for round_ in tournament.rounds
        for pod in round_.pods
        for seat in _seats(tournament, pod)
    ]
    return _csv(RESULT_COLUMNS, lines)


def standings_as_csv(lobby: Lobby, id_: str) -> str:
    """Give the standings, a line for everybody."""
    found: Any = read_standings(lobby, id_)
    names = found["tiebreaks"]
    lines = [{**row, **dict(zip(names, row["tiebreaks"], strict=True))} for row in found["rows"]]
    return _csv([*dict.fromkeys([*ROW_COLUMNS[:4], *names, *ROW_COLUMNS[4:]])], lines)


def round_document(tournament: Tournament, round_: Round) -> JsonObject:
    """Describe a round."""
    return {
        "tournament": tournament.id,
        "number": round_.number,
        "started_at": round_.started_at,
        "finished_at": round_.finished_at,
        "repeats": round_.repeats,
        "proven": round_.proven,
        "byes": list(round_.byes),
        "tables": [_pod(tournament, pod) for pod in round_.pods],
    }


def _pod(tournament: Tournament, pod: Pod) -> JsonObject:
    return {
        "game": pod.game,
        "edition": pod.edition,
        "status": str(pod.status),
        "address": pod.address,
        "why": pod.why,
        "seats": [dict(seat) for seat in _seats(tournament, pod)],
        "corrections": [{**asdict(each), "before": list(each.before)} for each in pod.corrections],
    }


def _seats(tournament: Tournament, pod: Pod) -> list[dict[str, Any]]:
    points = pod_points(tournament, pod)
    names = {entry.player: entry.name for entry in tournament.entries}
    return [
        {
            "seat": seat,
            "player": player,
            "name": names[player],
            "rank": pod.ranks[seat] if pod.ranks else None,
            "standing": pod.standings[seat] if pod.standings else None,
            "total": pod.totals[seat] if pod.totals else None,
            "points": points[seat] / UNIT if points else None,
        }
        for seat, player in enumerate(pod.players)
    ]


def _csv(columns: Sequence[str], lines: Sequence[Mapping[str, Any]]) -> str:
    text = StringIO(newline="")
    writer = csv.DictWriter(text, columns, extrasaction="ignore")
    writer.writeheader()
    writer.writerows({name: _plain(line[name]) for name in columns} for line in lines)
    return text.getvalue()


def _plain(value: Any) -> Any:  # noqa: ANN401 (whatever stands in a cell)
    """Keep a name from being taken for a formula by whoever opens the file."""
    return f"'{value}" if isinstance(value, str) and value[:1] in FORMULA else value
