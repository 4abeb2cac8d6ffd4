"""Runs Schemathesis, with its default checks, against the running service."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx

from deploy.settings import ROOT
from tests.contract.lobby_stage import set_lobby
from tests.contract.stage import ANSWERS, PLAYER, STAGE, set_stage
from tests.service import BRIEF, WORKERS, Running, running_service

INVENTED: Final = ("examples", "fuzzing")
"""Phases whose requests stand alone, and are as many as one likes."""
SINGLE: Final = (*INVENTED, "coverage")
"""The same, with every value that the schemas make special."""
LINKED: Final = ("stateful",)
"""Sequences that follow the links of the contract."""
HOOKS: Final = {
    "rules": "tests.contract.hooks",
    "scoring": "tests.contract.scoring_hooks",
    "lobby": "tests.contract.lobby_hooks",
}
"""The services, and what puts something real into the requests to each."""
LOBBY: Final = "lobby"
"""It knows people by tokens of its own, and has a stage of its own."""
AGAIN: Final = 20
"""How often a plan goes on at most."""
METHODS: Final = ("get", "post", "put", "patch", "delete")


class Plan(NamedTuple):
    """What to run."""

    name: str
    phases: tuple[str, ...]
    token: str | None
    examples: int
    """How many requests of each operation, or how many sequences, are invented at most."""
    seconds: int = 0
    """For how long more and more are invented, if at all: Schemathesis repeats until it is over.

    A sequence breaks off when the service has moved on, so some need to be repeated.
    """


@dataclass
class Report:
    """What came of it."""

    operations: list[str]
    complaints: list[str] = field(default_factory=list)
    answers: Counter[tuple[str, int]] = field(default_factory=Counter)
    """How often each operation was answered with each status."""

    @property
    def unreached(self) -> list[str]:
        """The operations that never did what they are for."""
        reached = {name for name, status in self.answers if 200 <= status < 300}
        return [name for name in self.operations if name not in reached]

    def __str__(self) -> str:
        statuses = sorted({status for _, status in self.answers})
        lines = ["".join([" " * 16, *(f"{status:>7}" for status in statuses)])]
        for name in self.operations:
            counts = [self.answers[name, status] or "" for status in statuses]
            lines.append("".join([f"{name:<16}", *(f"{count:>7}" for count in counts)]))
        return "\n".join(lines)


class Judge:
    """Sends Schemathesis to a service, and collects what it finds."""

    def __init__(self, service: Running, name: str, seed: int, *, quiet: bool) -> None:
        self.service = service
        self._hooks, self._contract = HOOKS[name], f"{service.url}/{name}/openapi.json"
        self._seed, self._quiet = seed, quiet
        self._folder = service.folder / f"schemathesis-{name}"
        self._folder.mkdir()
        self._in_lobby = name == LOBBY
        self.token = self._set_lobby() if self._in_lobby else service.token(PLAYER)
        self._names = operations(httpx.get(self._contract).json())

    def hear(self, plans: Sequence[Plan], more_than: int = -1) -> Report:
        """Run it by every plan; its output is shown as it comes, or kept for a complaint.

        A slow machine sends few requests in the seconds of a plan: then the last plan goes on.
        """
        report = Report(list(self._names.values()))
        for plan in plans:
            self._run(plan, report)
        for _ in range(AGAIN):
            if report.answers.total() <= more_than:
                self._run(plans[-1], report)
        report.complaints += [f"the service has failed: {line}" for line in self.service.failures()]
        report.complaints += [f"{name} was never a success" for name in report.unreached]
        return report

    def _run(self, plan: Plan, report: Report) -> None:
        if not self._quiet:
            print(f"\n{plan.name}\n", flush=True)
        stage = self._folder / STAGE
        if not self._in_lobby and not stage.exists():
            set_stage(self.service).save(stage)
        (self._folder / ANSWERS).write_bytes(b"")
        finished = subprocess.run(
            self._command(plan),
            check=False,
            cwd=self._folder,  # no settings are found there, and what it leaves behind is swept up
            env={**os.environ, "PYTHONPATH": str(ROOT), "SCHEMATHESIS_HOOKS": self._hooks},
            stdout=subprocess.PIPE if self._quiet else None,
            stderr=subprocess.STDOUT if self._quiet else None,
            text=True,
        )
        if finished.returncode:
            report.complaints.append(f"{plan.name}: {finished.stdout or 'see above'}")
        if plan.token:
            stage.unlink(missing_ok=True)  # these games have been played
        self._count(report)

    def _set_lobby(self) -> str:
        """Let people meet in the lobby; give the token of one of them."""
        stage = set_lobby(self.service)
        stage.save(self._folder)
        return stage.mine

    def _count(self, report: Report) -> None:
        """Add what was noted of the answers; other methods belong to no operation."""
        for line in (self._folder / ANSWERS).read_text(encoding="utf-8").splitlines():
            operation, _, status = line.rpartition(" ")
            if operation in self._names:
                report.answers[self._names[operation], int(status)] += 1

    def _command(self, plan: Plan) -> list[str]:
        command = [sys.executable, "-m", "schemathesis.cli", "run"]
        command += [self._contract, "--no-color"]
        command += ["--phases", ",".join(plan.phases), "--max-examples", str(plan.examples)]
        command += ["--seed", str(self._seed), "--generation-database", "none"]
        if plan.seconds:
            command += ["--max-time", str(plan.seconds)]
        if plan.token:
            command += ["--header", f"Authorization: Bearer {plan.token}"]
        return command


def brief_service(
    folder: Path, workers: Iterable[str] = WORKERS
) -> AbstractContextManager[Running]:
    """Run the platform in one process; whoever waits for events waits for a moment only."""
    return running_service(folder, root=ROOT, fsync="no", workers=workers, WORKERS="1", **BRIEF)


def operations(contract: Any) -> dict[str, str]:
    """Name every operation of a contract by its method and path."""
    return {
        f"{method.upper()} {path}": item[method]["operationId"]
        for path, item in contract["paths"].items()
        for method in METHODS
        if method in item
    }
