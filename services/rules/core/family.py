"""The five verbs that every family of games offers, and the JSON forms of what they speak of.

A family is a module; mypy checks that it fits. Everything else (API, workers, bots, tests) uses
only this.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from services.rules.core.chance import Chance
from services.rules.core.types import Json, JsonObject, Viewer

EditionT = TypeVar("EditionT", bound="Edition")
StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
EventT = TypeVar("EventT")


class Edition(Protocol):
    """One city: a board, its decks and its sheet."""

    @property
    def id(self) -> str:
        """The edition's id, as in every address."""

    @property
    def version(self) -> int:
        """The version of the edition's content; a running game keeps its own."""

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players it is for."""


class LegalMove(Protocol):
    """A move that may be made now, and what it would do."""

    @property
    def move(self) -> Any:  # noqa: ANN401 (each family has its own moves)
        """The move, as `apply` takes it."""

    def to_json(self) -> JsonObject:
        """Give the move and its consequences as JSON."""


class LegalMoves(Protocol):
    """Every move that may be made now."""

    @property
    def moves(self) -> Sequence[Any]:
        """The moves alone, for those who only choose."""

    def __len__(self) -> int: ...

    def __getitem__(self, at: int, /) -> LegalMove: ...

    def __iter__(self) -> Iterator[LegalMove]: ...


class Family(Protocol[EditionT, StateT, MoveT, EventT]):
    """A family of games."""

    ENGINE_VERSION: int

    def new_game(
        self, edition: EditionT, seats: int, chance: Chance
    ) -> tuple[StateT, tuple[EventT, ...]]:
        """Set a game up; every draw is among the events."""

    def legal_moves(self, edition: EditionT, state: StateT, seat: int) -> LegalMoves:
        """List every move the seat may make now, each with what it would do."""

    def apply(
        self, edition: EditionT, state: StateT, seat: int, move: MoveT
    ) -> tuple[StateT, tuple[EventT, ...]]:
        """Make a move: the state after it and what happened. The argument is left alone."""

    def view(self, edition: EditionT, state: StateT, viewer: Viewer) -> JsonObject:
        """Show what this seat, or a spectator, may see."""

    def outcome(self, edition: EditionT, state: StateT) -> JsonObject:
        """Give the sheets as facts, for scoring."""

    def load_edition(self, content: Mapping[str, Json]) -> EditionT:
        """Read and check an edition's content."""

    def edition_to_json(self, edition: EditionT) -> JsonObject:
        """Describe the whole edition."""

    def to_play(self, state: StateT) -> tuple[int, ...]:
        """Name the seats that may move now."""

    def turn(self, state: StateT) -> int:
        """Tell the turns apart: as long as the number is the same, nobody gets new time."""

    def idle_move(self, edition: EditionT, state: StateT, seat: int) -> MoveT:
        """Choose for a seat that may move now and whose time is up: what does the least harm."""

    def state_to_json(self, edition: EditionT, state: StateT) -> JsonObject:
        """Write a state down."""

    def state_from_json(self, edition: EditionT, document: JsonObject) -> StateT:
        """Read a state back."""

    def move_to_json(self, move: MoveT) -> JsonObject:
        """Write a move down."""

    def move_from_json(self, document: Json) -> MoveT:
        """Read a move; anything else is a `MalformedMoveError`."""

    def event_to_json(self, event: EventT) -> JsonObject:
        """Write an event down, whole, for the log."""

    def event_from_json(self, document: JsonObject) -> EventT:
        """Read an event of the log."""

    def event_view(self, edition: EditionT, event: EventT, viewer: Viewer) -> JsonObject:
        """Show of an event what this person may see."""

    def draws(self, log: Sequence[EventT]) -> Mapping[str, Sequence[int] | Sequence[str]]:
        """Find the draws of a game in its log, for `Recorded`."""

    def move_of(self, event: EventT) -> tuple[int, MoveT] | None:
        """Name the seat and the move that an event records, if it records one."""


AnyFamily: TypeAlias = Family[Any, Any, Any, Any]
