"""Blueprints that read requests strictly and say of every operation how it can fail."""

from collections.abc import Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import flask_smorest

from services.plumbing.http.parsing import StrictParser

View = TypeVar("View", bound=Callable[..., Any])
Decorator: TypeAlias = Callable[[View], View]

PUBLIC: Final[list[dict[str, list[str]]]] = []
TOKEN: Final[list[dict[str, list[str]]]] = [{"bearer": []}]
TOKEN_OR_NOT: Final[list[dict[str, list[str]]]] = [{"bearer": []}, {}]
IF_NONE_MATCH: Final = {
    "name": "If-None-Match",
    "in": "header",
    "description": "The ETag of an earlier answer: if nothing has changed, 304 is the answer.",
    "schema": {"type": "string"},
}
ETAG: Final = {"description": "Names this state of things.", "schema": {"type": "string"}}
TAGGED: Final = "tagged"
ALWAYS: Final = (500, 503)
"""How every operation can fail: by our mistake, or because the store is away."""


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]
    """A group of operations."""

    ARGUMENTS_PARSER = StrictParser()

    if TYPE_CHECKING:  # flask-smorest has no types
        _prepare_doc_cbks: list[Callable[..., dict[str, Any]]]
        route: Callable[..., Decorator[Any]]
        arguments: Callable[..., Decorator[Any]]

    def __init__(self, name: str, module: str, description: str) -> None:
        super().__init__(name, module, description=description)
        self._prepare_doc_cbks.append(_prepare_tags)

    def response(self, *arguments: Any, **named: Any) -> Decorator[Any]:  # noqa: ANN401
        """Say how an answer looks; the view writes it itself."""
        return _noted(super().response(*arguments, **named))

    def alt_response(self, *arguments: Any, **named: Any) -> Decorator[Any]:  # noqa: ANN401
        """Say how else it may look."""
        return _noted(super().alt_response(*arguments, **named))

    def noted_arguments(self, *arguments: Any, **named: Any) -> Decorator[Any]:  # noqa: ANN401
        """Say what a request may bring; the view reads it itself."""
        return _noted(super().arguments(*arguments, **named))

    def operation(
        self,
        name: str,
        security: list[dict[str, list[str]]] = TOKEN_OR_NOT,
        errors: tuple[int, ...] = (),
        links: dict[int, dict[str, Any]] | None = None,
    ) -> Decorator[View]:
        """Name an operation, and say who may call it, how it can fail and what can follow."""
        responses = {
            status: {"links": {name: link(name, **how) for name, how in following.items()}}
            for status, following in (links or {}).items()
        }

        def decorate(view: View) -> View:
            _noted(self.doc(operationId=name, security=security, responses=responses))(view)
            for status in (*errors, *ALWAYS):
                self.alt_response(status, HTTPStatus(status).name)(view)
            return view

        return decorate

    def tagged(self, view: View) -> View:
        """Say that an answer has an ETag, and that whoever names it is only told of changes."""
        _noted(self.doc(responses={200: {"headers": {"ETag": ETAG}}}))(view)
        self.alt_response(304, "NOT_MODIFIED")(view)
        view._apidoc[TAGGED] = True  # type: ignore[attr-defined]  # noqa: SLF001 (as below)
        return view


def link(operation: str, **how: Any) -> dict[str, Any]:  # noqa: ANN401
    """Say how an answer leads to another operation."""
    return {"operationId": operation, **how}


class _Notes(dict[str, Any]):
    """What is noted of one view alone, and so need not be copied to be added to."""

    def __deepcopy__(self, memo: object) -> "_Notes":
        return self


def _noted(decorator: Decorator[Any]) -> Decorator[Any]:
    """Take from a decorator of flask-smorest what it notes, not the function it wraps around.

    There is one for every status, and each would be called through with every request. Each also
    copies all that was noted before, schemas and all, which made a start a tenth slower.
    """

    def decorate(view: Any) -> Any:  # noqa: ANN401
        view._apidoc = _Notes(getattr(view, "_apidoc", {}))  # noqa: SLF001 (flask-smorest's own)
        view._apidoc = dict(decorator(view)._apidoc)  # noqa: SLF001
        return view

    return decorate


def _prepare_tags(doc: dict[str, Any], info: dict[str, Any], **_: object) -> dict[str, Any]:
    """Add the header to the parameters; said by `doc` it would take the place of all others."""
    if info.get(TAGGED):
        doc.setdefault("parameters", []).append(IF_NONE_MATCH)
    return doc
