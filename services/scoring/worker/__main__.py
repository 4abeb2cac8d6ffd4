"""Runs a worker: `python -m services.scoring.worker`. Settings come from the environment."""

import sys

from services.plumbing.config import ConfigError
from services.plumbing.logs import configure_logs, forward_logs
from services.plumbing.tracing import begin_tracing
from services.scoring.config import read_config
from services.scoring.core.errors import ScoringError
from services.scoring.wiring import wire_worker


def main() -> int:
    """Work until told to stop; the job at hand is finished first."""
    try:
        begin_tracing("scoring-worker")
        configure_logs()
        forward_logs()
        worker = wire_worker(read_config())
    except (ConfigError, ScoringError, ValueError) as error:  # the last: an address of Redis
        sys.stderr.write(f"scoring worker: {error}\n")
        return 1
    return worker.run()


if __name__ == "__main__":
    sys.exit(main())
