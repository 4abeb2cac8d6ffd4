"""What people see of the show: games as they are played, how they ended, where to look."""

from collections.abc import Mapping, Sequence
from typing import Final

from rich.table import Table
from rich.text import Text

from clients.cli.api import Json
from clients.demo.games import Game

BAR: Final = 24
PLACE: Final = "cyan"
PLAYERS: Final = "{} players"


def show_games(games: Sequence[Game], names: Mapping[str, str]) -> Table:
    """Show how far each game is."""
    grid = Table.grid(padding=(0, 2))
    longest = max(len(names[game.edition]) for game in games)
    for width in (longest, len(PLAYERS), BAR):
        grid.add_column(no_wrap=True, min_width=width)  # in a narrow terminal the last one yields
    grid.add_column(no_wrap=True)
    for game in games:
        players = Text(PLAYERS.format(len(game.table["seats"])), "dim")
        grid.add_row(Text(names[game.edition], "bold"), players, _bar(game.done), _now(game))
    return grid


def show_result(game: Game, names: Mapping[str, str]) -> Text:
    """Show who won a game."""
    return Text.assemble((names[game.edition], "bold"), ": ", ending(game.table))


def ending(table: Json) -> Text:
    """Say who won a game with how many points, and what the others have."""
    result, seats = table["result"], table["seats"]
    by_rank = sorted(range(len(seats)), key=lambda seat: result["ranks"][seat])
    won = [seat for seat in by_rank if seat in result["winners"]]
    if not won:
        return Text("nobody won")
    names = " and ".join(seats[seat]["name"] for seat in won)
    head = Text(f"{names} won with {result['totals'][won[0]]} points", "green")
    others = [
        f"{seats[seat]['name']} {_points(result['totals'][seat])}"
        for seat in by_rank
        if seat not in won
    ]
    return head.append(f"; {', '.join(others)}" if others else "", "default")


def show_places(url: str, tournament: Json) -> Text:
    """Say where to look: documentation, standings, pairings, leaderboard."""
    cup = f"{url}/lobby/v1/tournaments/{tournament['id']}"
    places = [
        ("documentation", f"{url}/rules/docs"),
        ("", f"{url}/lobby/docs"),
        ("", f"{url}/scoring/docs"),
        ("pairings", f"{cup}/rounds/1"),
        ("standings", f"{cup}/standings"),
        ("leaderboard", f"{url}/scoring/v1/leaderboards/{tournament['game']}?pool=bots"),
    ]
    lines = (Text.assemble((f"{name:<15}", "dim"), (place, PLACE)) for name, place in places)
    return Text("\n").join(lines)


def _bar(done: float) -> Text:
    full = round(BAR * done)
    return Text.assemble(("█" * full, "green"), ("░" * (BAR - full), "dim"))


def _now(game: Game) -> Text:
    return ending(game.table) if game.over else Text(f"{game.view['version']} moves", "dim")


def _points(total: int | None) -> str:
    return "out" if total is None else str(total)
