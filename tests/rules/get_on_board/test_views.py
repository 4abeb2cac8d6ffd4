"""Views show what a person may see, and hide the rest.

Two ways to look for a leak: put marks into all secret places and search the view for them; change
everything that is secret and see that the view stays the same.
"""

from typing import Any

import pytest

from services.rules.core.seats import FINISHED
from services.rules.core.types import Viewer
from services.rules.families.get_on_board import view
from services.rules.families.get_on_board.edition import Edition
from services.rules.families.get_on_board.state import CHOOSING, PLOTTING, State
from tests.rules.games import careful_games, moments, viewers
from tests.rules.get_on_board.secrets import (
    HANDS,
    SECRET_CITIES,
    disguised,
    edition_of,
    every_city_table,
    is_mark,
    leaves,
    marked,
    personal_is_secret,
    scene_with_phase,
    scenes,
)
from tests.support import EDITIONS


def the_edition(name: str) -> Edition:
    edition = EDITIONS[name].edition
    assert isinstance(edition, Edition)
    return edition


def seen(name: str, state: State, viewer: Viewer) -> dict[str, Any]:
    return view(the_edition(name), state, viewer)


@pytest.mark.slow
@pytest.mark.rule("GOB-S4", "GOB-S5", "GOB-S6")
@every_city_table
def test_nothing_secret_stands_anywhere_in_a_view(name: str, seats: int) -> None:
    for state in scenes(name, seats):
        for viewer in viewers(seats):
            secret = marked(state, viewer)
            assert secret != state
            assert [leaf for leaf in leaves(seen(name, secret, viewer)) if is_mark(leaf)] == []


@pytest.mark.slow
@every_city_table
def test_the_marks_would_be_found_if_they_were_shown(name: str, seats: int) -> None:
    for state in scenes(name, seats):
        secret = marked(state, None)
        for seat in range(seats):
            found = {leaf for leaf in leaves(seen(name, secret, seat)) if is_mark(leaf)}
            assert HANDS + 2 * seat + 1 in found
            assert (f"§{seat}" in found) == personal_is_secret(state)


@pytest.mark.slow
@pytest.mark.rule("GOB-S4", "GOB-S5", "GOB-S6")
@every_city_table
def test_a_view_does_not_depend_on_what_is_secret(name: str, seats: int) -> None:
    for number, state in enumerate(scenes(name, seats)):
        for viewer in viewers(seats):
            shown = seen(name, state, viewer)
            others = {
                disguised(the_edition(name), state, viewer, f"{number} {viewer} {n}")
                for n in range(20)
            }
            assert others != {state}
            assert all(seen(name, other, viewer) == shown for other in others)


@pytest.mark.rule("GOB-S5")
@every_city_table
def test_while_choosing_only_the_own_tickets_are_seen(name: str, seats: int) -> None:
    for state in scene_with_phase(name, seats, CHOOSING):
        for viewer in viewers(seats):
            for seat, shown in enumerate(seen(name, state, viewer)["seats"]):
                deal = state.players[seat].deal
                own = seat == viewer
                assert shown["hand"] == (list(deal.hand) if own else None)
                assert shown["departure"] == (deal.choice if own else None)
                assert shown["chosen"] == (deal.choice is not None)
                assert shown["line"] == []


@pytest.mark.rule("GOB-S5")
@every_city_table
def test_after_the_departures_everybody_sees_all_choices_and_nobody_the_tickets_left_over(
    name: str, seats: int
) -> None:
    states = scene_with_phase(name, seats, PLOTTING) + scene_with_phase(name, seats, FINISHED)
    for state in states:
        for viewer in viewers(seats):
            for seat, shown in enumerate(seen(name, state, viewer)["seats"]):
                deal = state.players[seat].deal
                assert shown["departure"] == deal.choice
                assert shown["hand"] == (list(deal.hand) if seat == viewer else None)


@pytest.mark.rule("GOB-S5")
@every_city_table
def test_the_choice_of_one_who_left_before_the_departures_is_never_shown(
    name: str, seats: int
) -> None:
    game = careful_games(name, seats)[0]
    family, edition = game.family, game.edition
    first = game.steps[0]
    state, _ = family.apply(
        edition, first.after, first.seat, family.move_from_json({"type": "resign"})
    )
    for seat in range(seats):
        if seat != first.seat:
            option = family.legal_moves(edition, state, seat)[0]
            state, _ = family.apply(edition, state, seat, option.move)
    assert state.round.phase == PLOTTING
    assert state.players[first.seat].deal.choice is not None
    for viewer in set(viewers(seats)) - {first.seat}:
        assert seen(name, state, viewer)["seats"][first.seat]["departure"] is None


@pytest.mark.slow
@pytest.mark.rule("GOB-S6")
@every_city_table
def test_everybody_sees_the_tickets_revealed_and_nobody_more(name: str, seats: int) -> None:
    for game in careful_games(name, seats):
        for state in moments(game):
            revealed = list(state.setup.deck[: state.round.number])
            for viewer in viewers(seats):
                shown = seen(name, state, viewer)
                assert shown["tickets_revealed"] == revealed
                assert shown["ticket"] == (revealed[-1] if revealed else None)


@pytest.mark.rule("GOB-S4")
@every_city_table
def test_personal_objectives_are_seen_by_those_who_may(name: str, seats: int) -> None:
    for state in scenes(name, seats):
        hidden = name in SECRET_CITIES and state.round.phase != FINISHED
        for viewer in viewers(seats):
            for seat, shown in enumerate(seen(name, state, viewer)["seats"]):
                player = state.players[seat]
                if hidden and seat != viewer:
                    assert shown["personal_objective"] is None
                    assert shown["sheet"]["personal"] is None
                else:
                    assert shown["personal_objective"] == player.deal.personal
                    assert shown["sheet"]["personal"] == list(player.sheet.personal)


@pytest.mark.rule("GOB-S4")
@every_city_table
def test_the_last_move_of_a_game_uncovers_the_personal_objectives(name: str, seats: int) -> None:
    for game in careful_games(name, seats):
        cards = [player.deal.personal for player in game.last.players]
        before, after = (
            [shown["personal_objective"] for shown in seen(name, state, None)["seats"]]
            for state in (game.steps[-1].before, game.last)
        )
        assert after == cards
        assert before == ([None] * seats if name in SECRET_CITIES else cards)


@every_city_table
def test_everybody_sees_the_whole_table(name: str, seats: int) -> None:
    for state in scenes(name, seats):
        for viewer in viewers(seats):
            shown = seen(name, state, viewer)
            assert shown["seat"] == viewer
            assert (shown["phase"], shown["round"]) == (state.round.phase, state.round.number)
            assert shown["inspector"] == state.round.inspector
            assert shown["to_play"] == list(state.to_play)
            assert shown["speedy"] == state.round.speedy
            common = [card["objective"] for card in shown["common_objectives"]]
            assert common == list(state.setup.common)


@every_city_table
def test_everybody_sees_all_lines_and_the_open_part_of_all_sheets(name: str, seats: int) -> None:
    for game in careful_games(name, seats):
        spots = edition_of(game).board.intersections
        facts: Any = game.family.outcome(game.edition, game.last)
        for viewer in viewers(seats):
            for seat, shown in enumerate(seen(name, game.last, viewer)["seats"]):
                player = game.last.players[seat]
                assert shown["line"] == [spots[at].name for at in player.line]
                assert shown["standing"] == player.standing
                assert shown["sheet_top"] == player.deal.top
                assert shown["sheet"] == facts["seats"][seat]["sheet"]


@every_city_table
def test_a_seat_whose_turn_it_is_not_has_no_legal_moves(name: str, seats: int) -> None:
    for game in careful_games(name, seats):
        for state in moments(game):
            for seat in set(range(-1, seats + 1)) - set(game.family.to_play(state)):
                assert len(game.family.legal_moves(game.edition, state, seat)) == 0
