"""Commands around scoring: `python -m services.scoring rebuild`, `… dead`, `… openapi`."""

import argparse
import sys

from services.plumbing.config import ConfigError
from services.plumbing.connections import StoreError
from services.plumbing.errors import ServiceError
from services.plumbing.http.app import CONTRACT
from services.plumbing.http.documentation import contract_text
from services.scoring.api import build_app
from services.scoring.api.service import make_service
from services.scoring.app.dead import dead_messages, drop_message, retry_all, retry_message
from services.scoring.app.rebuild import Progress, rebuild, rebuild_all
from services.scoring.app.scoring import Scoring
from services.scoring.config import Config, read_config
from services.scoring.wiring import wire_parts, wire_scoring


def main(arguments: list[str] | None = None) -> int:
    """Run a command; where the results are, the environment says (REDIS_URL)."""
    given = _parser().parse_args(arguments)
    try:
        return int(given.run(given))
    except (ServiceError, StoreError, ConfigError) as error:
        sys.stderr.write(f"{error}\n")
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m services.scoring", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    again = commands.add_parser(
        "rebuild", help="make ratings, leaderboards and statistics anew from the results"
    )
    again.add_argument("edition", nargs="?", help="only of this edition")
    again.set_defaults(run=lambda given: _rebuild(given.edition))
    dead = commands.add_parser("dead", help="messages that could not be taken")
    dead.add_argument("--retry", metavar="ID", help="take one again; 'all' takes all of them")
    dead.add_argument("--drop", metavar="ID", help="forget one")
    dead.set_defaults(run=lambda given: _dead(given.retry, given.drop))
    contract = commands.add_parser("openapi", help="print the contract as OpenAPI 3.1")
    contract.set_defaults(run=lambda _: _openapi())
    return parser


def _rebuild(edition: str | None) -> int:
    scoring = wire_scoring(read_config())
    if edition is None:
        rebuild_all(scoring, _say)
    else:
        rebuild(scoring, edition, _say)
    return 0


def _say(progress: Progress) -> None:
    if progress.done or sys.stdout.isatty():
        end = "\n" if progress.done else "\r"
        sys.stdout.write(f"{progress.edition}: {progress.results} results{end}")
        sys.stdout.flush()


def _dead(retry: str | None, drop: str | None) -> int:
    scoring = wire_scoring(read_config())
    if drop is not None:
        drop_message(scoring, drop)
        print(f"dropped {drop}")
        return 0
    return _list(scoring) if retry is None else _retry(scoring, retry)


def _retry(scoring: Scoring, id_: str) -> int:
    """Take dead messages again; 1 if any is dead still."""
    if id_ == "all":
        became = retry_all(scoring)
        print(", ".join(f"{count} {outcome}" for outcome, count in became.items()) or "none")
        return 1 if became.get("dead") else 0
    taken = retry_message(scoring, id_)
    print(f"{taken.outcome}: {id_} {taken.reason}".rstrip())
    return 1 if taken.outcome == "dead" else 0


def _list(scoring: Scoring) -> int:
    after, count = "", 0
    while True:
        page = dead_messages(scoring, after)
        for each in page["messages"]:
            print(f"{each['id']}  {each['at']}  {each['reason']}")
        count += len(page["messages"])
        if page["next"] is None:
            break
        after = page["next"]
    print(f"{count} dead messages")
    return 0


def _openapi() -> int:
    app = build_app(make_service(Config(), wire_parts(Config())))
    sys.stdout.buffer.write(contract_text(app.extensions[CONTRACT]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
