"""Moves in words: what is done, and what it would do."""

from collections.abc import Callable, Sequence
from typing import Final

from rich.text import Text

from clients.cli.api import Json
from clients.cli.rendering.network import station_words
from clients.cli.rendering.palette import plain_words
from clients.cli.rendering.streets import spot_words


def move_words(edition: Json, move: Json) -> str:
    """Say what a move does."""
    known = MOVES.get(move["type"])
    return known(edition, move) if known else plain_words(move["type"])


def effect_words(edition: Json, option: Json, names: Sequence[str]) -> str:
    """Say what would come of a move."""
    known = EFFECTS.get(option["move"]["type"])
    return known(edition, option["would"], names) if known else ""


def move_cells(edition: Json, option: Json, names: Sequence[str]) -> tuple[Text, Text]:
    """Write a move, and beside it what it would do."""
    style = "red" if option["would"].get("eliminating") else "dim"
    effect = effect_words(edition, option, names)
    return Text(move_words(edition, option["move"]), "bold"), Text(effect, style)


def mildest_first(options: Sequence[Json]) -> list[Json]:
    """Order moves for reading: what ends or costs something comes later, what gets more, sooner."""

    def order(option: Json) -> tuple[bool, int, int]:
        would = option["would"]
        costs = would.get("turn_spaces", 0) + would.get("spends", 0)
        gets = len(would.get("boxes", ())) + len(would.get("connects", ())) + would.get("gains", 0)
        return bool(would.get("eliminating")), costs, -gets

    return sorted(options, key=order)


def _departure(_: Json, move: Json) -> str:
    return f"depart with ticket {move['ticket']}"


def _route(_: Json, move: Json) -> str:
    metro = " with the metro" if move.get("metro") else ""
    return "→".join(move["path"]) + metro


def _track(edition: Json, move: Json) -> str:
    ends = f"{station_words(edition, move['from'])} → {station_words(edition, move['to'])}"
    reward = f", reward {plain_words(move['terminus'])}" if move.get("terminus") else ""
    return f"{move['line']}: {ends}{reward}" + (", score a set" if move.get("set") else "")


MOVES: Final[dict[str, Callable[[Json, Json], str]]] = {
    "choose_departure": _departure,
    "plot_route": _route,
    "take_branch": lambda _, __: "take a branch tile",
    "place_track": _track,
    "move_passenger": lambda _, move: f"way {move['outcome'] + 1} of the passenger",
}


def some(count: int, thing: str) -> str:
    """Write a number of things: `1 turn space`, `2 turn spaces`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def counted(things: Sequence[str]) -> str:
    """Write things with their numbers: `2 grannies, university`."""
    numbers = {thing: list(things).count(thing) for thing in things}
    return ", ".join(
        plain_words(thing) if count == 1 else f"{count} {plain_words(thing)}"
        for thing, count in numbers.items()
    )


def _departure_effect(edition: Json, would: Json, _: Sequence[str]) -> str:
    return f"from {spot_words(edition, would['intersection'])}"


def _route_effect(_: Json, would: Json, __: Sequence[str]) -> str:
    parts = [counted(would["boxes"]) or "no box"]
    parts += [some(would["turn_spaces"], "turn space")] if would["turn_spaces"] else []
    parts += [f"{would[each]} in {each}" for each in ("traffic", "connections") if would.get(each)]
    parts += [f"{would['lights']} by green lights"] if would["lights"] else []
    parts += [f"letter {', '.join(would['personal'])}"] if would["personal"] else []
    parts += ["the shape is a single marker now"] if would["fallback"] else []
    parts += ["MEETS YOUR OWN LINE: you are out"] if would["eliminating"] else []
    return "; ".join(parts)


def _track_effect(edition: Json, would: Json, _: Sequence[str]) -> str:
    parts = [f"{_tiles(would['spends'])} spent"] if would["spends"] else []
    parts += [f"{_tiles(would['gains'])} gained"] if would["gains"] else []
    parts += [
        f"connects {plain_words(each['kind'])} {station_words(edition, each['station'])}"
        for each in would["connects"]
    ]
    parts += [f"takes {counted(would['landmarks'])}"] if would["landmarks"] else []
    parts += [f"scores {some(would['sets'], 'set')}"] if would["sets"] else []
    return "; ".join(parts)


def _trip_effect(edition: Json, would: Json, names: Sequence[str]) -> str:
    used = ", ".join(f"{each['line']} ({names[each['seat']]})" for each in would["lines"])
    walked = f"; {would['spaces']} spaces on foot" if would["spaces"] else ""
    return f"to {station_words(edition, would['destination'])} by {used or 'no line'}{walked}"


def _tiles(count: int) -> str:
    return some(count, "branch tile")


EFFECTS: Final[dict[str, Callable[[Json, Json, Sequence[str]], str]]] = {
    "choose_departure": _departure_effect,
    "plot_route": _route_effect,
    "take_branch": lambda _, would, __: f"{_tiles(would['gains'])} gained",
    "place_track": _track_effect,
    "move_passenger": _trip_effect,
}
