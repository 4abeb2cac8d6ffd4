"""What the endpoints of a process work with."""

from dataclasses import dataclass
from typing import Any, cast

from flask import current_app

from services.plumbing.http.service import EXTENSION
from services.plumbing.http.tokens import Tokens
from services.scoring.api.metrics import Metrics
from services.scoring.app.read_score import RulesClient
from services.scoring.app.scoring import Scoring
from services.scoring.config import Config
from services.scoring.wiring import Parts


@dataclass
class Service:
    """The scoring service in one process."""

    scoring: Scoring
    rules: RulesClient
    tokens: Tokens
    metrics: Metrics

    def start(self) -> None:
        """Begin to follow revoked sessions."""
        self.tokens.start()

    def stop(self) -> None:
        """Follow them no more."""
        self.tokens.stop()

    def readiness(self) -> dict[str, Any]:
        """Say of which editions there are points tables; the store has to be there."""
        self.scoring.results.ping()
        return {"editions": list(self.scoring.tables)}


def make_service(config: Config, parts: Parts) -> Service:
    """Put the service together."""
    tokens = Tokens(config.keys, parts.revoked)
    return Service(parts.scoring, parts.rules, tokens, Metrics(parts.numbers))


def the_service() -> Service:
    """Give the service of the application at hand."""
    return cast("Service", current_app.extensions[EXTENSION])
