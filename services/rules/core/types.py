"""The few types that every family and every caller of it shares, and how to make one fast."""

from typing import Final, TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
JsonObject: TypeAlias = "dict[str, Json]"

Viewer: TypeAlias = int | None
"""Who looks: the number of a seat, or None for a spectator."""

new: Final = tuple.__new__
"""Makes a NamedTuple out of its values in half the time that calling it takes."""
