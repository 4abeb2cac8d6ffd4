"""The end of a game: OTU-E1 to OTU-E3, and OTU-X6 where nobody is left."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from services.rules.core.errors import GameOverError
from services.rules.core.events import PlayerResigned
from services.rules.core.seats import FINISHED, Resign
from services.rules.families.on_the_underground import apply, legal_moves, outcome
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.events import (
    ALL_CARDS_DRAWN,
    NOBODY_LEFT,
    DestinationsOpened,
    Event,
    GameEnded,
    TurnBegan,
)
from services.rules.families.on_the_underground.moves import (
    Move,
    MovePassenger,
    PlaceTrack,
    TakeBranch,
)
from services.rules.families.on_the_underground.state import BUILDING, State
from tests.rules.games import careful_games
from tests.rules.on_the_underground.positions import (
    NEW_YORK,
    PARIS,
    edition_of,
    moved,
    play,
    position,
)

both = pytest.mark.parametrize("edition", [NEW_YORK, PARIS], ids=lambda edition: edition.id)
every_number = pytest.mark.parametrize("seats", [2, 3, 4, 5])


def pass_turn(state: State) -> tuple[State, list[Event]]:
    """Play a turn in which only branch tiles are taken, to its end."""
    happened: list[Event] = []
    number = state.turn.number
    while state.to_play and state.turn.number == number:
        move = TakeBranch() if state.turn.phase == BUILDING else MovePassenger(0)
        state, events = play(state, move)
        happened.extend(events)
    return state, happened


def late(
    edition: Edition, seats: int, seat: int, opened: Sequence[str], coming: Sequence[str] = ()
) -> State:
    """Build a position late in a game, in which few cards are left."""
    return position(
        edition, seats, seat=seat, turn=6 * seats + seat + 1, open=opened, coming=coming
    )


@pytest.mark.slow
@pytest.mark.rule("OTU-E1")
@both
@pytest.mark.parametrize(("seats", "seat"), [(n, seat) for n in (2, 3, 4, 5) for seat in range(n)])
def test_the_round_in_which_the_last_card_is_drawn_is_played_to_its_end(
    edition: Edition, seats: int, seat: int
) -> None:
    coming = edition.cards[4 : 4 + edition.visits]
    state = late(edition, seats, seat, edition.cards[:4], coming)
    state, events = pass_turn(state)
    assert DestinationsOpened(coming, 0) in events
    for other in range(seat + 1, seats):
        assert state.to_play == (other,)
        assert (state.turn.phase, state.turn.actions) == (BUILDING, 4)
        state, events = pass_turn(state)
    assert (state.turn.phase, state.to_play) == (FINISHED, ())
    assert events[-1] == GameEnded(ALL_CARDS_DRAWN, state.setup.secrets)


@pytest.mark.rule("OTU-E1")
@both
@every_number
def test_nothing_ends_while_a_card_is_left(edition: Edition, seats: int) -> None:
    coming = edition.cards[4 : 5 + edition.visits]
    state, events = pass_turn(late(edition, seats, seats - 1, edition.cards[:4], coming))
    assert DestinationsOpened(coming[:-1], 1) in events
    assert events[-1] == TurnBegan(7 * seats + 1, 0, 4)
    assert state.to_play == (0,)


@pytest.mark.slow
@pytest.mark.rule("OTU-E1")
@pytest.mark.parametrize("name", ["otu-new-york", "otu-paris"])
@every_number
def test_in_a_whole_game_everybody_has_equally_many_turns(name: str, seats: int) -> None:
    for game in careful_games(name, seats):
        turns = Counter(event.seat for event in game.log if isinstance(event, TurnBegan))
        assert len(turns) == seats
        assert len(set(turns.values())) == 1
        assert game.last.drawn == len(game.edition.cards)  # type: ignore[attr-defined]


@pytest.mark.rule("OTU-E1")
@pytest.mark.parametrize(
    "move", [TakeBranch(), PlaceTrack("red", "opera", "madeleine"), MovePassenger(0), Resign()]
)
def test_after_the_end_nobody_moves(move: Move) -> None:
    state, _ = pass_turn(late(PARIS, 2, 1, ()))
    for seat in (0, 1):
        assert list(legal_moves(PARIS, state, seat)) == []
        with pytest.raises(GameOverError) as refused:
            apply(PARIS, state, seat, move)
        assert refused.value.rule == "OTU-E1"


@pytest.mark.rule("OTU-E1")
def test_the_outcome_says_whether_the_game_is_over() -> None:
    state = late(PARIS, 2, 1, ())
    assert outcome(PARIS, state)["finished"] is False
    state, _ = pass_turn(state)
    assert outcome(PARIS, state)["finished"] is True
    assert (state.turn.actions, state.turn.visits) == (0, 0)


@pytest.mark.rule("OTU-X6", "OTU-E1")
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_when_nobody_is_left_the_game_ends_at_once(order: tuple[int, ...]) -> None:
    state = position(PARIS, 3, open=("belleville",), actions=2)
    for seat in order[:-1]:
        state, events = apply(PARIS, state, seat, Resign())
        assert state.to_play
    state, events = apply(PARIS, state, order[-1], Resign())
    assert events == (PlayerResigned(order[-1]), GameEnded(NOBODY_LEFT, state.setup.secrets))
    assert (state.turn.phase, state.to_play) == (FINISHED, ())


@pytest.mark.rule("OTU-E2")
@both
def test_open_cards_become_fewer_when_none_is_left_to_draw(edition: Edition) -> None:
    state = late(edition, 5, 0, edition.cards[:4])
    counts = []
    for _ in range(4):
        state, events = pass_turn(state)
        assert not any(isinstance(event, DestinationsOpened) for event in events)
        counts.append(len(state.open))
    assert counts == ([2, 0, 0, 0] if edition is NEW_YORK else [3, 2, 1, 0])


@pytest.mark.rule("OTU-E2")
@both
def test_the_passenger_stays_when_no_destination_is_open(edition: Edition) -> None:
    state = late(edition, 3, 0, ())
    after, events = pass_turn(state)
    assert moved(events) == []
    assert after.passenger == state.passenger
    assert events[-1] == TurnBegan(20, 1, 4)


@pytest.mark.rule("OTU-E2", "OTU-G1")
def test_with_one_destination_left_in_new_york_there_is_one_trip() -> None:
    state, events = pass_turn(late(NEW_YORK, 3, 0, ("155-st",)))
    assert [event.destination for event in moved(events)] == ["155-st"]
    assert (state.open, state.to_play) == ((), (1,))


@pytest.mark.rule("OTU-E2", "OTU-T1")
def test_the_last_card_is_drawn_even_if_two_are_missing() -> None:
    opened = ("lexington-av", "lexington-av", "155-st", "145-st")
    state = late(NEW_YORK, 3, 0, opened, ("86-st",))
    state, events = pass_turn(state)
    assert DestinationsOpened(("86-st",), 0) in events
    names = [NEW_YORK.network.stations[number].id for number in state.open]
    assert names == ["155-st", "145-st", "86-st"]


CARD_5 = "chatelet pyramides madeleine saint-lazare miromesnil franklin-d-roosevelt trocadero"
"""A run to one station short of secret objective 5, which is complete at Champ de Mars."""
CARDS_4_AND_5 = (
    "champ-de-mars trocadero franklin-d-roosevelt champs-elysees-clemenceau invalides concorde"
    " madeleine saint-lazare, concorde palais-royal chatelet hotel-de-ville bastille gare-de-lyon"
)
"""A line that connects all stations of secret objectives 4 and 5."""


def connected(state: State) -> dict[str, list[str]]:
    """Give the secret objectives that lines connect, where there are any."""
    seats: Any = outcome(edition_of(state), state)["seats"]
    lines = {name: line for seat in seats for name, line in seat["sheet"]["lines"].items()}
    return {name: line["secrets"] for name, line in lines.items() if line["secrets"]}


@pytest.mark.rule("OTU-E3")
def test_a_line_connects_a_card_with_the_last_of_its_three_stations() -> None:
    cards = ("5", "1", "2", "3")
    state = position(PARIS, tracks={"red": CARD_5}, secrets=cards)
    assert connected(state) == {}
    state, _ = play(state, PlaceTrack("red", "trocadero", "champ-de-mars"))
    assert connected(state) == {"red": ["5"]}


@pytest.mark.rule("OTU-E3")
def test_several_lines_may_connect_one_card() -> None:
    run = f"{CARD_5} champ-de-mars"
    cards = ("1", "5", "2", "3")
    state = position(PARIS, tracks={"red": run, "orange": run, "gray": CARD_5}, secrets=cards)
    assert connected(state) == {"red": ["5"], "orange": ["5"]}


@pytest.mark.rule("OTU-E3")
def test_one_line_may_connect_both_cards() -> None:
    cards = ("5", "4", "2", "3")
    state = position(PARIS, tracks={"red": CARDS_4_AND_5}, secrets=cards)
    assert connected(state) == {"red": ["5", "4"]}


@pytest.mark.rule("OTU-E3")
def test_lines_do_not_connect_a_card_together_nor_the_card_of_somebody_else() -> None:
    lines = {"red": CARD_5, "black": "trocadero champ-de-mars", "yellow": CARDS_4_AND_5}
    state = position(PARIS, tracks=lines, secrets=("5", "1", "4", "2"))
    assert connected(state) == {"yellow": ["4"]}


@pytest.mark.rule("OTU-E3")
def test_the_secret_objectives_are_shown_when_the_game_is_over() -> None:
    cards = ("5", "1", "4", "2")
    state = position(PARIS, seat=1, open=(), coming=(), secrets=cards)
    _, events = pass_turn(state)
    assert events[-1] == GameEnded(ALL_CARDS_DRAWN, (("5", "1"), ("4", "2")))
