"""Setting a game up: all that chance decides is drawn here, and recorded."""

from collections.abc import Mapping
from typing import Final

from services.rules.core.chance import Chance
from services.rules.core.errors import DrawError
from services.rules.core.events import CardsDrawn, GameStarted
from services.rules.core.seats import PLAYING, wrong_number
from services.rules.core.types import new
from services.rules.families.get_on_board.edition import Edition
from services.rules.families.get_on_board.events import Event
from services.rules.families.get_on_board.sheet import Sheet
from services.rules.families.get_on_board.state import ROUNDS, Deal, Player, Round, Setup, State

ENGINE_VERSION: Final = 1

SHEETS: Final = "sheets"
COMMON: Final = "common_objectives"
PERSONAL: Final = "personal_objectives"
DEPARTURES: Final = "departure_tickets"
DECK: Final = "deck"
DRAWS: Final[Mapping[str, str]] = {
    SHEETS: "GOB-S2",
    COMMON: "GOB-S3",
    PERSONAL: "GOB-S4",
    DEPARTURES: "GOB-S5",
    DECK: "GOB-S6",
}
"""What is drawn, in this order, and by which rule."""

OBJECTIVES: Final = 2
HAND: Final = 2
"""Common objectives on the table, and tickets dealt to each seat."""
BLANK: Final = Sheet()
BEFORE_THE_FIRST: Final = Round()


def new_game(edition: Edition, seats: int, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """Set a game up; seat 0 is the first inspector (GOB-S7)."""
    if seats not in edition.players:
        raise wrong_number(edition.name, edition.players, seats, "GOB-S1")
    try:
        tops = chance.draw(SHEETS, range(1, len(edition.shapes)), seats)
        common = chance.draw(COMMON, tuple(edition.goals), OBJECTIVES)
        personal = chance.draw(PERSONAL, edition.personal, seats)
        hands = chance.draw(DEPARTURES, range(1, edition.departures + 1), HAND * seats)
        deck = chance.draw(DECK, range(1, ROUNDS + 1), ROUNDS)
    except DrawError as error:
        raise error.under(DRAWS) from error
    players = []
    for seat in range(seats):
        hand = hands[HAND * seat : HAND * seat + HAND]
        deal = new(Deal, (tops[seat], personal[seat], hand, None))
        players.append(new(Player, (deal, PLAYING, (), 0, 0, BLANK)))
    origin = edition.id, edition.version, ENGINE_VERSION
    setup = new(Setup, (*origin, common, deck))
    events = (
        new(GameStarted, (*origin, seats)),
        new(CardsDrawn, (SHEETS, tops)),
        new(CardsDrawn, (COMMON, common)),
        new(CardsDrawn, (PERSONAL, personal)),
        new(CardsDrawn, (DEPARTURES, hands)),
        new(CardsDrawn, (DECK, deck)),
    )
    state = new(State, (setup, BEFORE_THE_FIRST, tuple(range(seats)), tuple(players)))
    return state, events
