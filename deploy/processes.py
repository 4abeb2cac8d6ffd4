"""A small supervisor: it starts named children, shows what they print, and ends them in order.

Every child is the head of a session of its own, so a Ctrl-C reaches the supervisor alone, and it
decides who ends when. One thread does everything: between two looks at its children it waits for
their output. A child that dies is started again a little later; if that happens too often, or
before all is up for the first time, the supervisor gives up, with the reason.
"""

import os
import selectors
import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from types import FrameType, TracebackType
from typing import Any, BinaryIO, Final, Self

from deploy import child

TICK: Final = 0.1
"""Seconds between two looks at the children and at the signals that have come."""
SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
SAME_WISH: Final = 0.5
"""Seconds within which signals mean the same wish."""
LONGEST_LINE: Final = 65536


class StopAsked(Exception):  # noqa: N818 - it is a wish, no error
    """Somebody asked for the end: Ctrl-C, a SIGTERM, or the terminal was closed."""


class GaveUp(Exception):  # noqa: N818 - it says what happened
    """Going on makes no sense; the message says why."""


@dataclass(frozen=True)
class Program:
    """Something to keep running."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    grace: float = 30.0
    """Seconds that it may take for its end before it is killed."""
    hurried: float = 0.0
    """The same when somebody has no patience."""
    descriptors: tuple[int, ...] = ()
    """Open files that it inherits."""
    explain: Callable[[str], str] = str
    """Adds what is known to the sentence that says how it ended."""


@dataclass(frozen=True)
class Patience:
    """How deaths are taken."""

    pauses: tuple[float, ...] = (0.2, 1.0, 2.0, 4.0)
    """Seconds before it is started again, after the first death, the second…"""
    deaths: int = 5
    """So many deaths within `span` seconds are too many."""
    span: float = 60.0


@dataclass
class Running:
    """A program and its present process."""

    program: Program
    process: subprocess.Popen[bytes] | None = None
    """None while it is dead."""
    deaths: deque[float] = field(default_factory=deque)
    again: float = 0.0
    """When it will be started again, if it is dead."""
    line: bytes = b""
    """A line that it has not finished."""


class Supervisor:
    """Runs programs until somebody asks for the end; a context manager, so that none is left."""

    def __init__(self, output: BinaryIO, patience: Patience | None = None) -> None:
        self.output = output
        self.patience = patience or Patience()
        self.forgiving = False
        """Whether deaths are forgiven: not until all is up for the first time."""
        self.running: list[Running] = []
        self._selector = selectors.DefaultSelector()
        self._asked = False
        self._in_a_hurry = False
        self._stopping: float | None = None
        self._handlers: dict[int, Any] = {}

    def __enter__(self) -> Self:
        """Take the signals that ask for the end."""
        for number in SIGNALS:
            before = signal.getsignal(number)
            # `nohup` wants the closing of the terminal to be ignored.
            if number != signal.SIGHUP or before != signal.SIG_IGN:
                self._handlers[number] = signal.signal(number, self._ask)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End everything and give the signals back."""
        self.stop()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        self._selector.close()

    def start(self, program: Program) -> None:
        """Start a program; the one that was started last ends first."""
        self.running.append(Running(program))
        self._spawn(self.running[-1])

    def wait_until(self, done: Callable[[], bool], every: float = TICK) -> None:
        """Look after the programs until something is done, which is asked every few moments."""
        asked = -every
        while True:
            if time.monotonic() >= asked + every:
                if done():
                    return
                asked = time.monotonic()
            self._turn()

    def run(self) -> None:
        """Look after the programs, for good; ends with StopAsked or GaveUp."""
        self.forgiving = True
        while True:
            self._turn()

    def stop(self) -> None:
        """End the programs one after the other, the last one first."""
        self._stopping = time.monotonic()
        while self.running:
            self._end(self.running[-1])
            self.running.pop()

    def say(self, line: str) -> None:
        """Print a line of the supervisor's own."""
        self._write(f"{line}\n".encode())

    def _ask(self, number: int, _frame: FrameType | None) -> None:
        self._asked = True
        # One wish may arrive twice, as `make` passes a SIGTERM on; a later Ctrl-C is a new one.
        later = self._stopping is not None and time.monotonic() > self._stopping + SAME_WISH
        self._in_a_hurry = self._in_a_hurry or (number == signal.SIGINT and later)

    def _turn(self) -> None:
        self._read(TICK)
        if self._asked:
            raise StopAsked
        for one in self.running:
            if one.process is None:
                if time.monotonic() >= one.again:
                    self._spawn(one)
            elif _has_ended(one.process):
                self._bury(one, one.process)

    def _spawn(self, one: Running) -> None:
        one.process = subprocess.Popen(  # noqa: S603 - the commands are ours
            child.command(one.program.command),
            env=dict(one.program.environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=one.program.descriptors,
            start_new_session=True,
            umask=0o077,
        )
        if one.process.stdout:
            os.set_blocking(one.process.stdout.fileno(), False)
            self._selector.register(one.process.stdout, selectors.EVENT_READ, one)

    def _bury(self, one: Running, process: subprocess.Popen[bytes]) -> None:
        """Clear up after a program that has died, and decide whether it gets another life."""
        how = one.program.explain(f"{one.program.name} {self._clear(one, process)}")
        now = time.monotonic()
        one.deaths.append(now)
        while one.deaths[0] < now - self.patience.span:
            one.deaths.popleft()
        if not self.forgiving:
            raise GaveUp(how)
        if len(one.deaths) >= self.patience.deaths:
            raise GaveUp(f"{how}\nThat was death {len(one.deaths)} within {self.patience.span:g} s")
        pauses = self.patience.pauses
        pause = pauses[min(len(one.deaths), len(pauses)) - 1]
        self.say(f"{how}\nIt is started again in {pause:g} s")
        one.again = now + pause

    def _end(self, one: Running) -> None:
        """Ask a program to end, wait as long as it may take, then kill it."""
        if one.process is None:
            return
        one.process.terminate()
        begun = time.monotonic()
        while not _has_ended(one.process):
            limit = one.program.hurried if self._in_a_hurry else one.program.grace
            if time.monotonic() > begun + limit:
                self.say(f"{one.program.name} did not end in time and is killed")
                break
            self._read(TICK)
        self._clear(one, one.process)

    def _clear(self, one: Running, process: subprocess.Popen[bytes]) -> str:
        """Kill what is left of a program's session, show its last output, and say how it ended."""
        # Its number cannot belong to anybody else before it has been waited for.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        code = process.wait()
        if process.stdout:
            while self._take(one, process.stdout.fileno()):
                pass
            self._forget(process.stdout.fileno())
            process.stdout.close()
        if one.line:
            self._show(one, b"\n")
        one.process = None
        return (
            f"ended with exit code {code}" if code >= 0 else f"was killed ({_signal_name(-code)})"
        )

    def _read(self, seconds: float) -> None:
        """Wait for output and show it."""
        if not self._selector.get_map():
            time.sleep(seconds)
        for key, _ in self._selector.select(seconds):
            self._take(key.data, key.fd)

    def _take(self, one: Running, output: int) -> bool:
        """Show a piece of a program's output; false if there is none now, or there will be none."""
        try:
            data = os.read(output, LONGEST_LINE)
        except BlockingIOError:
            return False
        if not data:
            self._forget(output)
        self._show(one, data)
        return bool(data)

    def _forget(self, output: int) -> None:
        if output in self._selector.get_map():
            self._selector.unregister(output)

    def _show(self, one: Running, data: bytes) -> None:
        """Print the whole lines of a program's output, each behind its name."""
        *lines, one.line = (one.line + data).split(b"\n")
        if len(one.line) > LONGEST_LINE:
            lines, one.line = [*lines, one.line], b""
        name = f"{one.program.name:<8}| ".encode()
        if lines:
            self._write(b"".join(name + line + b"\n" for line in lines))

    def _write(self, data: bytes) -> None:
        try:
            self.output.write(data)
            self.output.flush()
        except OSError:
            # The terminal has gone away; that is no reason to leave the programs alone.
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.output.fileno())
            os.close(nowhere)


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Tell whether a process has ended, without waiting for it: it keeps its number."""
    options = os.WEXITED | os.WNOHANG | os.WNOWAIT
    return process.returncode is not None or os.waitid(os.P_PID, process.pid, options) is not None


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
