"""Development tokens, signed with the keys of the lobby of `make up`.

`python -m deploy.keys ana` prints a token for the player ana that rules and scoring accept. Players
of the lobby get theirs from it; this is for trying the other services by hand.
"""

import argparse
import os
import re
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from services.contracts.ids import LONGEST_PLAYER, PLAYER
from services.lobby.keys import Keys, ensure_keys

ROOT: Final = Path(__file__).resolve().parents[1]
SCOPES: Final = "play create"
HOURS: Final = 12
SESSION: Final = "development"


def issue_token(folder: Path, player: str, scopes: str = SCOPES, hours: float = HOURS) -> str:
    """Sign a token for a player."""
    until = datetime.now(UTC) + timedelta(hours=hours)
    return Keys(folder).sign(player, scopes, SESSION, until)


def main(arguments: list[str] | None = None) -> int:
    """Print a token."""
    parser = argparse.ArgumentParser(
        prog="python -m deploy.keys",
        description="Print a token for a player, signed with the keys of `make up`.",
    )
    parser.add_argument("player", help="the player's id: letters, digits and . _ ~ -")
    parser.add_argument("--scope", default=SCOPES, help=f"what it allows (default: {SCOPES!r})")
    parser.add_argument("--hours", type=float, default=HOURS, help=f"default: {HOURS}")
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("DATA") or ROOT / ".data"))
    given = parser.parse_args(arguments)
    if not re.fullmatch(PLAYER, given.player) or len(given.player) > LONGEST_PLAYER:
        parser.error(f"not a player's id: {given.player!r}")
    ensure_keys(given.data / "keys")
    sys.stdout.write(
        issue_token(given.data / "keys", given.player, given.scope, given.hours) + "\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
