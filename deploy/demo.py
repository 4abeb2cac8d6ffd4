"""`make demo`: the platform for a while, with bots that play in every city, and a tournament.

It runs `deploy.local` on a data folder of its own, lets `clients.demo` perform, and ends what it
has started and removes the folder, whatever happens.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Final

import httpx
from rich.console import Console

from clients.bots.choosing import levels
from clients.bots.playing import TurnError
from clients.cli.errors import CommandError
from clients.demo import Plan, perform
from deploy import child
from deploy.folder import LOCK
from deploy.local import EDITIONS, READY, PortError, bind
from deploy.settings import ROOT, SettingError, read_settings

OURS: Final = ("RULES_", "SCORING_", "LOBBY_", "BOTS_", "REDIS_URL", "QUEUES_URL", "HOST", "DATA")
"""Settings of another platform, which shall not become those of the demo."""
WAIT: Final = 200.0
"""Seconds until the platform has to be there; it gives up by itself a little earlier."""
TICK: Final = 0.2
SHOWN: Final = 20
"""Lines of the platform's log that are shown when it cannot be started."""
INTERRUPTED: Final = 130


class DemoError(Exception):
    """The demo cannot go on; the message says why."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the demo; 0 if it was shown, 1 if something went wrong, 130 if it was ended before."""
    given = _parser().parse_args(arguments)
    plan = Plan(tuple(given.editions), given.bots, given.rounds, given.game, given.level)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _ask_for_the_end)
    try:
        _run(plan)
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit:
        return 0  # rich ends a program whose output nobody reads any more: fine
    except CommandError as error:
        return _complain("\n".join(error.lines()))
    except (DemoError, SettingError, TurnError, httpx.HTTPError) as error:
        return _complain(str(error))
    return 0


def _run(plan: Plan) -> None:
    console = Console(highlight=False, emoji=False)
    with TemporaryDirectory(prefix="interchange-demo-") as name:
        folder = Path(name)
        with _platform(folder / "data", console) as (process, url):
            perform(url, folder / "login", plan)
            if console.is_terminal:
                console.print("\nIt keeps running until Ctrl-C.")
                _stay(process, folder / "data")


def _stay(process: subprocess.Popen[bytes], folder: Path) -> None:
    """Wait for a Ctrl-C, which is the good end; a platform that ends by itself is no good one."""
    try:
        process.wait()
    except KeyboardInterrupt:
        return
    raise DemoError(_last_words(folder))


def _complain(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "make demo", description="Run Interchange for a while, and let bots play on it."
    )
    parser.add_argument(
        "--editions", nargs="+", default=EDITIONS, choices=EDITIONS, help="what is played at once"
    )
    parser.add_argument("--bots", type=int, default=16, help="how many play the tournament")
    parser.add_argument("--rounds", type=int, default=2, help="how many rounds it has")
    parser.add_argument(
        "--game", default="gob-paris", choices=EDITIONS, help="what the tournament plays"
    )
    parser.add_argument(
        "--level", default="greedy", choices=tuple(levels()), help="how the bots play"
    )
    return parser


@contextmanager
def _platform(folder: Path, console: Console) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """Run the platform on a folder until the end of a block; give its process and its address."""
    port = _port(console)
    folder.mkdir(mode=0o700)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(  # noqa: S603 - the command is ours
            child.command([sys.executable, "-m", "deploy.local"]),
            cwd=ROOT,
            env={**kept, "PORT": str(port), "DATA": str(folder)},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,  # a Ctrl-C is for the demo, which then ends the platform
        )
    try:
        with console.status("Starting the platform"):
            url = _wait(process, folder)
        console.print(f"Interchange is running at [bold]{url}[/bold]")
        yield process, url
    finally:
        _end(process, console)


def _port(console: Console) -> int:
    """Choose the port: the one that was asked for if nobody else has it, or any that is free."""
    settings = read_settings(os.environ)
    if not os.environ.get("PORT", "").strip():
        return 0
    try:
        bind("127.0.0.1", settings.port).close()
    except PortError:
        there = f"http://127.0.0.1:{settings.port}"
        who = "Interchange" if _answers(there) else "Another program"
        sentence = f"{who} is running at {there} already; the demo takes a free port."
        console.print(sentence, soft_wrap=True)
        return 0
    return settings.port


def _wait(process: subprocess.Popen[bytes], folder: Path) -> str:
    """Wait until the platform answers; give its address, which it notes in its folder."""
    until = time.monotonic() + WAIT
    while process.poll() is None and time.monotonic() < until:
        url = _noted(folder)
        if url and _answers(url):
            return url
        time.sleep(TICK)
    raise DemoError(_last_words(folder))


def _noted(folder: Path) -> str:
    try:
        return str(json.loads((folder / LOCK).read_text(encoding="utf-8"))["url"])
    except (OSError, ValueError):
        return ""


def _answers(url: str) -> bool:
    """Tell whether a platform is ready at an address."""
    connection = HTTPConnection(url.removeprefix("http://"), timeout=2)
    try:
        connection.request("GET", READY)
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def _end(process: subprocess.Popen[bytes], console: Console) -> None:
    """Ask the platform to end, and wait for it; whoever asks again wants it to hurry."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: process.send_signal(signal.SIGINT))
    process.terminate()
    if console.is_terminal:
        console.print("\nStopping; Ctrl-C once more hurries")
    process.wait()


def _last_words(folder: Path) -> str:
    log = (folder / "log").read_text(encoding="utf-8", errors="replace").splitlines()
    return "\n".join(["The platform does not run. Its last words:", *log[-SHOWN:]])


def _ask_for_the_end(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main())
