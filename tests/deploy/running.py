"""`make up` with the small platform of `fake_platform`, as a real process of the tests."""

import http.client
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from deploy.settings import ROOT

COMMAND: Final = [sys.executable, "-m", "tests.deploy.fake_platform"]
LIMIT: Final = 20
"""Seconds for whatever a test waits for."""
OTHERS: Final = ("REDIS_URL", "QUEUES_URL", "HOST", "PORT", "DATA", "WORKERS", "RULES_KEYS")


class Up:
    """A platform that runs."""

    def __init__(self, data: Path, **settings: str) -> None:
        self.data = data
        self.output = data.parent / f"{data.name}.output"
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                COMMAND,
                cwd=ROOT,
                env=environment(data, **settings),
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def text(self) -> str:
        """Everything that was printed so far."""
        return self.output.read_text(encoding="utf-8")

    @property
    def place(self) -> tuple[str, int]:
        """Host and port, as they were printed."""
        found = re.search(r"running at http://([\d.]+):(\d+)", self.text)
        assert found, self.text
        return found[1], int(found[2])

    def wait_for(self, text: str) -> None:
        """Wait until something is printed."""
        wait_until(lambda: text in self.text or self.process.poll() is not None)
        assert text in self.text, self.text

    def get(self, path: str) -> str:
        """Read a page."""
        connection = http.client.HTTPConnection(*self.place, timeout=LIMIT)
        try:
            connection.request("GET", path)
            return connection.getresponse().read().decode()
        finally:
            connection.close()

    def end(self, number: int = signal.SIGINT) -> int:
        """Send a signal and give the exit code."""
        self.process.send_signal(number)
        return self.process.wait(LIMIT)

    def family(self) -> dict[int, str]:
        """List all processes of the platform but the first: number and command."""
        parents = {int(path.name): _parent(path) for path in Path("/proc").glob("[0-9]*")}
        found = {self.process.pid}
        while more := {one for one, parent in parents.items() if parent in found} - found:
            found |= more
        return {one: _command(one) for one in found - {self.process.pid}}

    def member(self, part: str) -> int:
        """Give the process whose command has something in it; of several the oldest."""
        return min(one for one, command in self.family().items() if part in command)


@contextmanager
def up(data: Path, **settings: str) -> Iterator[Up]:
    """Run a platform until it is ready, and end it whatever happens."""
    platform = Up(data, **settings)
    try:
        platform.wait_for("stop           Ctrl-C")
        yield platform
    finally:
        platform.process.kill()
        platform.process.wait()


def refused(data: Path, **settings: str) -> str:
    """Try to start a platform that refuses; give what it says."""
    done = subprocess.run(
        COMMAND,
        check=False,
        cwd=ROOT,
        env=environment(data, **settings),
        capture_output=True,
        text=True,
        timeout=LIMIT,
    )
    assert done.returncode == 1, done
    return done.stdout + done.stderr


def environment(data: Path, **settings: str) -> dict[str, str]:
    """Give the environment of a platform for tests: any port, one process, its own data."""
    here = {name: value for name, value in os.environ.items() if name not in OTHERS}
    return {**here, "PORT": "0", "WORKERS": "1", "DATA": str(data), **settings}


def wait_until(done: Callable[[], bool]) -> None:
    """Wait for something, but not for ever."""
    deadline = time.monotonic() + LIMIT
    while not done() and time.monotonic() < deadline:
        time.sleep(0.02)


def is_alive(process: int) -> bool:
    """Tell whether a process is there and no zombie."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def _parent(path: Path) -> int:
    try:
        return int((path / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1])
    except OSError:
        return 0


def _command(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text(encoding="utf-8").replace("\0", " ")
    except OSError:
        return ""
