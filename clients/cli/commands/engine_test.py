"""The engine test kit, for people who write an edition of their own."""

from typing import Annotated

import typer

from clients.cli.desk import desk_of
from clients.cli.errors import FoundError, SettingsError
from clients.cli.rendering.moves import some
from clients.kit import run
from clients.kit.tokens import DEVELOPMENT, NoTokenError, printed_by


def engine_test(
    context: typer.Context,
    edition: Annotated[str, typer.Argument(metavar="EDITION", help="Such as gob-rome.")],
    token_command: Annotated[
        str,
        typer.Option(
            help="What prints the token of {player}, with the scopes play and create; "
            "left out, the development tokens of make up.",
            show_default=False,
        ),
    ] = DEVELOPMENT,
) -> None:
    """Try an edition of a running rules service: set-up, moves, secrets, refusals, replay."""
    desk = desk_of(context)
    try:
        findings = run(desk.settings.url, edition, printed_by(token_command), desk.say)
    except NoTokenError as error:
        raise SettingsError(f"{error}", "Say what prints tokens: --token-command") from error
    if desk.json:
        desk.line({"edition": edition, "findings": [each._asdict() for each in findings]}, indent=2)
    if findings:
        raise FoundError(f"{edition} is not sound: {some(len(findings), 'finding')}.")


COMMANDS = {"engine-test": engine_test}
