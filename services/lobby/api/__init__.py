"""The HTTP API of the lobby."""

from typing import Final

from flask import Flask
from jinja2 import BaseLoader, ChoiceLoader, PackageLoader

from services.lobby.api import events, matchmaking, people, tables, tournaments, webhooks
from services.lobby.api.limits import register_limits
from services.lobby.api.openapi import LobbyApi
from services.lobby.api.problems import PAGE, STATUSES
from services.lobby.api.service import Service, make_service
from services.lobby.config import Config, read_config
from services.lobby.wiring import wire_parts
from services.plumbing.http import app as plumbing
from services.plumbing.http.openapi import ContractApi
from services.plumbing.http.problems import register_problems
from services.plumbing.logs import configure_logs
from services.plumbing.tracing import begin_tracing

PREFIX: Final = "/lobby"


def create_app(config: Config | None = None) -> Flask:
    """Make the application of a process; its settings come from the environment if not given."""
    begin_tracing("lobby")
    configure_logs()
    config = config or read_config()
    return build_app(make_service(config, wire_parts(config)))


def build_app(service: Service) -> Flask:
    """Make an application around a service."""
    app = plumbing.build_app(service, PREFIX, _fill)
    register_limits(app, service.config)
    return app


def _fill(app: Flask) -> ContractApi:
    api = LobbyApi(app)
    own: list[BaseLoader] = [PackageLoader(__name__)]
    app.jinja_loader = ChoiceLoader([*own, *([app.jinja_loader] if app.jinja_loader else [])])
    for part in (people, tables, matchmaking, tournaments, webhooks, events):
        api.register_blueprint(part.blueprint, url_prefix=f"{PREFIX}/v1")
    register_problems(app, PAGE, STATUSES)
    return api
