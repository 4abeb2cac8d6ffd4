"""What a person may see: the own seat's secrets, and of everybody what lies open."""

from typing import cast

from services.rules.core.events import CardsDrawn
from services.rules.core.seats import FINISHED, PLAYING
from services.rules.core.types import Json, JsonObject, Viewer
from services.rules.families.get_on_board.documents import event_to_json
from services.rules.families.get_on_board.edition import Edition
from services.rules.families.get_on_board.events import DepartureChosen, Event, RoutePlotted
from services.rules.families.get_on_board.facts import sheet_to_json
from services.rules.families.get_on_board.setup import DECK, DEPARTURES, HAND, PERSONAL
from services.rules.families.get_on_board.state import BLUE, PLOTTING, ROUNDS, YELLOW, Player, State


def view(edition: Edition, state: State, viewer: Viewer) -> JsonObject:
    """Show the table as a seat sees it, or a spectator."""
    setup, now = state.setup, state.round
    return {
        "edition": setup.edition,
        "version": setup.version,
        "engine": setup.engine,
        "seat": viewer,
        "phase": now.phase,
        "round": now.number,
        "rounds": ROUNDS,
        "ticket": now.ticket or None,
        "tickets_revealed": list(setup.deck[: now.number]),
        "speedy": now.speedy,
        "inspector": now.inspector,
        "to_play": list(state.to_play),
        "common_objectives": [
            {
                "objective": name,
                "count": edition.goals[name][1],
                "side": BLUE if name in now.flipped else YELLOW,
            }
            for name in setup.common
        ],
        "seats": [_seat(edition, state, seat, viewer) for seat in range(len(state.players))],
    }


def _seat(edition: Edition, state: State, seat: int, viewer: Viewer) -> JsonObject:
    player = state.players[seat]
    names = [edition.board.intersections[number].name for number in player.line]
    own = seat == viewer
    sheet = sheet_to_json(edition, player.sheet)
    knows = own or state.round.phase == FINISHED or not edition.personal_hidden
    if not knows:
        sheet["personal"] = None  # its letters would give the secret objective away
    return {
        "seat": seat,
        "standing": player.standing,
        "sheet_top": player.deal.top,
        "shape": _shape(edition, state, player),
        "hand": list(player.deal.hand) if own else None,
        "chosen": player.deal.choice is not None,
        "departure": player.deal.choice if own or names else None,
        "line": cast("Json", names),
        "personal_objective": player.deal.personal if knows else None,
        "sheet": sheet,
    }


def _shape(edition: Edition, state: State, player: Player) -> str | None:
    """Say what the ticket asks of a player this round."""
    if state.round.phase != PLOTTING or player.standing != PLAYING:
        return None
    return edition.shapes[player.deal.top][state.round.ticket].name


def event_view(edition: Edition, event: Event, viewer: Viewer) -> JsonObject:
    """Show of an event what this person may see; what they may not is null."""
    document = event_to_json(event)
    if isinstance(event, CardsDrawn):
        document["cards"] = _cards_seen(edition, event, viewer)
    elif isinstance(event, DepartureChosen) and event.seat != viewer:
        document["ticket"] = None
    elif isinstance(event, RoutePlotted) and edition.personal_hidden and event.seat != viewer:
        document["personal"] = None
    return document


def _cards_seen(edition: Edition, event: CardsDrawn, viewer: Viewer) -> list[Json]:
    cards: list[Json] = list(event.cards)
    if event.what == DECK:
        return [None for _ in cards]
    if event.what == DEPARTURES:
        return [card if at // HAND == viewer else None for at, card in enumerate(cards)]
    if event.what == PERSONAL and edition.personal_hidden:
        return [card if at == viewer else None for at, card in enumerate(cards)]
    return cards
