"""Tournaments: lists, rounds as they are played, standings."""

from collections.abc import Mapping, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from clients.cli.api import Json
from clients.cli.rendering.listings import card, listing, moment, or_nothing
from clients.cli.rendering.palette import plain_words

STATES: Final = {"wanted": "dim", "playing": "yellow", "finished": "green", "void": "red"}
TOP: Final = 8
BAR: Final = 24
HIDDEN: Final = {"lot", "wins"}
"""Tie-breaks that say nothing, or stand in a column of their own."""


def show_tournaments(tournaments: Sequence[Json]) -> RenderableType:
    """Show tournaments, the newest first."""
    rows = [
        (
            each["id"],
            each["name"],
            each["game"],
            plain_words(each["format"]),
            _progress(each),
            len(each["entries"]),
        )
        for each in tournaments
    ]
    titles = ("tournament", "name", "game", "format", "stage", "entries")
    nothing = "There is no tournament. Make one: interchange tournament create NAME EDITION"
    return or_nothing(tournaments, nothing, listing(titles, rows, right=("entries",)))


def show_tournament(tournament: Json) -> RenderableType:
    """Show one tournament."""
    facts = [
        ("tournament", Text(tournament["id"], "bold")),
        ("name", tournament["name"]),
        ("game", tournament["game"]),
        ("format", f"{plain_words(tournament['format'])}, tables of {tournament['size']}"),
        ("stage", _progress(tournament)),
        ("entries", _entries(tournament["entries"])),
        ("started", moment(tournament["started_at"])),
        ("ended", moment(tournament["ended_at"])),
    ]
    facts += [("reason", tournament["reason"])] if tournament["reason"] else []
    return card(facts)


def show_standings(standings: Json, most: int | None = None) -> RenderableType:
    """Show who has how many points, and what tells equal ones apart."""
    breaks = [plain_words(name) for name in standings["tiebreaks"] if name not in HIDDEN]
    rows = [_row(row, standings["tiebreaks"]) for row in standings["rows"][:most]]
    titles = ("#", "name", "points", "played", "wins", *breaks)
    over = f"after round {standings['round']}" if standings["round"] else "before the first round"
    head = Text(f"Standings {over} ({standings['stage']})", "bold")
    return Group(head, listing(titles, rows, right=[title for title in titles if title != "name"]))


def show_running(
    tournament: Json, round_: Json | None, standings: Json | None, moves: Mapping[str, str]
) -> RenderableType:
    """Show a tournament as it runs: how far the round is, each table, and who leads."""
    parts: list[RenderableType] = [
        Text.assemble(
            (tournament["name"], "bold"), f"  {tournament['game']}  {_progress(tournament)}"
        )
    ]
    if round_:
        parts += [_bar(round_), Text(), show_round(round_, moves)]
    if standings and standings["rows"]:
        parts += [Text(), show_standings(standings, TOP)]
        left = len(standings["rows"]) - TOP
        parts += [Text(f"  and {left} more", "dim")] if left > 0 else []
    return Group(*parts)


def show_round(round_: Json, moves: Mapping[str, str]) -> Table:
    """Show the tables of a round."""
    rows = []
    for number, pod in enumerate(round_["tables"], start=1):
        state = Text(pod["status"], STATES.get(pod["status"], ""))
        rows.append((number, state, moves.get(pod["game"], ""), _seats(pod)))
    return listing(("table", "state", "", "who"), rows, right=("table",))


def _bar(round_: Json) -> Text:
    done = sum(pod["status"] in {"finished", "void"} for pod in round_["tables"])
    total = len(round_["tables"])
    full = BAR * done // total if total else BAR
    bar = Text.assemble(("█" * full, "green"), ("░" * (BAR - full), "dim"))
    return Text.assemble(f"Round {round_['number']} ", bar, f" {done} of {total} tables finished")


def _seats(pod: Json) -> Text:
    """Name those who sit at a table; with their points once they have some."""
    seats = sorted(pod["seats"], key=lambda seat: seat["rank"] or seat["seat"])
    parts = []
    for seat in seats:
        points = f" {seat['total']}" if seat["total"] is not None else ""
        parts.append(Text(f"{seat['name']}{points}", "bold" if seat["rank"] == 1 else ""))
    return Text(", ").join(parts)


def _row(row: Json, names: Sequence[str]) -> list[str | int | Text]:
    breaks = [
        "-" if value is None else f"{value:g}"
        for name, value in zip(names, row["tiebreaks"], strict=True)
        if name not in HIDDEN
    ]
    name = Text(row["name"], "dim" if row["withdrawn"] else "")
    return [row["position"], name, f"{row['points']:g}", row["played"], row["wins"], *breaks]


def _entries(entries: Sequence[Json]) -> str:
    bots = sum(entry["kind"] == "bot" for entry in entries)
    people = [entry["name"] for entry in entries if entry["kind"] != "bot"]
    named = f": {', '.join(people)}" if people else ""
    return f"{len(entries)}, {bots} of them bots{named}"


def _progress(tournament: Json) -> str:
    if tournament["stage"] != "running":
        return str(tournament["stage"])
    planned = f" of {tournament['rounds_planned']}" if tournament["rounds_planned"] else ""
    return f"running, round {tournament['round']}{planned}"
