"""Where the kit gets the tokens of those who try a service."""

import shlex
import subprocess
import sys
from typing import Final

from clients.kit.site import TokenSource

DEVELOPMENT: Final = f"{shlex.quote(sys.executable)} -m deploy.keys {{player}}"
"""Prints a development token of `make up`, in the project's own folder."""


class NoTokenError(Exception):
    """The command gives no token."""


def printed_by(command: str) -> TokenSource:
    """Give the tokens that a command prints; `{player}` in it is the player's id."""

    def token(player: str) -> str:
        parts = [part.format(player=player) for part in shlex.split(command)]
        try:
            done = subprocess.run(parts, capture_output=True, text=True, check=True)  # noqa: S603
        except (OSError, subprocess.CalledProcessError) as error:
            raise NoTokenError(f"no token: {error}") from error
        return done.stdout.strip()

    return token
