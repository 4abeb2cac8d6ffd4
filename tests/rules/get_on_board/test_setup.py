"""Setting a game up: GOB-S1 to GOB-S7."""

from typing import Any

import pytest

from services.rules.core.chance import Recorded, Seeded
from services.rules.core.errors import (
    DrawError,
    IllegalMoveError,
    NotYourTurnError,
    SeatsError,
    StateError,
)
from services.rules.core.events import CardsDrawn
from services.rules.families.get_on_board import (
    apply,
    legal_moves,
    new_game,
    state_from_json,
    state_to_json,
)
from services.rules.families.get_on_board.events import DeparturesRevealed
from services.rules.families.get_on_board.moves import ChooseDeparture
from services.rules.families.get_on_board.state import CHOOSING, PLOTTING
from tests.rules.get_on_board.positions import city

CITIES = ["new-york", "london", "paris", "rome"]
PLAYERS = {"new-york": (2, 3), "rome": (2, 3), "london": (4, 5), "paris": (4, 5)}


@pytest.mark.rule("GOB-S1")
@pytest.mark.parametrize("name", CITIES)
def test_a_city_is_for_its_numbers_of_players_only(name: str) -> None:
    for seats in range(-1, 8):
        if seats in PLAYERS[name]:
            assert len(new_game(city(name), seats, Seeded("s"))[0].players) == seats
        else:
            with pytest.raises(SeatsError) as refused:
                new_game(city(name), seats, Seeded("s"))
            assert refused.value.rule == "GOB-S1"
            assert refused.value.code == "wrong_number_of_players"


@pytest.mark.rule("GOB-S2")
@pytest.mark.parametrize("name", CITIES)
def test_every_seat_has_another_sheet_top_and_the_same_blank_sheet(name: str) -> None:
    edition = city(name)
    for seed in range(30):
        state, _ = new_game(edition, max(edition.players), Seeded(str(seed)))
        tops = [player.deal.top for player in state.players]
        assert len(set(tops)) == len(tops)
        assert set(tops) <= {1, 2, 3, 4, 5}
        assert len({player.sheet for player in state.players}) == 1


@pytest.mark.rule("GOB-S2")
def test_two_seats_cannot_be_given_the_same_sheet_top() -> None:
    draws = {"sheets": [3, 3]}
    with pytest.raises(DrawError) as refused:
        new_game(city("rome"), 2, Recorded(draws))
    assert refused.value.rule == "GOB-S2"


@pytest.mark.rule("GOB-S3")
@pytest.mark.parametrize("name", CITIES)
def test_two_of_six_common_objectives_lie_yellow_side_up(name: str) -> None:
    edition = city(name)
    assert len(edition.goals) == 6
    seen: set[str] = set()
    for seed in range(40):
        state, _ = new_game(edition, edition.players[0], Seeded(str(seed)))
        assert len(set(state.setup.common)) == 2
        assert state.round.flipped == ()
        seen.update(state.setup.common)
    assert seen == set(edition.goals)


@pytest.mark.rule("GOB-S4")
@pytest.mark.parametrize("name", CITIES)
def test_each_seat_gets_one_of_the_five_personal_objectives(name: str) -> None:
    edition = city(name)
    assert len(edition.personal) == 5
    assert edition.personal_hidden == (name in ("new-york", "london"))
    state, _ = new_game(edition, edition.players[1], Seeded("objectives"))
    cards = [player.deal.personal for player in state.players]
    assert len(set(cards)) == len(cards)
    assert set(cards) <= set(edition.personal)


@pytest.mark.rule("GOB-S5")
@pytest.mark.parametrize(("name", "tickets"), [("new-york", 6), ("rome", 6), ("paris", 12)])
def test_two_different_tickets_are_dealt_to_each_seat(name: str, tickets: int) -> None:
    edition = city(name)
    state, _ = new_game(edition, edition.players[0], Seeded("deal"))
    dealt = [ticket for player in state.players for ticket in player.deal.hand]
    assert len(dealt) == len(set(dealt)) == 2 * edition.players[0]
    assert set(dealt) <= set(range(1, tickets + 1))


@pytest.mark.rule("GOB-S5")
def test_departures_are_chosen_in_any_order_and_revealed_together() -> None:
    edition = city("london")
    state, _ = new_game(edition, 4, Seeded("choose"))
    for seat in (2, 0, 3):
        ticket = state.players[seat].deal.hand[1]
        state, events = apply(edition, state, seat, ChooseDeparture(ticket))
        assert len(events) == 1
        assert state.round.phase == CHOOSING
        assert all(player.line == () for player in state.players)
    state, events = apply(edition, state, 1, ChooseDeparture(state.players[1].deal.hand[0]))
    revealed = events[1]
    assert isinstance(revealed, DeparturesRevealed)
    assert state.round.phase == PLOTTING
    for player, shown in zip(state.players, revealed.tickets, strict=True):
        start = edition.board.intersections[player.line[-1]]
        assert shown is not None
        assert start.ticket == shown == player.deal.choice


@pytest.mark.rule("GOB-S5")
def test_only_a_ticket_in_hand_can_be_chosen_and_only_once() -> None:
    edition = city("rome")
    state, _ = new_game(edition, 3, Seeded("refuse"))
    options = [option.move for option in legal_moves(edition, state, 1)]
    assert options == [ChooseDeparture(ticket) for ticket in state.players[1].deal.hand]
    other = state.players[0].deal.hand[0]
    with pytest.raises(IllegalMoveError, match="not in hand") as refused:
        apply(edition, state, 1, ChooseDeparture(other))
    assert refused.value.rule == "GOB-S5"
    state, _ = apply(edition, state, 1, options[0])
    assert list(legal_moves(edition, state, 1)) == []
    with pytest.raises(NotYourTurnError):
        apply(edition, state, 1, options[1])


@pytest.mark.rule("GOB-S6")
@pytest.mark.parametrize("name", CITIES)
def test_the_deck_of_the_rounds_holds_all_twelve_tickets(name: str) -> None:
    edition = city(name)
    decks = set()
    for seed in range(10):
        state, events = new_game(edition, edition.players[0], Seeded(str(seed)))
        assert sorted(state.setup.deck) == list(range(1, 13))
        assert CardsDrawn("deck", state.setup.deck) in events
        decks.add(state.setup.deck)
    assert len(decks) == 10


@pytest.mark.rule("GOB-S7")
@pytest.mark.parametrize("name", CITIES)
def test_seat_0_is_the_first_inspector(name: str) -> None:
    edition = city(name)
    state, _ = new_game(edition, edition.players[0], Seeded("first"))
    for seat in range(len(state.players)):
        state, _ = apply(edition, state, seat, ChooseDeparture(state.players[seat].deal.hand[0]))
    assert state.round.inspector == 0
    assert state.to_play == tuple(range(len(state.players)))


@pytest.mark.parametrize(("part", "word"), [("phase", "resting"), ("standing", 7)])
def test_a_stored_state_with_an_unknown_word_is_refused(part: str, word: object) -> None:
    edition = city("rome")
    document: Any = state_to_json(edition, new_game(edition, 2, Seeded("words"))[0])
    holder = document["round"] if part == "phase" else document["players"][1]
    assert part in holder
    holder[part] = word
    with pytest.raises(StateError, match="not a state of gob-rome"):
        state_from_json(edition, document)


@pytest.mark.parametrize(
    ("key", "value"), [("edition", "gob-oslo"), ("version", 2), ("engine", 0), ("engine", "1")]
)
def test_a_state_of_another_edition_version_or_engine_is_refused(key: str, value: object) -> None:
    edition = city("rome")
    document: Any = state_to_json(edition, new_game(edition, 2, Seeded("origin"))[0])
    document["setup"][key] = value
    with pytest.raises(StateError, match="not of gob-rome version 1, engine 1"):
        state_from_json(edition, document)
