"""Tokens for programs: list, new, revoke."""

from typing import Annotated

import typer
from rich.text import Text

from clients.cli.api import pages
from clients.cli.desk import desk_of
from clients.cli.options import Command, group
from clients.cli.rendering.listings import show_tokens

app = group("Your tokens: one for each program that plays for you.")


@app.command("list", cls=Command)
def list_tokens(context: typer.Context) -> None:
    """List your tokens, without their secrets."""
    desk = desk_of(context)
    lobby = desk.member.lobby
    own = lobby.get_me()["token"]["id"]
    tokens = pages(lobby.list_tokens)
    desk.show(tokens, show_tokens(tokens, own))


@app.command("new", cls=Command)
def new(
    context: typer.Context,
    label: Annotated[str, typer.Option(help="What it is for.")] = "token",
    scope: Annotated[
        list[str] | None,
        typer.Option(help="What it allows, such as play or organise; may be repeated."),
    ] = None,
    days: Annotated[int, typer.Option(help="For how long it is good.")] = 365,
) -> None:
    """Make a token. It is shown once, and stored nowhere."""
    desk = desk_of(context)
    body = {"label": label, "days": days, **({"scopes": scope} if scope else {})}
    made = desk.member.lobby.issue_token(body)
    token = made["token"]
    text = Text.assemble(
        (token["bearer"], "bold"), f"\n{token['id']}, {', '.join(token['scopes'])}; shown once."
    )
    desk.show(made, text)


@app.command("revoke", cls=Command)
def revoke(
    context: typer.Context, token: Annotated[str, typer.Argument(help="The id of a token.")]
) -> None:
    """Revoke a token: it is refused at once."""
    desk = desk_of(context)
    desk.member.lobby.revoke_token(token)
    desk.show({"revoked": token}, Text(f"{token} is revoked."))
