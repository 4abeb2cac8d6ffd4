"""All commands, put together."""

from typing import Final

import typer

from clients.cli.commands import (
    editions,
    engine_test,
    games,
    people,
    play,
    results,
    tables,
    tokens,
    tournaments,
    verify,
    webhooks,
)
from clients.cli.errors import Exit
from clients.cli.options import Command, Group

CODES: Final = "\n\n".join(
    ["[bold]Exit codes[/bold]", *(f"{int(code):>3}  {code.about}" for code in Exit)]
)


def build() -> typer.Typer:
    """Make the program; whoever adds a command mounts it here."""
    app = typer.Typer(
        name="interchange",
        cls=Group,
        help="Play transit board games over HTTP: in the terminal, over the public API.",
        epilog=CODES,
        no_args_is_help=True,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    for module in (people, editions, play, games, verify, results, engine_test):
        for name, command in module.COMMANDS.items():
            app.command(name, cls=Command)(command)
    app.add_typer(tables.app, name="tables")
    app.add_typer(tournaments.app, name="tournament")
    app.add_typer(webhooks.app, name="webhooks")
    app.add_typer(tokens.app, name="token")
    return app
