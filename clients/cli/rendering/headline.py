"""How a game stands, in a line or two."""

from collections.abc import Sequence

from rich.text import Text

from clients.cli.api import Json
from clients.cli.rendering.network import station_words
from clients.cli.rendering.palette import plain_words, seat_style

JOINTS = {
    "straight": "straight",
    "turned": "with a turn at every joint",
    "either": "straight or turned",
}


def headline(edition: Json, view: Json, names: Sequence[str]) -> list[Text]:
    """Say where the game is, and whose turn it is, one fact after the other."""
    table = view["table"]
    facts = _streets(edition, table) if "round" in table else _network(edition, table)
    parts = [Text(edition["name"], "bold"), *(Text(fact) for fact in facts)]
    if view["finished"]:
        return [*parts, Text("finished", "bold")]
    parts += [Text.assemble("▶ ", (names[seat], seat_style(seat))) for seat in view["to_play"]]
    if view["deadline"]:
        parts.append(Text(f"until {view['deadline'][11:19]} UTC", "dim"))
    return parts


def shape_words(edition: Json, name: str) -> str:
    """Describe a shape: how many markers, and how they lie."""
    shape = next((each for each in edition["shapes"] if each["shape"] == name), None)
    if shape is None:
        return name
    markers = f"{shape['markers']} marker{'s' if shape['markers'] > 1 else ''}"
    return (
        markers
        if shape["markers"] == 1
        else f"{markers} {JOINTS.get(shape['joints'], shape['joints'])}"
    )


def _streets(edition: Json, table: Json) -> list[str]:
    facts = [f"round {table['round']} of {table['rounds']}"] if table["round"] else ["departures"]
    facts += [f"ticket {table['ticket']}"] if table["ticket"] else []
    facts += [f"speedy: {table['speedy']}"] if table["speedy"] else []
    facts += [
        f"{each['count']} {plain_words(each['objective'])} ({each['side']})"
        for each in table["common_objectives"]
    ]
    if table["seat"] is not None and table["seats"][table["seat"]]["shape"]:
        shape = table["seats"][table["seat"]]["shape"]
        facts.append(f"your shape {shape}: {shape_words(edition, shape)}")
    return facts


def _network(edition: Json, table: Json) -> list[str]:
    facts = [f"turn {table['turn']}, {table['actions']} actions left"]
    facts.append(f"passenger at {station_words(edition, table['passenger'])}")
    open_ones = " and ".join(station_words(edition, each) for each in table["destinations"])
    return [*facts, f"to {open_ones}", f"{table['deck']} cards"]
