"""Tries an edition of a running rules service: `python -m clients.kit EDITION --url ADDRESS`."""

import argparse
import shlex
import subprocess
import sys
from typing import Final

from clients.kit.running import run

URL: Final = "http://127.0.0.1:8080"
COMMAND: Final = f"{shlex.quote(sys.executable)} -m deploy.keys {{player}}"
"""Prints a development token of `make up`."""


def main(arguments: list[str] | None = None) -> int:
    """Run the suite; 1 if something is wrong, 2 if there are no tokens."""
    parser = argparse.ArgumentParser(prog="python -m clients.kit", description=__doc__)
    parser.add_argument("edition", help="such as gob-rome")
    parser.add_argument("--url", default=URL, help=f"where the service is (default: {URL})")
    parser.add_argument(
        "--token-command",
        default=COMMAND,
        help="what prints the token of {player}, with the scopes play and create "
        "(default: the development tokens of make up)",
    )
    given = parser.parse_args(arguments)

    def token(player: str) -> str:
        command = [part.format(player=player) for part in shlex.split(given.token_command)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
        return done.stdout.strip()

    try:
        findings = run(given.url, given.edition, token, _show)
    except (OSError, subprocess.CalledProcessError) as error:
        sys.stderr.write(f"no token: {error}\n")
        return 2
    return 1 if findings else 0


def _show(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
