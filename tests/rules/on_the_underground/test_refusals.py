"""Refusals: each names the first rule that a move breaks, and changes nothing."""

from itertools import product

import pytest

from services.rules.core.errors import IllegalMoveError, NotYourTurnError
from services.rules.core.seats import Resign
from services.rules.families.on_the_underground import apply, legal_moves, state_to_json
from services.rules.families.on_the_underground.moves import (
    Move,
    MovePassenger,
    PlaceTrack,
    TakeBranch,
)
from services.rules.families.on_the_underground.state import State
from tests.rules.on_the_underground.positions import (
    METRO_1,
    NEW_YORK,
    PARIS,
    edition_of,
    play,
    position,
    refusal,
)

OF_PARIS = position(
    PARIS,
    tracks={
        "orange": f"{METRO_1}, nation oberkampf",
        "red": "etienne-marcel reaumur-sebastopol opera",
        "yellow": "chatelet etienne-marcel",
        "blue": "arts-et-metiers reaumur-sebastopol",
    },
    tiles=1,
    hand={"museum": 1},
)
OF_NEW_YORK = position(
    NEW_YORK,
    tracks={
        "red": "wash-sq canal-st",
        "black": "brooklyn-bridge-city-hall water-york-st",
        "yellow": "canal-st christopher-st",
    },
    tiles=8,
    actions=1,
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("state", "move", "rule"),
    [
        (OF_PARIS, MovePassenger(0), "OTU-T1"),
        (OF_PARIS, PlaceTrack("white", "opera", "madeleine"), "OTU-S2"),
        (OF_PARIS, PlaceTrack("purple", "opera", "madeleine"), "OTU-S2"),
        (OF_PARIS, PlaceTrack("", "opera", "madeleine"), "OTU-S2"),
        (OF_PARIS, PlaceTrack("orange", "chatelet", "pyramides"), "OTU-P8"),
        (OF_PARIS, PlaceTrack("black", "opera", "bercy"), "OTU-P1"),
        (OF_PARIS, PlaceTrack("red", "opera", "bercy"), "OTU-P2"),
        (OF_PARIS, PlaceTrack("red", "opera", "reaumur-sebastopol"), "OTU-P4"),
        (OF_PARIS, PlaceTrack("red", "concorde", "madeleine"), "OTU-P2"),
        (OF_PARIS, PlaceTrack("black", "chatelet", "etienne-marcel"), "OTU-P1"),
        (OF_PARIS, PlaceTrack("red", "strasbourg-saint-denis", "reaumur-sebastopol"), "OTU-P3"),
        (OF_PARIS, PlaceTrack("red", "chatelet", "etienne-marcel"), "OTU-P5"),
        (OF_PARIS, PlaceTrack("red", "arts-et-metiers", "reaumur-sebastopol"), "OTU-P5"),
        (OF_PARIS, PlaceTrack("black", "gallieni", "gambetta"), "OTU-B6"),
        (OF_PARIS, PlaceTrack("black", "opera", "madeleine", "mixed"), "OTU-B6"),
        (OF_PARIS, PlaceTrack("black", "opera", "madeleine", set=True), "OTU-X4"),
        (OF_PARIS, PlaceTrack("black", "montparnasse", "plaisance", set=True), "OTU-B8"),
        (OF_NEW_YORK, TakeBranch(), "OTU-P7"),
        (OF_NEW_YORK, PlaceTrack("red", "canal-st", "chambers-st-wtc"), "OTU-P7"),
        (OF_NEW_YORK, PlaceTrack("orange", "york-st", "water-york-st"), "OTU-P7"),
        (OF_NEW_YORK, PlaceTrack("red", "canal-st", "christopher-st"), "OTU-P5"),
        (OF_NEW_YORK, PlaceTrack("orange", "canal-st", "christopher-st"), "OTU-P1"),
        (OF_NEW_YORK, PlaceTrack("gray", "coney-island", "kings-highway", "both"), "OTU-B6"),
    ],
)
def test_a_refusal_names_the_rule_and_changes_nothing(state: State, move: Move, rule: str) -> None:
    edition = edition_of(state)
    before = repr(state), state_to_json(edition, state)
    assert refusal(state, move) == rule
    assert (repr(state), state_to_json(edition, state)) == before
    assert move not in [option.move for option in legal_moves(edition, state, 0)]


@pytest.mark.slow
@pytest.mark.parametrize("actions", [1, 2, 3, 4])
@pytest.mark.parametrize("tiles", [0, 2, 4])
@pytest.mark.parametrize("state", [OF_PARIS, OF_NEW_YORK], ids=["paris", "new-york"])
def test_every_placement_is_either_legal_or_refused(state: State, tiles: int, actions: int) -> None:
    """Try every line of the seat on every connection, with every choice there could be."""
    edition = edition_of(state)
    player = state.players[0]._replace(branch_tiles=tiles)
    turn = state.turn._replace(actions=actions)
    state = state._replace(turn=turn, players=(player, state.players[1]))
    legal = {option.move for option in legal_moves(edition, state, 0)} - {TakeBranch()}
    lines = [state.setup.colours[at] for at in state.own(0)]
    accepted, broken = set(), []
    for line, connection in product(lines, edition.network.connections):
        for reward, replacing in product((None, *edition.rewards), (False, True)):
            move = PlaceTrack(line, *connection.stations, reward, replacing)
            try:
                play(state, move)
            except IllegalMoveError as error:
                broken.append(error.rule)
            else:
                accepted.add(move)
    assert accepted == legal != set()
    assert None not in broken


@pytest.mark.rule("OTU-X6")
@pytest.mark.parametrize("seat", [1, 3, -1])
def test_only_who_is_in_the_game_can_leave_it(seat: int) -> None:
    state = position(PARIS, 3, resigned=(1,))
    with pytest.raises(NotYourTurnError) as refused:
        apply(PARIS, state, seat, Resign())
    assert refused.value.rule == "OTU-X6"
