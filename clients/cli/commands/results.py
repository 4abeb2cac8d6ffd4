"""What games were worth: leaderboard, ratings, stats."""

from typing import Annotated

import typer
from rich.console import Group
from rich.text import Text

from clients.cli.commands.editions import Edition
from clients.cli.desk import desk_of
from clients.cli.rendering.listings import listing, or_nothing, show_leaderboard
from clients.cli.rendering.statistics import show_statistics


def leaderboard(
    context: typer.Context,
    edition: Edition,
    pool: Annotated[str | None, typer.Option(help="people, bots or all.")] = None,
    min_games: Annotated[int | None, typer.Option(help="With so many rated games or more.")] = None,
    limit: Annotated[int | None, typer.Option(help="How many to show.")] = None,
) -> None:
    """Show who is best in an edition, and where you are."""
    desk = desk_of(context)
    me = desk.platform.lobby.get_me()["player"]["id"] if desk.settings.token else None
    found = desk.platform.scoring.get_leaderboard(
        edition, pool=pool, min_games=min_games, limit=limit, player=me
    )
    desk.show(found, show_leaderboard(found, me))


def ratings(
    context: typer.Context,
    player: Annotated[
        str | None, typer.Argument(help="The id of a player; you without it.")
    ] = None,
    edition: Annotated[str | None, typer.Option(help="With the games of this edition.")] = None,
) -> None:
    """Show the ratings of a player."""
    desk = desk_of(context)
    player = player or str(desk.member.lobby.get_me()["player"]["id"])
    found = desk.platform.scoring.get_ratings(player, edition=edition)
    rows = [
        (
            each["edition"],
            each["pool"],
            f"{each['ordinal']:.1f}",
            f"{each['mu']:.1f}",
            f"{each['sigma']:.1f}",
            each["games"],
            each["wins"],
        )
        for each in found["ratings"]
    ]
    titles = ("edition", "pool", "worth", "strength", "±", "games", "wins")
    grid = listing(titles, rows, right=titles[2:])
    desk.show(found, or_nothing(rows, "No rated game so far.", Group(Text(player, "bold"), grid)))


def stats(context: typer.Context, edition: Edition) -> None:
    """Show what the games of an edition have in common."""
    desk = desk_of(context)
    found = desk.platform.scoring.get_statistics(edition)
    desk.show(found, show_statistics(found))


COMMANDS = {"leaderboard": leaderboard, "ratings": ratings, "stats": stats}
