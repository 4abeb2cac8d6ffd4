"""Commands around the lobby: `python -m services.lobby openapi`, `… keys`, `… operator`."""

import argparse
import sys
from pathlib import Path
from typing import Any

from services.lobby.api import build_app
from services.lobby.api.examples import example_lobby
from services.lobby.api.service import make_service
from services.lobby.app.people import register_operator
from services.lobby.config import Config, read_config
from services.lobby.keys import ensure_keys, rotate
from services.lobby.store.memory import MemoryNews
from services.lobby.wiring import Parts, wire_lobby
from services.plumbing.callers import Request
from services.plumbing.config import ConfigError
from services.plumbing.connections import StoreError
from services.plumbing.feed import Feed
from services.plumbing.http.app import CONTRACT
from services.plumbing.http.documentation import contract_text


def main(arguments: list[str] | None = None) -> int:
    """Run a command."""
    given = _parser().parse_args(arguments)
    return int(given.run(given))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m services.lobby", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    contract = commands.add_parser("openapi", help="print the contract as OpenAPI 3.1")
    contract.set_defaults(run=lambda _: _openapi())
    keys = commands.add_parser("keys", help="make the keys that sign tokens, or rotate them")
    keys.add_argument("folder", type=Path, help="where they are (LOBBY_KEYS)")
    keys.add_argument("--rotate", action="store_true", help="let a new key sign, in some seconds")
    keys.add_argument("--keep", type=int, default=2, help="how many stay published (default 2)")
    keys.set_defaults(run=_keys)
    operator = commands.add_parser(
        "operator", help="print a token that allows everything; settings come from the environment"
    )
    operator.add_argument("name", help="how others see the operator")
    operator.set_defaults(run=_operator)
    return parser


def _operator(given: argparse.Namespace) -> int:
    try:
        lobby = wire_lobby(read_config())
        made: Any = register_operator(lobby, given.name, Request("operator"))
    except (ConfigError, StoreError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    print(made["token"]["bearer"])
    return 0


def _openapi() -> int:
    config = Config(queues_url="memory://")
    lobby = example_lobby()
    feed = Feed(lobby.records, MemoryNews())
    app = build_app(make_service(config, Parts(lobby, feed, dict)))
    sys.stdout.buffer.write(contract_text(app.extensions[CONTRACT]))
    return 0


def _keys(given: argparse.Namespace) -> int:
    public = rotate(given.folder, given.keep) if given.rotate else ensure_keys(given.folder)
    print(f"the public keys are in {public}; everybody reads them within seconds, also the lobby")
    return 0


if __name__ == "__main__":
    sys.exit(main())
