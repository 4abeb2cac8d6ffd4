"""What a family of games brings along: its scoring terms, and the form of its sheets.

Points tables, breakdowns and results are the same for all families. What differs is found here,
by the family that a table names.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from services.scoring.core.document import Node
from services.scoring.core.numbers import Numbers

PLAYING = "playing"
"""The standing of a seat that has a score."""


class Parts(Protocol):
    """An opened sheet; a family's own type says more than this."""

    @property
    def values(self) -> Mapping[str, Node]:
        """The values of the sheet by key."""


@dataclass(frozen=True)
class Keys:
    """Exactly the keys of a sheet document, and those of the objects in it that zones share."""

    sheet: tuple[str, ...]
    inner: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Form(ABC):
    """The form of an edition's sheets: how a document is opened before its zones are read."""

    keys: Keys
    TABLE_KEYS: ClassVar[tuple[str, ...]] = ()
    """The keys of a points table that describe the form, next to those of every table."""

    @classmethod
    @abstractmethod
    def read(cls, fields: Mapping[str, Node], keys: Keys) -> Self:
        """Read what a points table says about the form; `keys` follow from its zones."""

    @abstractmethod
    def open(self, node: Node) -> Parts:
        """Open a sheet document that must have exactly the keys of this form."""

    def capacities(self) -> dict[str, int]:
        """Return how much there can be of what belongs to no zone."""
        return {}


N = TypeVar("N", bound=Numbers)
P = TypeVar("P", bound=Parts)
M = TypeVar("M")


@dataclass(frozen=True)
class Term(Generic[N, P, M]):
    """A scoring term: its numbers, how its marks are read from a sheet, and their points."""

    numbers: type[N]
    marks: Callable[[N, str, P], M]
    points: Callable[[N, M], int]


Terms = Mapping[str, Term[Any, Any, Any]]


@dataclass(frozen=True)
class Family:
    """A family of games, as far as points are concerned."""

    name: str
    terms: Terms
    form: type[Form]
    out: tuple[str, ...]
    """The standings of a seat that is out: it has no score, and never wins."""
    tie_breaks: tuple[str, ...] = ()
    """The sheet keys whose numbers decide between equal points, the first of them first."""

    @property
    def standings(self) -> tuple[str, ...]:
        """Every standing a seat can have."""
        return (PLAYING, *self.out)
