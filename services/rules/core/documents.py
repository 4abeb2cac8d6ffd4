"""Named tuples as JSON documents, and back: what every family's events and states go through."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from types import NoneType
from typing import (
    Any,
    Final,
    Generic,
    NamedTuple,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from services.rules.core.errors import StateError
from services.rules.core.types import JsonObject

EventT = TypeVar("EventT", bound=tuple[Any, ...])
Named = TypeVar("Named", bound=tuple[Any, ...])
Reader: TypeAlias = Callable[[Any], Any]
Writer: TypeAlias = Callable[[Any], Any]
PLAIN: Final = frozenset({int, str, bool, NoneType})
"""What JSON has as it is."""


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
        try:
            return named(self._types[str(fields.pop("type"))], fields)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise StateError(f"not an event of {self._family}: {document!r}") from error


def thaw(value: Any) -> Any:  # noqa: ANN401
    """Turn named tuples into objects and other tuples into lists, all the way down."""
    if not isinstance(value, tuple):
        return value
    if type(value) is tuple:
        return [thaw(item) for item in value]
    return {
        name: item if write is None else write(item)
        for (name, write), item in zip(_writers(type(value)), value, strict=True)
    }


def freeze(value: Any) -> Any:  # noqa: ANN401
    """Turn lists into tuples, all the way down."""
    return tuple(freeze(item) for item in value) if isinstance(value, list) else value


def named(kind: type[Named], values: Mapping[str, Any]) -> Named:
    """Read a named tuple back from its fields: all of them, and no other."""
    readers = _readers(kind)
    if values.keys() != readers.keys():
        raise ValueError(sorted(values.keys() ^ readers.keys()))
    return kind(*[read(values[name]) for name, read in readers.items()])


def check_origin(found: Origin, wanted: Origin) -> None:
    """Refuse a state of another edition, version or engine: a running game keeps its own."""
    if found != wanted:
        raise StateError(f"a state of {found}, not of {wanted}")


@cache
def _writers(kind: type[Any]) -> list[tuple[str, Writer | None]]:
    """Find out once how the fields of a named tuple are written; None: as they are."""
    return [(name, _writer(hint)) for name, hint in get_type_hints(kind).items()]


def _writer(hint: Any) -> Writer | None:  # noqa: ANN401
    """Give what writes a value of a type: plain values need nothing, nor do those in a list."""
    parts = [part for part in get_args(hint) or [hint] if part is not Ellipsis]
    if not all(part in PLAIN for part in parts):
        return thaw
    return list if get_origin(hint) is tuple else None


@cache
def _readers(kind: type[Any]) -> dict[str, Reader]:
    """Find out once how the fields of a named tuple are read."""
    return {name: _reader(hint) for name, hint in get_type_hints(kind).items()}


def _reader(hint: Any) -> Reader:  # noqa: ANN401
    """Give what reads a value of a type: named tuples and lists are known, the rest is taken."""
    if hasattr(hint, "_fields"):
        return partial(named, hint)
    if get_origin(hint) is tuple:
        return partial(_list_of, _reader(get_args(hint)[0]))
    return freeze


def _list_of(read: Reader, values: list[Any]) -> tuple[Any, ...]:
    if not isinstance(values, list):
        raise TypeError(values)
    return tuple(map(read, values))
