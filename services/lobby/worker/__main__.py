"""Runs a worker: `python -m services.lobby.worker`, or `… webhooks` for one that delivers to them.

Settings come from the environment.
"""

import argparse
import sys

from services.lobby.config import read_config
from services.lobby.wiring import wire_caller, wire_worker
from services.plumbing.config import ConfigError
from services.plumbing.logs import configure_logs, forward_logs
from services.plumbing.tracing import begin_tracing


def main(arguments: list[str] | None = None) -> int:
    """Work until told to stop; the job at hand is finished first."""
    parser = argparse.ArgumentParser(prog="python -m services.lobby.worker", description=__doc__)
    parser.add_argument("what", nargs="?", choices=("webhooks",), help="only deliver to webhooks")
    given = parser.parse_args(arguments)
    try:
        begin_tracing(f"lobby-{given.what or 'worker'}")
        configure_logs()
        forward_logs()
        worker = (wire_caller if given.what else wire_worker)(read_config())
    except (ConfigError, OSError, ValueError) as error:  # keys that are missing, or an address
        sys.stderr.write(f"lobby worker: {error}\n")
        return 1
    return worker.run()


if __name__ == "__main__":
    sys.exit(main())
