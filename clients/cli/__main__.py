"""Runs a command: `interchange`, or `python -m clients.cli`."""

import json
import os
import sys
from collections.abc import Mapping
from io import TextIOWrapper

import httpx
from rich.table import Table
from rich.text import Text

from clients.cli.app import build
from clients.cli.desk import Desk
from clients.cli.errors import CommandError, Exit


def main(
    arguments: list[str] | None = None,
    transport: httpx.BaseTransport | None = None,
    environment: Mapping[str, str] | None = None,
) -> int:
    """Run a command and give its exit code; nobody is ever shown a traceback for an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without our signs shows others
    desk = Desk(transport, environment)
    try:
        code = build()(arguments, obj=desk, prog_name="interchange", standalone_mode=True)
    except SystemExit as end:
        code = end.code
    except KeyboardInterrupt:
        code = Exit.INTERRUPTED
    except CommandError as error:
        complain(desk, error)
        code = error.exit
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads on: fine
        code = Exit.DONE
    if code == Exit.INTERRUPTED and sys.stderr.isatty():
        sys.stderr.write("\n")  # the shell begins on a line of its own
    return int(code or 0)


def complain(desk: Desk, error: CommandError) -> None:
    """Say what went wrong, and what to do next."""
    if desk.json:
        sys.stderr.write(json.dumps(error.document(), ensure_ascii=False, indent=2) + "\n")
        return
    grid = Table.grid(padding=(0, 2))
    for number, line in enumerate(error.lines()):
        style = "" if number == 0 or line == error.advice else "dim"
        grid.add_row(Text("" if number else "error", "bold red"), Text(line, style))
    desk.complaints.print(grid)


if __name__ == "__main__":
    sys.exit(main())
