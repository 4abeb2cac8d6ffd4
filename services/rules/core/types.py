"""The few types that every family and every caller of it shares, and tuples made fast."""

from typing import Final, TypeAlias, TypeVar

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
JsonObject: TypeAlias = "dict[str, Json]"

Viewer: TypeAlias = int | None
"""Who looks: the number of a seat, or None for a spectator."""

new: Final = tuple.__new__
"""Makes a NamedTuple out of its values in half the time that calling it takes."""

ItemT = TypeVar("ItemT")


def put(items: tuple[ItemT, ...], at: int, item: ItemT) -> tuple[ItemT, ...]:
    """Give the same items with another one at a place."""
    return items[:at] + (item,) + items[at + 1 :]  # noqa: RUF005 (this is faster)
