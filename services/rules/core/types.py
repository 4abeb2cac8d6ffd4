"""The few types that every family and every caller of it shares."""

from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
JsonObject: TypeAlias = "dict[str, Json]"

Viewer: TypeAlias = int | None
"""Who looks: the number of a seat, or None for a spectator."""
