"""The documents that differ between moves, events and families, each union as one field."""

from typing import Final, Unpack

from marshmallow import Schema

from services.plumbing.http.schemas.fields import OneOf, Options
from services.rules.api.schemas import (
    events,
    get_on_board_events,
    legal_moves,
    moves,
    on_the_underground_events,
)
from services.rules.api.schemas.get_on_board import GetOnBoardOutcome, GetOnBoardTable
from services.rules.api.schemas.get_on_board_edition import GetOnBoardEdition
from services.rules.api.schemas.on_the_underground import (
    OnTheUndergroundOutcome,
    OnTheUndergroundTable,
)
from services.rules.api.schemas.on_the_underground_edition import OnTheUndergroundEdition

MOVES: Final[tuple[Schema, ...]] = (
    moves.ChooseDeparture(),
    moves.PlotRoute(),
    moves.TakeBranch(),
    moves.PlaceTrack(),
    moves.MovePassenger(),
)
LEGAL_MOVES: Final[tuple[Schema, ...]] = (
    legal_moves.PossibleDeparture(),
    legal_moves.PossibleRoute(),
    legal_moves.PossibleBranch(),
    legal_moves.PossibleTrack(),
    legal_moves.PossibleTrip(),
)
EVENTS: Final[tuple[Schema, ...]] = (
    events.GameStarted(),
    events.CardsDrawn(),
    get_on_board_events.DepartureChosen(),
    get_on_board_events.DeparturesRevealed(),
    get_on_board_events.TicketRevealed(),
    get_on_board_events.RoutePlotted(),
    get_on_board_events.ObjectiveCompleted(),
    on_the_underground_events.DestinationsOpened(),
    on_the_underground_events.TurnBegan(),
    on_the_underground_events.BranchTaken(),
    on_the_underground_events.TrackPlaced(),
    on_the_underground_events.PassengerMoved(),
    on_the_underground_events.ActionsPassed(),
    events.PlayerResigned(),
    events.SeatHandedOver(),
    events.GameEnded(),
)


class MoveField(OneOf):
    """A move of any family."""

    def __init__(self, **options: Unpack[Options]) -> None:
        super().__init__("Move", *MOVES, by="type", **options)


class LegalMoveField(OneOf):
    """A legal move of any family, with what it would do."""

    def __init__(self, **options: Unpack[Options]) -> None:
        super().__init__("LegalMove", *LEGAL_MOVES, **options)


class EventField(OneOf):
    """An event of any family, as somebody sees it."""

    def __init__(self, **options: Unpack[Options]) -> None:
        super().__init__("Event", *EVENTS, by="type", **options)


class TableField(OneOf):
    """A table of any family, as somebody sees it."""

    def __init__(self, **options: Unpack[Options]) -> None:
        super().__init__("Table", GetOnBoardTable(), OnTheUndergroundTable(), **options)


class OutcomeField(OneOf):
    """What a game of any family comes to."""

    def __init__(self, **options: Unpack[Options]) -> None:
        super().__init__("Outcome", GetOnBoardOutcome(), OnTheUndergroundOutcome(), **options)


class EditionField(OneOf):
    """An edition of any family."""

    def __init__(self, **options: Unpack[Options]) -> None:
        cities = GetOnBoardEdition(), OnTheUndergroundEdition()
        super().__init__("Edition", *cities, by="family", **options)
