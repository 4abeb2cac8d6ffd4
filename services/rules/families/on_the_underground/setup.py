"""Setting a game up: all that chance decides is drawn here, and recorded."""

from collections.abc import Mapping
from typing import Final

from services.rules.core.chance import Chance
from services.rules.core.errors import DrawError
from services.rules.core.events import CardsDrawn, GameStarted
from services.rules.core.seats import PLAYING, wrong_number
from services.rules.families.on_the_underground.check import SECRETS as DEALT
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.events import DestinationsOpened, Event
from services.rules.families.on_the_underground.state import (
    BUILDING,
    OPEN_CARDS,
    Line,
    Player,
    Setup,
    State,
    Turn,
)
from services.rules.families.on_the_underground.turns import begin_turn

ENGINE_VERSION: Final = 1

TILES: Final = "score_tiles"
DECK: Final = "deck"
LANDMARKS: Final = "landmarks"
SECRETS: Final = "secret_objectives"
DRAWS: Final[Mapping[str, str]] = {
    TILES: "OTU-S2",
    DECK: "OTU-S4",
    LANDMARKS: "OTU-S5",
    SECRETS: "OTU-S6",
}
"""What is drawn, in this order, and by which rule; the last two where the city has them."""


def new_game(edition: Edition, seats: int, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """Set a game up; seat 0 begins."""
    if seats not in edition.players:
        raise wrong_number(edition.name, edition.players, seats, "OTU-S1")
    try:
        drawn = _draw(edition, seats, chance)
    except DrawError as error:
        raise error.under(DRAWS) from error
    setup = _setup(edition, seats, drawn)
    opened = setup.deck[:OPEN_CARDS]
    state = State(
        setup=setup,
        turn=Turn(BUILDING, 0, 0, 0),
        to_play=(),
        passenger=edition.start,
        open=tuple(edition.network.numbers[card] for card in opened),
        drawn=OPEN_CARDS,
        tracked=0,
        closed=0,
        lines=(Line(0, 0, 0, (0,) * len(edition.rewards), 0, 0),) * len(setup.colours),
        players=(Player(PLAYING, 0, (0,) * len(edition.landmark_types), 0),) * seats,
    )
    state, began = begin_turn(edition, state, 1)
    return state, (
        GameStarted(edition.id, edition.version, ENGINE_VERSION, seats),
        *(CardsDrawn(what, cards) for what, cards in drawn.items()),
        DestinationsOpened(opened, len(setup.deck) - OPEN_CARDS),
        began,
    )


def _draw(edition: Edition, seats: int, chance: Chance) -> dict[str, tuple[str, ...]]:
    """Draw everything that this city has."""
    tiles, places = edition.score_tiles[seats], len(edition.landmark_places)
    drawn = {
        TILES: chance.draw(TILES, tiles, seats),
        DECK: chance.draw(DECK, edition.cards, len(edition.cards)),
    }
    if places:
        drawn[LANDMARKS] = chance.draw(LANDMARKS, edition.landmark_tiles, places)
    if edition.secrets:
        drawn[SECRETS] = chance.draw(SECRETS, tuple(edition.secrets), DEALT * seats)
    return drawn


def _setup(edition: Edition, seats: int, drawn: Mapping[str, tuple[str, ...]]) -> Setup:
    secrets = drawn.get(SECRETS, ())
    return Setup(
        edition=edition.id,
        version=edition.version,
        engine=ENGINE_VERSION,
        colours=tuple(colour for tile in drawn[TILES] for colour in tile.split()),
        deck=drawn[DECK],
        landmarks=drawn.get(LANDMARKS, ()),
        secrets=tuple(secrets[DEALT * seat : DEALT * seat + DEALT] for seat in range(seats)),
    )
