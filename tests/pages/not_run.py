"""Commands of the pages that are not run by a test of this folder, and what covers them instead.

Whoever writes a command that cannot be run here adds a line, with the reason. `*` stands for
anything. A line that no page needs any more fails a test, and so does cover that is not there.
"""

from typing import Final, NamedTuple


class Cover(NamedTuple):
    """Why a command is not run here, and which test or target of make does it."""

    why: str
    by: str


NOT_RUN: Final = {
    "make up": Cover("it is what all pages run against", "tests/pages/site.py"),
    "docker compose up*": Cover("there is no Docker here", "make rehearsal"),
    "*redis-cli -u*": Cover("it needs the server of a deployment", "tests/e2e/test_users.py"),
    ".venv/bin/python -m clients.kit gob-rome --url https://rules.example *": Cover(
        "there is no such engine", "tests/clients/kit"
    ),
    "interchange play gob-rome --bots": Cover(
        "somebody has to play", "tests/clients/cli/test_terminal.py"
    ),
}
"""Commands in blocks, written in a line and without comments."""
PROGRAMS_ELSEWHERE: Final = {
    "docs/write-a-bot.md": Cover("it has a test of its own", "tests/e2e/test_write_a_bot.py"),
}
"""Pages whose Python is run by others."""
