"""Lists and cards: editions, tables, tokens, webhooks, leaderboards, statistics."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from clients.cli.api import Json
from clients.cli.rendering.palette import plain_words, seat_style


def listing(
    titles: Sequence[str], rows: Iterable[Sequence[Any]], right: Sequence[str] = ()
) -> Table:
    """Set rows below their titles; numbers stand to the right."""
    grid = Table(box=None, pad_edge=False, header_style="bold")
    for title in titles:
        whole = title in {"id", "table", "tournament", "token", "webhook", "delivery"}
        grid.add_column(title, justify="right" if title in right else "left", no_wrap=whole)
    for row in rows:
        grid.add_row(*(cell if isinstance(cell, Text) else Text(_plain(cell)) for cell in row))
    return grid


def card(facts: Iterable[tuple[str, Any]]) -> Table:
    """Set facts one below the other."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    for name, value in facts:
        grid.add_row(name, value if isinstance(value, Text) else Text(_plain(value)))
    return grid


def or_nothing(items: Sequence[Any], sentence: str, picture: RenderableType) -> RenderableType:
    """Show a list, or say that there is nothing."""
    return picture if items else Text(sentence, "dim")


def moment(text: str | None) -> str:
    """Write a time as people read it, in UTC as it came."""
    if not text:
        return "-"
    return f"{datetime.fromisoformat(text):%Y-%m-%d %H:%M}"


def show_editions(served: Sequence[Json], cards: Sequence[Json]) -> Table:
    """Show what can be played."""
    names = {each["id"]: (each["name"], plain_words(each["family"])) for each in cards}
    rows = []
    for each in served:
        name, family = names.get(each["id"], ("any of its cities", "a box"))
        versions = ", ".join(str(item["edition_version"]) for item in each["versions"])
        rows.append(
            (each["id"], name, family, ", ".join(map(str, each["players"])), versions or "-")
        )
    return listing(("id", "name", "family", "players", "version"), rows)


def show_tables(tables: Sequence[Json]) -> RenderableType:
    """Show tables that wait for people."""
    rows = [
        (
            each["id"],
            each["game"],
            f"{len(each['seats'])}/{each['most']}",
            _people(each),
            _clock(each),
        )
        for each in tables
    ]
    grid = listing(("table", "game", "seats", "who", "clock"), rows)
    return or_nothing(
        tables, "No table waits for people. Open one: interchange tables open EDITION", grid
    )


def show_table(table: Json) -> RenderableType:
    """Show one table: who sits there, and where the game is played."""
    facts = [
        ("table", Text(table["id"], "bold")),
        ("game", table["game"]),
        ("status", table["status"] + (f": {table['reason']}" if table["reason"] else "")),
        ("players", f"{len(table['seats'])} of {table['least']} to {table['most']}"),
        ("clock", _clock(table)),
        ("who", Text(", ").join(_seats(table)) if table["seats"] else "-"),
    ]
    facts += [("invitation", table["invite"])] if table["invite"] else []
    if table["playing"]:
        playing = table["playing"]
        facts.append(("playing", f"{playing['edition']}/{playing['id']}"))
        facts.append(("address", playing["address"]))
    facts += [("rematch", table["rematch"])] if table["rematch"] else []
    parts: list[RenderableType] = [card(facts)]
    if table["result"]:
        parts += [Text(), show_result(table)]
    return Group(*parts)


def show_result(table: Json) -> Table:
    """Show how the game at a table has ended."""
    result = table["result"]
    rows = sorted(
        (
            (rank, seat["name"], "out" if total is None else total, standing)
            for rank, total, standing, seat in zip(
                result["ranks"], result["totals"], result["standings"], table["seats"], strict=True
            )
        ),
        key=lambda row: row[0],
    )
    return listing(("rank", "name", "points", "standing"), rows, right=("rank", "points"))


def show_tokens(tokens: Sequence[Json], own: str) -> Table:
    """Show tokens, without their secrets."""
    rows = [
        (
            Text(each["id"], "bold" if each["id"] == own else ""),
            each["label"] + (" (in use here)" if each["id"] == own else ""),
            ", ".join(each["scopes"]),
            "revoked" if each["revoked_at"] else f"until {moment(each['expires_at'])}",
            moment(each["last_used_at"]),
        )
        for each in tokens
    ]
    return listing(("token", "label", "scopes", "good", "last used"), rows)


def show_webhooks(webhooks: Sequence[Json]) -> RenderableType:
    """Show webhooks."""
    rows = [(each["id"], each["url"], ", ".join(each["types"]), _health(each)) for each in webhooks]
    grid = listing(("webhook", "address", "told of", "state"), rows)
    return or_nothing(webhooks, "You have no webhook. Add one: interchange webhooks add URL", grid)


def show_deliveries(deliveries: Sequence[Json]) -> RenderableType:
    """Show what was told to a webhook."""
    rows = []
    for each in deliveries:
        last = each["attempts"][-1] if each["attempts"] else None
        answer = "-" if last is None else str(last["status"] or last["error"])
        tries = len(each["attempts"])
        rows.append(
            (each["id"], each["type"], each["status"], tries, answer, moment(each["created_at"]))
        )
    titles = ("delivery", "type", "status", "tries", "last answer", "happened")
    return or_nothing(
        deliveries, "Nothing was told to it so far.", listing(titles, rows, ("tries",))
    )


def show_leaderboard(board: Json, me: str | None) -> RenderableType:
    """Show who is best."""
    rows = [_rated(row, me) for row in board["items"]]
    own = board["own"]
    if own and all(row["player"] != own["player"] for row in board["items"]):
        rows.append(_rated(own, me))
    titles = ("#", "player", "worth", "strength", "±", "games", "wins")
    grid = listing(titles, rows, right=("#", "worth", "strength", "±", "games", "wins"))
    least, edition = board["min_games"], board["edition"]
    nobody = f"Nobody has played {least} rated games of {edition} yet (--min-games)."
    head = Text(f"{edition}, {board['pool']}: {board['total']} with {least} games or more")
    return or_nothing(rows, nobody, Group(head, Text(), grid))


def _rated(row: Json, me: str | None) -> tuple[Any, ...]:
    name = Text(row["player"], "bold" if row["player"] == me else "")
    numbers = (f"{row['ordinal']:.1f}", f"{row['mu']:.1f}", f"{row['sigma']:.1f}")
    return (row["position"] or "-", name, *numbers, row["games"], row["wins"])


def _people(table: Json) -> Text:
    return Text(", ").join(_seats(table))


def _seats(table: Json) -> list[Text]:
    return [
        Text(seat["name"] + (" (bot)" if seat["kind"] == "bot" else ""), seat_style(number))
        for number, seat in enumerate(table["seats"])
    ]


def _clock(table: Json) -> str:
    clock = table["clock"]
    return f"{clock['seconds_per_turn']} s a turn" if clock else "none"


def _health(webhook: Json) -> str:
    if webhook["disabled_at"]:
        return f"given up {moment(webhook['disabled_at'])}"
    return (
        f"failing since {moment(webhook['failing_since'])}" if webhook["failing_since"] else "fine"
    )


def _plain(value: Any) -> str:  # noqa: ANN401 (whatever the answer has)
    return "-" if value is None else str(value)
