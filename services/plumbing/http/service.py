"""What the shared parts of an API need of the service they work for."""

from typing import Any, Final, Protocol

from flask import current_app

from services.plumbing.callers import Caller
from services.plumbing.http.metrics import Metrics

EXTENSION: Final = "interchange"
"""Under this name an application keeps its service."""


class Callers(Protocol):
    """Knows who asks."""

    def caller(self, header: str | None) -> Caller:
        """Say who sends this `Authorization` header; nobody in particular if there is none."""


class Plumbed(Protocol):
    """A service, as far as the plumbing knows it."""

    @property
    def tokens(self) -> Callers:
        """Who asks."""

    @property
    def metrics(self) -> Metrics:
        """The numbers of the process."""

    def readiness(self) -> dict[str, Any]:
        """Say what is ready; a `StoreError` if requests cannot be answered."""


def the_plumbing() -> Plumbed:
    """Give the service of the application at hand."""
    service: Plumbed = current_app.extensions[EXTENSION]
    return service
