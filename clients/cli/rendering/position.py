"""What lies on a board: taken from a view, or told again event by event."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from clients.cli.api import Json


@dataclass(frozen=True)
class Position:
    """Lines on streets, tokens on a network, and who stands where."""

    routes: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """By seat: the intersections of its line, in order."""
    tokens: tuple[tuple[str, str, str], ...] = ()
    """Line and the two stations of every token."""
    passenger: str | None = None
    destinations: tuple[str, ...] = ()
    speedy: str | None = None


def position_of_view(table: Json) -> Position:
    """Take the position from what a seat or a spectator sees."""
    seats = table["seats"]
    tokens = [
        (line["line"], *track)
        for seat in seats
        for line in seat.get("lines", [])
        for track in line["track"]
    ]
    return Position(
        routes={seat["seat"]: tuple(seat.get("line", ())) for seat in seats},
        tokens=tuple(tokens),
        passenger=table.get("passenger"),
        destinations=tuple(table.get("destinations", ())),
        speedy=table.get("speedy"),
    )


def position_of_events(edition: Json, events: Iterable[Json]) -> Position:
    """Put the position together from what has happened."""
    position = Position(passenger=edition.get("passenger_start"))
    for event in events:
        position = _after(edition, position, event)
    return position


def _after(edition: Json, position: Position, event: Json) -> Position:
    change = CHANGES.get(event["type"])
    return replace(position, **change(edition, position, event)) if change else position


def _plotted(_: Json, position: Position, event: Json) -> Json:
    line = (*position.routes.get(event["seat"], ()), *event["path"])
    joined = tuple(at for number, at in enumerate(line) if number == 0 or line[number - 1] != at)
    return {"routes": {**position.routes, event["seat"]: joined}}


def _placed(_: Json, position: Position, event: Json) -> Json:
    token = (event["line"], event["from_station"], event["to_station"])
    return {"tokens": (*position.tokens, token)}


def _moved(_: Json, position: Position, event: Json) -> Json:
    left = tuple(each for each in position.destinations if each != event["destination"])
    return {"passenger": event["destination"], "destinations": left}


def _departures(edition: Json, _: Position, event: Json) -> Json:
    spots = {spot["departure"]: spot["name"] for spot in edition["intersections"]}
    tickets = enumerate(event["tickets"])
    return {"routes": {seat: (spots[ticket],) for seat, ticket in tickets if ticket in spots}}


def _opened(_: Json, position: Position, event: Json) -> Json:
    return {"destinations": tuple(dict.fromkeys((*position.destinations, *event["stations"])))}


CHANGES: Final[dict[str, Callable[[Json, Position, Json], Json]]] = {
    "departures_revealed": _departures,
    "ticket_revealed": lambda _, __, event: {"speedy": event.get("speedy")},
    "route_plotted": _plotted,
    "track_placed": _placed,
    "destinations_opened": _opened,
    "passenger_moved": _moved,
}
"""What an event changes on the board."""
