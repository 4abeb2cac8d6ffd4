"""Commands around the rules: `python -m services.rules verify FILE`, `… openapi`, `… games`."""

import argparse
import sys
from pathlib import Path
from typing import Any

import orjson

from services.plumbing.config import ConfigError
from services.plumbing.connections import StoreError
from services.plumbing.http.app import CONTRACT
from services.plumbing.http.documentation import contract_text
from services.rules.api import build_app
from services.rules.api.service import make_service
from services.rules.app.count_games import count_running
from services.rules.app.verify_record import verify_record
from services.rules.config import Config, read_config
from services.rules.core.errors import RulesError
from services.rules.editions import load_editions
from services.rules.wiring import wire_parts, wire_rules


def main(arguments: list[str] | None = None) -> int:
    """Run a command."""
    parser = argparse.ArgumentParser(prog="python -m services.rules", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    verify = commands.add_parser("verify", help="check the record of a finished game, offline")
    verify.add_argument("record", help="a file as `GET …/record` gives it; - for standard input")
    verify.set_defaults(run=lambda given: _verify(given.record))
    contract = commands.add_parser("openapi", help="print the contract as OpenAPI 3.1")
    contract.set_defaults(run=lambda _: _openapi())
    games = commands.add_parser("games", help="count the games that are not over, by version")
    games.set_defaults(run=lambda _: _games())
    given = parser.parse_args(arguments)
    return int(given.run(given))


def _verify(name: str) -> int:
    try:
        text = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        record = orjson.loads(text)
        outcome = verify_record(load_editions(), record)
    except (OSError, orjson.JSONDecodeError) as error:
        sys.stderr.write(f"{name} cannot be read: {error}\n")
        return 2
    except RulesError as error:
        sys.stderr.write(f"{name} is not a true record: {error.detail}\n")
        return 1
    sys.stdout.write(_report(record, outcome))
    return 0


def _openapi() -> int:
    app = build_app(make_service(Config(), wire_parts(Config())))
    sys.stdout.buffer.write(contract_text(app.extensions[CONTRACT]))
    return 0


def _games() -> int:
    """Look through all games: with many of them it takes a while, and others do not wait."""
    try:
        counted = count_running(wire_rules(read_config()).games)
    except (ConfigError, StoreError, ValueError) as error:  # the last: an address of Redis
        sys.stderr.write(f"games: {error}\n")
        return 1
    for (edition, version), number in counted.items():
        sys.stdout.write("{} version {}, engine {}: {}\n".format(edition, *version, number))
    return 0


def _report(record: dict[str, Any], outcome: dict[str, Any]) -> str:
    """Say what was checked, and what the game came to."""
    lines = [
        f"{record['game']} is a true record of {record['edition']}",
        f"  edition version {record['edition_version']}, engine {record['engine_version']}",
        f"  the seed is the one whose hash was published: {record['seed_commitment']}",
        f"  the cards were dealt from it, and all {len(record['log'])} events follow the rules",
    ]
    if record["seed_chosen"]:
        lines.append("  the seed was chosen by the one who created the game")
    for seat in outcome["seats"]:
        player = record["players"][seat["seat"]]
        lines.append(f"  seat {seat['seat']}  {seat['standing']:<10}  {player}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
