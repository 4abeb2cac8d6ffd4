"""Named tuples as JSON documents, and back: what every family's events and states go through."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from services.rules.core.errors import StateError
from services.rules.core.types import JsonObject

EventT = TypeVar("EventT", bound=tuple[Any, ...])
Named = TypeVar("Named", bound=tuple[Any, ...])


class Origin(NamedTuple):
    """Which rules a game is played by; it keeps them to its end."""

    edition: str
    version: int
    engine: int

    def __str__(self) -> str:
        return f"{self.edition} version {self.version}, engine {self.engine}"


class Events(Generic[EventT]):
    """The events of a family, which are a closed set, under their names in the log."""

    def __init__(self, family: str, types: Mapping[str, type[EventT]]) -> None:
        self._family = family
        self._types = types
        self._names = {kind: name for name, kind in types.items()}

    def to_json(self, event: EventT) -> JsonObject:
        """Write an event down, whole."""
        return {"type": self._names[type(event)], **thaw(event)}

    def from_json(self, document: JsonObject) -> EventT:
        """Read an event of the log; anything else is a `StateError`."""
        fields = dict(document)
        kind = self._types.get(str(fields.pop("type", None)))
        try:
            if kind is not None:
                return named(kind, fields)
        except (KeyError, TypeError, ValueError, AttributeError):
            pass
        raise StateError(f"not an event of {self._family}: {document!r}")


def thaw(value: Any) -> Any:  # noqa: ANN401
    """Turn named tuples into objects and other tuples into lists, all the way down."""
    if isinstance(value, tuple):
        if hasattr(value, "_asdict"):
            return {name: thaw(item) for name, item in value._asdict().items()}
        return [thaw(item) for item in value]
    return value


def freeze(value: Any) -> Any:  # noqa: ANN401
    """Turn lists into tuples, all the way down."""
    return tuple(freeze(item) for item in value) if isinstance(value, list) else value


def named(kind: type[Named], values: Mapping[str, Any]) -> Named:
    """Read a named tuple back from its fields: all of them, and no other."""
    hints = _hints(kind)
    if values.keys() != hints.keys():
        raise ValueError(sorted(values.keys() ^ hints.keys()))
    return kind(**{name: _read(hint, values[name]) for name, hint in hints.items()})


def check_origin(found: Origin, wanted: Origin) -> None:
    """Refuse a state of another edition, version or engine: a running game keeps its own."""
    if found != wanted:
        raise StateError(f"a state of {found}, not of {wanted}")


def _read(hint: Any, value: Any) -> Any:  # noqa: ANN401
    """Read a value by the type it should have, as far as named tuples are in it."""
    if hasattr(hint, "_fields"):
        return named(hint, value)
    if get_origin(hint) is tuple:
        return tuple(_read(get_args(hint)[0], item) for item in value)
    return freeze(value)


@cache
def _hints(kind: type[Any]) -> dict[str, Any]:
    return get_type_hints(kind)
