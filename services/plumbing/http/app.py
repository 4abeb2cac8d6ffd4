"""An application around a service: what all of them have in common."""

from collections.abc import Callable
from typing import Final

from flask import Flask

from services.plumbing.http.documentation import register_documentation
from services.plumbing.http.observing import register_observing
from services.plumbing.http.openapi import ContractApi
from services.plumbing.http.operations import make_operations
from services.plumbing.http.service import EXTENSION, Plumbed
from services.plumbing.http.tracing import register_tracing

CONTRACT: Final = "contract"
LARGEST_BODY: Final = 64 * 1024


def build_app(service: Plumbed, prefix: str, fill: Callable[[Flask], ContractApi]) -> Flask:
    """Make an application; `fill` adds what only this service has, and gives its contract."""
    app = Flask(__name__, static_folder=None)
    app.url_map.merge_slashes = False  # an id that is empty is unknown, and leads nowhere else
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    app.extensions[EXTENSION] = service
    register_tracing(app, prefix.strip("/"))
    register_observing(app)
    api = app.extensions[CONTRACT] = fill(app)
    app.register_blueprint(make_operations(), url_prefix=prefix)
    register_documentation(app, api, prefix)
    return app
