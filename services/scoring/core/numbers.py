"""What a points table says about a zone, whatever the family: the shape that its numbers have."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self

from services.scoring.core.document import Node


class Numbers(ABC):
    """What a points table says about one zone."""

    @classmethod
    @abstractmethod
    def read(cls, node: Node) -> Self:
        """Read the zone's entry of a points table, its `term` included."""

    @abstractmethod
    def capacities(self, zone: str) -> dict[str, int]:
        """Return how much there can be of what the zone counts, by sheet key."""

    def sheet_keys(self, zone: str) -> tuple[str, ...]:
        """Return the keys of the sheet document that are this zone's own."""
        return (zone,)

    def inner_keys(self) -> dict[str, tuple[str, ...]]:
        """Return the keys this zone has inside the objects that zones share, by object."""
        return {}


def added_up(values: tuple[int, ...], number: int) -> int:
    """Add up the values of the first so many things, where each has a value of its own."""
    return sum(values[:number])
