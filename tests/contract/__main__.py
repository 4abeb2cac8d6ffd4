"""Schemathesis at length: `python -m tests.contract`, or `make contract`."""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from tests.contract.run import HOOKS, LINKED, SINGLE, Judge, Plan, Report, brief_service


def main(arguments: list[str] | None = None) -> int:
    """Run it with and without a token; give 1 if anything was found."""
    given = _parser().parse_args(arguments)
    begun = monotonic()
    with TemporaryDirectory() as folder, brief_service(Path(folder)) as service:
        reports = {
            name: _heard(Judge(service, name, given.seed, quiet=False), given)
            for name in given.service or HOOKS
        }
    for name, report in reports.items():
        print(f"\n{name}")
        _show(report)
    print(f"\n{monotonic() - begun:.0f} s, seed {given.seed}")
    return 1 if any(report.complaints for report in reports.values()) else 0


def _heard(judge: Judge, given: argparse.Namespace) -> Report:
    return judge.hear(_plans(judge.token, given.examples, given.seconds))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.contract", description=__doc__)
    parser.add_argument(
        "--service", action="append", choices=HOOKS, help="only this one; may be given again"
    )
    parser.add_argument("--examples", type=int, default=150, help="requests of each operation")
    parser.add_argument("--seconds", type=int, default=60, help="how long sequences are tried")
    parser.add_argument("--seed", type=int, default=1, help="another one makes other requests")
    return parser


def _plans(token: str, examples: int, seconds: int) -> list[Plan]:
    return [
        Plan("requests without a token", SINGLE, None, examples),
        Plan("requests with a token", SINGLE, token, examples),
        Plan("sequences without a token", LINKED, None, examples, seconds // 2),
        Plan("sequences with a token", LINKED, token, examples, seconds),
    ]


def _show(report: Report) -> None:
    print(f"\n{report}\n\n{report.answers.total()} requests")
    for complaint in report.complaints:
        print(f"FOUND {complaint}")
    if not report.complaints:
        print("nothing was found, and every operation was a success at least once")


if __name__ == "__main__":
    sys.exit(main())
