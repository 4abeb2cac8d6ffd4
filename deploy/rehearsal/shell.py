"""Commands of others: run, shown when they fail, and never waited for without end."""

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from deploy.settings import ROOT

PATIENCE: Final = 600.0
"""Seconds for the longest command: installing Debian into a folder."""
TAIL: Final = 4000


class CommandError(Exception):
    """A command failed; the message has the end of what it wrote."""


def run(
    command: Sequence[str],
    environment: Mapping[str, str] | None = None,
    cwd: Path = ROOT,
    seconds: float = PATIENCE,
) -> str:
    """Run a command; give what it wrote."""
    try:
        done = subprocess.run(  # noqa: S603 - the commands are ours
            command,
            env=environment,
            cwd=cwd,
            timeout=seconds,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise CommandError(f"{' '.join(command)}: no end after {seconds:g} s") from error
    if done.returncode:
        wrote = (done.stdout + done.stderr)[-TAIL:]
        raise CommandError(f"{' '.join(command)}: exit code {done.returncode}\n{wrote}")
    return done.stdout


def need(programs: Mapping[str, str]) -> None:
    """See that programs are there, and may be used; say which packages have the missing ones."""
    if missing := [name for name in programs if shutil.which(name) is None]:
        packages = " ".join(sorted({programs[name] for name in missing}))
        raise CommandError(
            f"not on this machine: {', '.join(missing)}; with Debian: apt-get install {packages}"
        )
    if os.geteuid() != 0:
        raise CommandError("debootstrap, which makes the base image, has to run as root")
