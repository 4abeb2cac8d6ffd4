"""Checking the record of a finished game, offline."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from clients.cli.desk import desk_of
from clients.cli.errors import SettingsError, UntrueError
from clients.cli.rendering.listings import card


def verify(
    context: typer.Context,
    record: Annotated[
        str,
        typer.Argument(
            metavar="RECORD", help="A file as `interchange record` writes it; - for standard input."
        ),
    ],
) -> None:
    """Replay a record with the rules on this machine: seed, cards, every event, the outcome.

    Needs no platform: that is the point.
    """
    desk = desk_of(context)
    document = _read(record)
    outcome = _replayed(record, document)
    facts = [
        ("game", document["game"]),
        ("edition", f"{document['edition']}, version {document['edition_version']}"),
        ("seed", "its hash is the published one" + _chosen(document)),
        ("events", f"all {len(document['log'])} follow from the seed and the rules"),
    ]
    facts += [
        (f"seat {seat['seat'] + 1}", f"{document['players'][seat['seat']]}, {seat['standing']}")
        for seat in outcome["seats"]
    ]
    sentence = Text("A true record.", "bold green")
    desk.say(sentence)
    desk.show({"true": True, "outcome": outcome}, card(facts))


COMMANDS = {"verify": verify}


def _read(name: str) -> Any:  # noqa: ANN401 (JSON)
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
        return json.loads(text)
    except (OSError, ValueError) as error:
        raise SettingsError(f"{name} cannot be read: {error}") from error


def _replayed(name: str, document: Any) -> Any:  # noqa: ANN401 (JSON)
    """Play it again; the rules are loaded here only, as no other command needs them."""
    from services.rules.app.verify_record import verify_record  # noqa: PLC0415 (slow to load)
    from services.rules.core.errors import RulesError  # noqa: PLC0415
    from services.rules.editions import load_editions  # noqa: PLC0415

    try:
        return verify_record(load_editions(), document)
    except RulesError as error:
        raise UntrueError(f"{name} is not a true record: {error.detail}") from error


def _chosen(document: Any) -> str:  # noqa: ANN401 (JSON)
    return "; it was chosen by who created the game" if document["seed_chosen"] else ""
