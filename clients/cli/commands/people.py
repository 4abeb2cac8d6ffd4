"""Who one is: login, logout, whoami."""

from typing import Annotated

import typer
from rich.text import Text

from clients.cli.api import Json
from clients.cli.desk import Desk, desk_of
from clients.cli.errors import SettingsError
from clients.cli.rendering.listings import card, moment
from clients.cli.settings import forget_token, store_token


def login(
    context: typer.Context,
    *,
    name: Annotated[str, typer.Option("--name", "-n", help="Register under this name.")] = "",
    stdin: Annotated[
        bool, typer.Option("--with-token", help="Read a token you have from standard input.")
    ] = False,
) -> None:
    """Register, or take a token that you have; it is kept for later commands.

    A token given with --token is stored; without one you are asked for your name.
    """
    desk = desk_of(context)
    given = input().strip() if stdin else desk.flags.token
    if given:
        me, bearer = _check(desk, given), given
    else:
        me, bearer = _register(desk, name or _ask_name(desk))
    player = me["player"]
    settings = desk.settings
    store_token(
        settings.file,
        settings.url,
        {"token": bearer, "player": player["id"], "name": player["name"]},
    )
    answer = {"player": player, "url": settings.url, "file": str(settings.file)}
    sentence = Text.assemble("You are ", (player["name"], "bold"), f" at {settings.url}.")
    desk.show(
        answer, sentence.append(f"\nThe token is in {settings.file}, readable by you only.", "dim")
    )


def logout(context: typer.Context) -> None:
    """Forget the token that login stored; it stays good until it is revoked."""
    desk = desk_of(context)
    known = forget_token(desk.settings.file, desk.settings.url)
    desk.show({"forgotten": known}, Text("Forgotten." if known else "Nobody was logged in."))


def whoami(context: typer.Context) -> None:
    """Show who you are, and what your token allows."""
    desk = desk_of(context)
    me = desk.member.lobby.get_me()
    player, token = me["player"], me["token"]
    facts = [
        ("name", Text(player["name"], "bold")),
        ("player", player["id"]),
        ("kind", player["kind"]),
        ("since", moment(player["created_at"])),
        ("token", f"{token['id']} ({token['label']})"),
        ("scopes", ", ".join(token["scopes"])),
        ("good until", moment(token["expires_at"])),
        ("platform", desk.settings.url),
    ]
    desk.show(me, card(facts))


COMMANDS = {"login": login, "logout": logout, "whoami": whoami}


def _check(desk: Desk, token: str) -> Json:
    return desk.connect(desk.settings.url, token).lobby.get_me()


def _register(desk: Desk, name: str) -> tuple[Json, str]:
    made = desk.connect(desk.settings.url, None).lobby.register_player({"name": name})
    return made, str(made["token"]["bearer"])


def _ask_name(desk: Desk) -> str:
    if desk.json:
        raise SettingsError("A name is needed.", "Give it with: interchange login --name NAME")
    return str(typer.prompt("Your name"))
