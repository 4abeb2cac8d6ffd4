"""The supervisor: programs live again after a death, end in order, and none is left."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest

from deploy.processes import GaveUp, Patience, Program, StopAsked, Supervisor

QUICK: Final = Patience(pauses=(0.05,), deaths=3, span=30)
POLITE: Final = """
import signal, sys, time
signal.signal(signal.SIGTERM, lambda *_: sys.exit(print(sys.argv[1], "ends")))
print(sys.argv[1], "begins")
time.sleep(60)
"""
DEAF: Final = """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("deaf", flush=True)
time.sleep(60)
"""
FAMILY: Final = """
import subprocess, sys, time
print(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]).pid, flush=True)
time.sleep(60)
"""


class Stage:
    """A supervisor whose output can be read."""

    def __init__(self, patience: Patience = QUICK) -> None:
        self.output = BytesIO()
        self.supervisor = Supervisor(self.output, patience)

    def start(self, code: str, *arguments: str, name: str = "one", grace: float = 5) -> None:
        """Start a small Python program."""
        command = [sys.executable, "-u", "-c", code, *arguments]
        self.supervisor.start(Program(name, command, os.environ, grace=grace))

    @property
    def lines(self) -> list[str]:
        """What was shown."""
        return self.output.getvalue().decode().splitlines()

    def shown(self, text: str, times: int = 1) -> Callable[[], bool]:
        """Make a question for `wait_until`: was the text shown often enough?"""
        return lambda: sum(text in line for line in self.lines) >= times

    def process(self) -> int:
        """Give the number of the only program's process."""
        (one,) = self.supervisor.running
        assert one.process is not None
        return one.process.pid


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{process}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


def ask_for_the_end(*after: float, number: int = signal.SIGINT) -> None:
    for seconds in after:
        threading.Timer(seconds, os.kill, (os.getpid(), number)).start()


@pytest.mark.slow
def test_output_is_shown_line_by_line_behind_the_name() -> None:
    stage = Stage()
    with stage.supervisor:
        stage.start("print('a\\nb\\n\\nend', end='')\nimport time; time.sleep(60)", name="web")
        stage.supervisor.wait_until(stage.shown("web     | b"))
    assert stage.lines == ["web     | a", "web     | b", "web     | ", "web     | end"]


@pytest.mark.slow
def test_the_program_that_was_started_last_ends_first() -> None:
    stage = Stage()
    with stage.supervisor:
        for name in ("server", "worker", "web"):
            stage.start(POLITE, name, name=name)
            stage.supervisor.wait_until(stage.shown(f"{name} begins"))
    ends = [line.split("| ")[1] for line in stage.lines if line.endswith("ends")]
    assert ends == ["web ends", "worker ends", "server ends"]


@pytest.mark.slow
def test_a_program_that_does_not_end_in_time_is_killed() -> None:
    stage = Stage()
    with stage.supervisor:
        stage.start(DEAF, name="deaf", grace=0.2)
        stage.supervisor.wait_until(stage.shown("deaf"))
        process = stage.process()
    assert not is_alive(process)
    assert stage.lines[-1] == "deaf did not end in time and is killed"


@pytest.mark.slow
def test_a_killed_program_is_started_again_and_that_is_said() -> None:
    stage = Stage()
    with stage.supervisor:
        stage.start(POLITE, "one")
        stage.supervisor.wait_until(stage.shown("one begins"))
        stage.supervisor.forgiving = True
        os.kill(stage.process(), signal.SIGKILL)
        stage.supervisor.wait_until(stage.shown("one begins", times=2))
    assert "one was killed (SIGKILL)" in stage.lines
    assert "It is started again in 0.05 s" in stage.lines


@pytest.mark.slow
def test_what_is_left_of_a_dead_program_is_cleared_away() -> None:
    stage = Stage()
    with stage.supervisor:
        stage.start(FAMILY)
        stage.supervisor.wait_until(lambda: bool(stage.lines))
        grandchild = int(stage.lines[0].split("| ")[1])
        stage.supervisor.forgiving = True
        os.kill(stage.process(), signal.SIGKILL)
        stage.supervisor.wait_until(lambda: not is_alive(grandchild))


@pytest.mark.slow
def test_too_many_deaths_end_everything_with_the_reason() -> None:
    stage = Stage()
    with stage.supervisor:
        stage.start(POLITE, "good", name="good")
        stage.supervisor.wait_until(stage.shown("good begins"))
        stage.start("import sys; sys.exit(7)", name="bad")
        with pytest.raises(GaveUp, match=r"(?s)bad ended with exit code 7.*death 3 within 30 s"):
            stage.supervisor.run()
    assert stage.lines.count("bad ended with exit code 7") == 2
    assert stage.lines[-1] == "good    | good ends"


@pytest.mark.slow
def test_a_death_before_all_is_up_is_final() -> None:
    stage = Stage()
    with stage.supervisor:
        stage.start("print('no such module'); raise SystemExit(3)")
        with pytest.raises(GaveUp, match="one ended with exit code 3"):
            stage.supervisor.wait_until(lambda: False)
        assert stage.lines == ["one     | no such module"]


@pytest.fixture
def with_terminal() -> Iterator[None]:
    """Let the closing of a terminal matter, also if the tests themselves run without one."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.slow
@pytest.mark.usefixtures("with_terminal")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_asks_for_the_end(number: int) -> None:
    stage = Stage()
    before = signal.getsignal(number)
    with stage.supervisor:
        stage.start(POLITE, "one")
        stage.supervisor.wait_until(stage.shown("one begins"))
        ask_for_the_end(0.1, number=number)
        with pytest.raises(StopAsked):
            stage.supervisor.run()
    assert stage.lines[-1] == "one     | one ends"
    assert signal.getsignal(number) == before


@pytest.mark.slow
def test_a_second_wish_hurries() -> None:
    stage = Stage()
    with stage.supervisor:
        stage.start(DEAF, grace=30)
        stage.supervisor.wait_until(stage.shown("deaf"))
        ask_for_the_end(0.1, 0.9)
        begun = time.monotonic()
        with pytest.raises(StopAsked):
            stage.supervisor.run()
    assert 0.7 < time.monotonic() - begun < 5


@pytest.mark.slow
def test_the_same_wish_twice_does_not_hurry() -> None:
    stage = Stage()
    with stage.supervisor:
        stage.start(DEAF, grace=0.9)
        stage.supervisor.wait_until(stage.shown("deaf"))
        ask_for_the_end(0.1, 0.3)
        with pytest.raises(StopAsked):
            stage.supervisor.run()
        begun = time.monotonic()
    assert time.monotonic() - begun > 0.7


@pytest.mark.slow
def test_a_program_without_output_is_looked_after_too() -> None:
    stage = Stage()
    with stage.supervisor:
        stage.start("import os, time; os.close(1); os.close(2); time.sleep(60)")
        begun = time.process_time()
        ask_for_the_end(0.5)
        with pytest.raises(StopAsked):
            stage.supervisor.run()
    assert time.process_time() - begun < 0.3
