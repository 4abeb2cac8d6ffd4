"""The HTTP API of the scoring service."""

from typing import Final

from flask import Flask

from services.plumbing.http import app as plumbing
from services.plumbing.http.openapi import ContractApi
from services.plumbing.http.problems import register_problems
from services.plumbing.logs import configure_logs
from services.plumbing.tracing import begin_tracing
from services.scoring.api import ratings, scores, statistics
from services.scoring.api.openapi import ScoringApi
from services.scoring.api.problems import PAGE, STATUSES
from services.scoring.api.service import Service, make_service
from services.scoring.config import Config, read_config
from services.scoring.wiring import wire_parts

PREFIX: Final = "/scoring"


def create_app(config: Config | None = None) -> Flask:
    """Make the application of a process; its settings come from the environment if not given."""
    begin_tracing("scoring")
    configure_logs()
    config = config or read_config()
    return build_app(make_service(config, wire_parts(config)))


def build_app(service: Service) -> Flask:
    """Make an application around a service."""
    return plumbing.build_app(service, PREFIX, _fill)


def _fill(app: Flask) -> ContractApi:
    api = ScoringApi(app)
    for part in (scores, ratings, statistics):
        api.register_blueprint(part.blueprint, url_prefix=f"{PREFIX}/v1")
    register_problems(app, PAGE, STATUSES)
    return api
