"""A copy of the project in which `make up` runs, and a reader who types what the pages say."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from deploy.settings import ROOT
from tests.pages.reading import Block, Command

LEFT_OUT: Final = shutil.ignore_patterns(
    ".git", ".venv", ".data", ".*_cache", ".hypothesis", "__pycache__", "*.egg-info", "build"
)
USUAL: Final = "127.0.0.1:8080"
"""Where pages say that the platform is; only this is replaced in their commands."""
STRANGE: Final = re.compile(
    r"(RULES|SCORING|LOBBY|BOTS|INTERCHANGE|OTEL|COV|PYTEST|WORKER)_|(REDIS|QUEUES)_URL|HOST$"
    r"|MAKE|MFLAGS$"
)
"""Settings of whoever runs the tests, and of their make, which are not those of a reader."""
STRICT: Final = "fail-with-body\nmax-time = 60\nshow-error\n"
"""What curl is told: an answer that refuses is a failure of the page."""
MARK: Final = "\x1e"
UP_WITHIN: Final = 180
PAGE_WITHIN: Final = 280


class Said(NamedTuple):
    """What came of the commands of a page."""

    code: int
    answers: list[str]
    """Of each command that was begun."""


class Site:
    """The copy, and where its platform is."""

    def __init__(self, folder: Path) -> None:
        self.root, self.home = folder / "project", folder / "home"
        self.log, self.place = folder / "log", ""
        shutil.copytree(ROOT, self.root, ignore=LEFT_OUT)
        for path in ("pyproject.toml", "constraints.txt"):
            os.utime(self.root / path, (0, 0))  # so that make finds the environment fresh
        (self.root / ".venv").symlink_to(sys.prefix)
        self.home.mkdir()
        (self.home / ".curlrc").write_text(STRICT, encoding="utf-8")

    def environment(self, **more: str) -> dict[str, str]:
        """Give the environment of a reader on a fresh machine."""
        kept = {name: value for name, value in os.environ.items() if not STRANGE.match(name)}
        home = {name: str(self.home) for name in ("HOME", "CURL_HOME", "XDG_CONFIG_HOME")}
        path = f"{os.environ['PATH']}:{self.root}/.venv/bin"
        return {**kept, **home, "PATH": path, "DATA": "", "PORT": "", "NO_COLOR": "1", **more}

    def type_in(self, commands: Sequence[Command]) -> Said:
        """Type the commands of a page, one after the other, until one fails."""
        lines = ["set -eo pipefail", "exec 2>&1"]
        for command in commands:
            lines += [f"printf '{MARK}'", command.text.replace(USUAL, self.place)]
        patience = ["timeout", "--kill-after=5", str(PAGE_WITHIN)]
        done = self._run([*patience, "bash", "-c", "\n".join(lines)])
        return Said(done.returncode, done.stdout.split(MARK)[1:])

    def run_python(self, blocks: Sequence[Block]) -> subprocess.CompletedProcess[str]:
        """Run the programs and sessions of a page in one Python."""
        texts = [repr((each.language, each.text.replace(USUAL, self.place))) for each in blocks]
        return self._run([sys.executable, "-c", PROGRAM.format(blocks=",".join(texts))])

    def _run(self, command: list[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            check=False,
            cwd=self.root,
            env=self.environment(INTERCHANGE_URL=f"http://{self.place}"),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=2 * PAGE_WITHIN,
        )


PROGRAM: Final = """
import doctest, sys
names = {{"__name__": "__main__"}}
runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
for language, text in [{blocks}]:
    if language == "python":
        exec(compile(text, "page", "exec"), names)
    else:
        test = doctest.DocTestParser().get_doctest(text, names, "page", "page", 0)
        runner.run(test, clear_globs=False)
        names |= test.globs
sys.exit(1 if runner.failures else 0)
"""


@contextmanager
def running_site(folder: Path) -> Iterator[Site]:
    """Run `make up` in a copy until the end of a block."""
    site = Site(folder)
    settings = {"PORT": "0", "WORKERS": "1", "RULES_STREAM_SECONDS": "2"}
    with site.log.open("wb") as log:
        process = subprocess.Popen(
            ["make", "up"],  # noqa: S607
            cwd=site.root,
            env=site.environment(**settings),
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        site.place = _place(process, site.log)
        yield site
    finally:
        os.killpg(process.pid, signal.SIGINT)  # as Ctrl-C does: to all of the terminal's programs
        process.wait(UP_WITHIN)


def _place(process: subprocess.Popen[bytes], log: Path) -> str:
    """Wait until the platform says where it is."""
    until = time.monotonic() + UP_WITHIN
    while True:
        text = log.read_text(encoding="utf-8", errors="replace")
        if found := re.search(r"running at http://([\d.:]+)", text):
            return found[1]
        assert process.poll() is None, text
        assert time.monotonic() < until, text
        time.sleep(0.1)
