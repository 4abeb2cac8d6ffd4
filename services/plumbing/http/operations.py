"""For those who run a service: is it alive, is it ready, and how is it doing."""

from flask import Blueprint, Response
from prometheus_client import CONTENT_TYPE_LATEST

from services.plumbing.connections import StoreError
from services.plumbing.http.requests import json_response
from services.plumbing.http.service import the_plumbing


def make_operations() -> Blueprint:
    """Make the operations for those who run the service."""
    blueprint = Blueprint("operations", __name__)
    blueprint.get("/healthz")(get_health)
    blueprint.get("/readyz")(get_readiness)
    blueprint.get("/metrics")(get_metrics)
    return blueprint


def get_health() -> Response:
    """Say that the process is alive."""
    return json_response({"status": "alive"})


def get_readiness() -> Response:
    """Say whether requests can be answered: the store has to be there."""
    try:
        ready = the_plumbing().readiness()
    except StoreError:
        return json_response({"status": "no store"}, 503)
    return json_response({"status": "ready", **ready})


def get_metrics() -> Response:
    """Give the numbers that Prometheus asks for."""
    return Response(the_plumbing().metrics.exposition(), content_type=CONTENT_TYPE_LATEST)
