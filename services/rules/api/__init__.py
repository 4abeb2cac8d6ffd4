"""The HTTP API of the rules service."""

from typing import Final

from flask import Flask

from services.plumbing.http import app as plumbing
from services.plumbing.http.openapi import ContractApi
from services.plumbing.logs import configure_logs
from services.plumbing.tracing import begin_tracing
from services.rules.api import editions, events, games, moves
from services.rules.api.openapi import RulesApi
from services.rules.api.problems import register_rules_problems
from services.rules.api.service import Service, make_service
from services.rules.config import Config, read_config
from services.rules.wiring import wire_parts

PREFIX: Final = "/rules"


def create_app(config: Config | None = None) -> Flask:
    """Make the application of a process; its settings come from the environment if not given."""
    begin_tracing("rules")
    configure_logs()
    config = config or read_config()
    return build_app(make_service(config, wire_parts(config)))


def build_app(service: Service) -> Flask:
    """Make an application around a service."""
    return plumbing.build_app(service, PREFIX, _fill)


def _fill(app: Flask) -> ContractApi:
    api = RulesApi(app)
    for part in (editions, games, moves, events):
        api.register_blueprint(part.blueprint, url_prefix=f"{PREFIX}/v1")
    register_rules_problems(app)
    return api
