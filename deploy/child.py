"""Become another program, one that does not outlive the process that started it.

`python child.py PARENT PROGRAM ARGUMENT…` asks the kernel for an end together with its parent and
then turns into the program. It is a program of its own because code between fork and exec is not
safe beside threads. Only Linux keeps this promise; elsewhere the program simply runs.
"""

import ctypes
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

PR_SET_PDEATHSIG: Final = 1


def command(program: Sequence[str]) -> list[str]:
    """Give the command that runs a program bound to the life of this process.

    The kernel watches the thread that starts a child, so only long-lived threads should use this.
    """
    return [sys.executable, "-I", "-S", str(Path(__file__)), str(os.getpid()), *program]


def die_with(parent: int) -> None:
    """Be killed as soon as the parent ends, also when it has ended already."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    die_with(int(sys.argv[1]))
    os.execvp(sys.argv[2], sys.argv[2:])  # noqa: S606 - a list of arguments needs no shell
