"""What a person may see: the own seat's secrets, and of everybody what lies open."""

from services.rules.core.bits import members
from services.rules.core.events import CardsDrawn
from services.rules.core.seats import FINISHED
from services.rules.core.types import Json, JsonObject, Viewer
from services.rules.families.on_the_underground.check import SECRETS as DEALT
from services.rules.families.on_the_underground.documents import event_to_json
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.events import Event
from services.rules.families.on_the_underground.facts import sheet_to_json
from services.rules.families.on_the_underground.landmarks import lying
from services.rules.families.on_the_underground.setup import DECK, SECRETS
from services.rules.families.on_the_underground.state import State


def view(edition: Edition, state: State, viewer: Viewer) -> JsonObject:
    """Show the table as a seat sees it, or a spectator."""
    setup, turn, stations = state.setup, state.turn, edition.network.stations
    return {
        "edition": setup.edition,
        "version": setup.version,
        "engine": setup.engine,
        "seat": viewer,
        "phase": turn.phase,
        "turn": turn.number,
        "actions": turn.actions,
        "visits": turn.visits,
        "to_play": list(state.to_play),
        "passenger": stations[state.passenger].id,
        "destinations": [stations[number].id for number in state.open],
        "deck": len(setup.deck) - state.drawn,
        "landmarks": _landmarks(edition, state),
        "seats": [_seat(edition, state, seat, viewer) for seat in range(len(state.players))],
    }


def event_view(edition: Edition, event: Event, viewer: Viewer) -> JsonObject:  # noqa: ARG001
    """Show of an event what this person may see; what they may not is null."""
    document = event_to_json(event)
    if isinstance(event, CardsDrawn):
        document["cards"] = _cards_seen(event, viewer)
    return document


def _cards_seen(event: CardsDrawn, viewer: Viewer) -> list[Json]:
    cards: list[Json] = list(event.cards)
    if event.what == DECK:
        return [None for _ in cards]
    if event.what == SECRETS:
        return [card if at // DEALT == viewer else None for at, card in enumerate(cards)]
    return cards


def _landmarks(edition: Edition, state: State) -> JsonObject:
    """Show the landmark tiles that still lie on the board, by station."""
    stations = lying(edition, state)
    return {
        edition.network.stations[station].id: state.setup.landmarks[place]
        for station, place in edition.landmark_places.items()
        if stations >> station & 1
    }


def _seat(edition: Edition, state: State, seat: int, viewer: Viewer) -> JsonObject:
    knows = seat == viewer or state.turn.phase == FINISHED
    sheet = sheet_to_json(edition, state, seat)
    lines: list[Json] = [_line(edition, state, at) for at in state.own(seat)]
    if edition.secrets and not knows:
        _hide_secrets(sheet)
    secrets: Json = list(state.setup.secrets[seat]) if knows else None
    return {
        "seat": seat,
        "standing": state.players[seat].standing,
        "lines": lines,
        "secret_objectives": secrets if edition.secrets else [],
        "sheet": sheet,
    }


def _line(edition: Edition, state: State, at: int) -> JsonObject:
    """Show a line on the board: its tokens and where it ends."""
    network, line, colour = edition.network, state.lines[at], state.setup.colours[at]
    placed = [network.connections[number].stations for number in members(line.track)]
    return {
        "line": colour,
        "tokens": edition.tokens[colour] - line.track.bit_count(),
        "track": [list(stations) for stations in placed],
        "ends": [network.stations[number].id for number in members(line.ends)],
    }


def _hide_secrets(sheet: JsonObject) -> None:
    """Take out of a ledger which secret objectives are connected."""
    lines = sheet["lines"]
    if isinstance(lines, dict):
        for ledger in lines.values():
            if isinstance(ledger, dict):
                ledger["secrets"] = None
