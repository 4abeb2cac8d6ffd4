"""Schemathesis for a while: what `make test` runs of each service; `make contract` is longer."""

from pathlib import Path
from typing import Final

from tests.contract.run import INVENTED, LINKED, SINGLE, Judge, Plan, Report, brief_service
from tests.service import WORKERS

FEW: Final = 2
"""Requests of each operation, besides the many that always come."""
SECONDS: Final = 6
"""For how long sequences are invented."""
PATIENCE: Final = 900
"""Seconds until a run is taken for one that hangs."""
ENOUGH: Final = 500
"""Fewer requests would mean that most of it did not run."""
CONCERNED: Final = {"rules": ("rules",), "scoring": ("rules", "scoring")}
"""The workers that have to do with a service, if not all."""
BOTS: Final = "bots"


def hear(name: str, folder: Path) -> Report:
    """Send Schemathesis to a service: single requests and sequences, with a token and without."""
    with brief_service(folder, CONCERNED.get(name, WORKERS)) as service:
        judge = Judge(service, name, seed=1, quiet=True)
        if BOTS in service.processes:
            service.end(BOTS)  # they would play at every table that is invented, at length
        return judge.hear(
            [
                Plan("requests without a token", INVENTED, None, FEW),
                Plan("sequences without a token", LINKED, None, FEW, SECONDS),
                Plan("requests with a token", SINGLE, judge.token, FEW),
                Plan("sequences with a token", LINKED, judge.token, FEW, SECONDS),
            ],
            more_than=ENOUGH,
        )


def assert_nothing_found(report: Report) -> None:
    """Fail on any complaint, of Schemathesis or in the log, and if too little was tried."""
    assert report.complaints == [], "\n\n".join(report.complaints)
    assert report.unreached == [], f"\n{report}"
    assert report.answers.total() > ENOUGH, f"\n{report}"
