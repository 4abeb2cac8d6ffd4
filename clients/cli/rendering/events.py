"""What has happened, in sentences."""

from collections.abc import Callable, Sequence
from typing import Final

from rich.text import Text

from clients.cli.api import Json
from clients.cli.rendering.moves import counted, some
from clients.cli.rendering.network import station_words
from clients.cli.rendering.palette import plain_words, seat_style

ENDINGS: Final = {
    "twelve_rounds": "after twelve rounds",
    "all_cards_drawn": "as all cards are drawn",
    "nobody_left": "as nobody is left",
}


def event_line(edition: Json, entry: Json, names: Sequence[str]) -> Text:
    """Tell an event of the log, with its number and who did it."""
    event = entry["event"]
    known = EVENTS.get(event["type"])
    sentence = known(edition, event) if known else plain_words(event["type"])
    line = Text(f"{entry['number']:>4}  ", "dim")
    if event.get("seat") is not None:
        line.append(f"{names[event['seat']]} ", seat_style(event["seat"]))
    line.append(sentence)
    if entry["by"] == "clock":
        line.append("  (time was up)", "dim")
    return line


def _started(_: Json, event: Json) -> str:
    return f"The game begins: {event['edition']}, {event['seats']} seats"


def _drawn(_: Json, event: Json) -> str:
    cards = [str(card) for card in event["cards"] if card is not None]
    shown = f": {', '.join(cards)}" if cards and len(cards) <= 12 else ", face down"
    return f"{plain_words(event['what']).capitalize()} drawn{shown}"


def _chosen(_: Json, event: Json) -> str:
    ticket = event["ticket"]
    return "has chosen a departure" + (f": ticket {ticket}" if ticket else "")


def _revealed(_: Json, event: Json) -> str:
    tickets = [str(ticket) if ticket else "none" for ticket in event["tickets"]]
    return f"Departures are shown: tickets {', '.join(tickets)}"


def _ticket(_: Json, event: Json) -> str:
    speedy = f", {event['speedy']} sections are speedy" if event.get("speedy") else ""
    return f"Round {event['round']}: ticket {event['ticket']}{speedy}"


def _plotted(_: Json, event: Json) -> str:
    parts = ["→".join(event["path"]), counted(event["boxes"]) or "no box"]
    parts += [some(event["turn_spaces"], "turn space")] if event["turn_spaces"] else []
    parts += ["meets its own line and is out"] if event["eliminated"] else []
    return f"drives {'; '.join(parts)}"


def _completed(_: Json, event: Json) -> str:
    return f"completes the objective {plain_words(event['objective'])} ({event['side']})"


def _opened(edition: Json, event: Json) -> str:
    stations = ", ".join(station_words(edition, each) for each in event["stations"])
    return f"Destinations: {stations}; {event['deck']} cards left"


def _turn(_: Json, event: Json) -> str:
    return f"begins turn {event['turn']} with {event['actions']} actions"


def _placed(edition: Json, event: Json) -> str:
    ends = [station_words(edition, event[each]) for each in ("from_station", "to_station")]
    parts = [f"builds {event['line']}: {' → '.join(ends)}"]
    parts += [f"{some(event['spent'], 'branch tile')} spent"] if event["spent"] else []
    parts += [f"{event['gained']} gained"] if event["gained"] else []
    parts += [
        f"connects {plain_words(each['kind'])} {station_words(edition, each['station'])}"
        for each in event["connected"]
    ]
    return "; ".join(parts)


def _moved(edition: Json, event: Json) -> str:
    by = ", ".join(event["lines"]) or "no line"
    return f"moves the passenger to {station_words(edition, event['destination'])} by {by}"


def _passed(_: Json, event: Json) -> str:
    return f"leaves actions; {some(event['branch_tiles'], 'branch tile')} gained"


def _ended(_: Json, event: Json) -> str:
    return f"The game is over, {ENDINGS.get(event['ending'], plain_words(event['ending']))}"


EVENTS: Final[dict[str, Callable[[Json, Json], str]]] = {
    "game_started": _started,
    "cards_drawn": _drawn,
    "departure_chosen": _chosen,
    "departures_revealed": _revealed,
    "ticket_revealed": _ticket,
    "route_plotted": _plotted,
    "objective_completed": _completed,
    "destinations_opened": _opened,
    "turn_began": _turn,
    "branch_taken": lambda _, __: "takes a branch tile",
    "track_placed": _placed,
    "passenger_moved": _moved,
    "actions_passed": _passed,
    "player_resigned": lambda _, __: "leaves the game",
    "seat_handed_over": lambda _, __: "leaves, and somebody else plays the seat on",
    "game_ended": _ended,
}
