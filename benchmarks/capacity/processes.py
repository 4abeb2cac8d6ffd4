"""What processes use: seconds of the processor and memory, read from /proc.

The machines are shared, so time by the clock says little. What a process was given of a processor
says what it needs, whoever else is at work.
"""

import os
from pathlib import Path
from time import sleep
from typing import Final

PROC: Final = Path("/proc")
TICKS: Final = os.sysconf("SC_CLK_TCK")
QUIET: Final = 0.3
"""Seconds that a process may take to do what is left after the last answer."""


def family(first: int) -> set[int]:
    """Name a process and all that descend from it."""
    parents = {int(path.name): _parent(path) for path in PROC.glob("[0-9]*")}
    found = {first}
    while more := {one for one, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def ours(word: str) -> set[int]:
    """Name the processes below this one whose command has a word in it."""
    return {one for one in family(os.getpid()) - {os.getpid()} if word in _command(one)}


def seconds(processes: set[int]) -> float:
    """Give the seconds of a processor that processes have had."""
    return sum(map(_seconds, processes))


def memory(processes: set[int]) -> int:
    """Give the bytes that processes use; what several share is shared out among them (PSS)."""
    return sum(map(_memory, processes))


class Spent:
    """Measures what some processes spend until they are quiet again."""

    def __init__(self, processes: set[int]) -> None:
        self._processes = processes
        self._begun = seconds(processes)

    def seconds(self) -> float:
        """Give the seconds spent since the beginning."""
        sleep(QUIET)
        return seconds(self._processes) - self._begun


def _seconds(process: int) -> float:
    fields = _read(process, "stat").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS if fields else 0.0


def _memory(process: int) -> int:
    lines = _read(process, "smaps_rollup").splitlines()
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))


def _parent(path: Path) -> int:
    fields = _read(int(path.name), "stat").rpartition(")")[2].split()
    return int(fields[1]) if fields else 0


def _command(process: int) -> str:
    return _read(process, "cmdline").replace("\0", " ")


def _read(process: int, name: str) -> str:
    """Read what the kernel says of a process; nothing if it has ended."""
    try:
        return (PROC / str(process) / name).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
