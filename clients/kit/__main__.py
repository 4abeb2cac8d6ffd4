"""Tries an edition of a running rules service: `python -m clients.kit EDITION --url ADDRESS`."""

import argparse
import sys
from typing import Final

from clients.kit.running import run
from clients.kit.tokens import DEVELOPMENT, NoTokenError, printed_by

URL: Final = "http://127.0.0.1:8080"


def main(arguments: list[str] | None = None) -> int:
    """Run the suite; 1 if something is wrong, 2 if there are no tokens."""
    parser = argparse.ArgumentParser(prog="python -m clients.kit", description=__doc__)
    parser.add_argument("edition", help="such as gob-rome")
    parser.add_argument("--url", default=URL, help=f"where the service is (default: {URL})")
    parser.add_argument(
        "--token-command",
        default=DEVELOPMENT,
        help="what prints the token of {player}, with the scopes play and create "
        "(default: the development tokens of make up)",
    )
    given = parser.parse_args(arguments)
    try:
        findings = run(given.url, given.edition, printed_by(given.token_command), _show)
    except NoTokenError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 1 if findings else 0


def _show(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
