"""Rounds, objectives, leaving and the end: GOB-R, GOB-O, GOB-E1, GOB-X6, GOB-X7, GOB-X9."""

from typing import Any

import pytest

from services.rules.core.errors import GameOverError, NotYourTurnError
from services.rules.core.seats import FINISHED, PLAYING, RESIGNED, Resign
from services.rules.families.get_on_board import apply, outcome
from services.rules.families.get_on_board.events import (
    GameEnded,
    ObjectiveCompleted,
    TicketRevealed,
)
from services.rules.families.get_on_board.moves import PlotRoute
from services.rules.families.get_on_board.state import ELIMINATED, State
from tests.rules.get_on_board.positions import a_player, city, plot, position
from tests.support import carefully, play

NEW_YORK = city("new-york")
PARIS = city("paris")
ROME = city("rome")


@pytest.mark.rule("GOB-R1")
def test_a_ticket_asks_each_sheet_top_for_its_own_shape_and_n_as_n_plus_6() -> None:
    asked = [[shape.name for shape in top[1:]] for top in NEW_YORK.shapes[1:]]
    assert asked[0][:6] == ["S2", "T2", "S2/T2", "S1", "S3", "Z3"]
    assert asked[4][:6] == ["S2/T2", "S1", "S3", "Z3", "S2", "T2"]
    for top in asked:
        assert top[:6] == top[6:]
    for ticket in range(6):
        assert len({top[ticket] for top in asked}) == 5


@pytest.mark.rule("GOB-R2")
@pytest.mark.parametrize(("first", "colour"), [(5, "burgundy"), (8, "yellow")])
def test_the_first_ticket_fixes_the_speedy_sections_of_rome(first: int, colour: str) -> None:
    assert ROME.speedy(first) == colour
    for name in ("new-york", "london", "paris"):
        assert city(name).speedy(first) is None


@pytest.mark.rule("GOB-R2")
def test_later_tickets_do_not_change_the_speedy_colour() -> None:
    game = play("gob-rome", 2, "speedy", carefully("speedy"))
    opened = [event for event in game.log if isinstance(event, TicketRevealed)]
    border = {1: "burgundy", 0: "yellow"}[opened[0].ticket % 2]
    assert {event.speedy for event in opened} == {border}
    assert len({event.ticket % 2 for event in opened}) == 2


@pytest.mark.rule("GOB-R3")
def test_markers_placed_earlier_in_the_round_already_count() -> None:
    state = position(
        PARIS, a_player(PARIS, "C4", top=1), a_player(PARIS, "C4", top=2), ticket=2
    )  # top 1 asks for T2, top 2 for S2
    state, first, _ = plot(PARIS, state, "C3 D3")
    assert first.crowd == 0
    _, second, _ = plot(PARIS, state, "C3 C2")
    assert second.crowd == 1


@pytest.mark.rule("GOB-R3")
def test_a_seat_cannot_play_before_its_turn() -> None:
    state = position(ROME, a_player(ROME, "B5"), a_player(ROME, "F8", top=2), ticket=4)
    assert state.to_play == (0, 1)
    with pytest.raises(NotYourTurnError) as refused:
        apply(ROME, state, 1, PlotRoute(("E8",)))
    assert refused.value.rule == "GOB-R3"


@pytest.mark.rule("GOB-R4", "GOB-O2")
def test_an_objective_reached_early_in_a_round_is_written_when_all_have_played() -> None:
    players = [
        a_player(NEW_YORK, "B2", top=4, grannies=5),
        a_player(NEW_YORK, "E7", top=4, grannies=5),
    ]
    state = position(NEW_YORK, *players, ticket=1, common=("grannies", "museums"))
    state, _, events = plot(NEW_YORK, state, "A2")
    assert not any(isinstance(event, ObjectiveCompleted) for event in events)
    state, _, events = plot(NEW_YORK, state, "F7")
    completed = [event for event in events if isinstance(event, ObjectiveCompleted)]
    assert completed == [
        ObjectiveCompleted(0, "grannies", "yellow"),
        ObjectiveCompleted(1, "grannies", "yellow"),
    ]
    assert state.round.flipped == ("grannies",)


@pytest.mark.rule("GOB-R5", "GOB-E1")
def test_the_inspector_goes_round_and_the_game_ends_after_twelve_rounds() -> None:
    game = play("gob-paris", 4, "5", carefully("5"))
    opened = [event for event in game.log if isinstance(event, TicketRevealed)]
    assert [event.round for event in opened] == list(range(1, 13))
    assert [event.ticket for event in opened] == list(game.last.setup.deck)
    assert [event.inspector for event in opened[:4]] == [0, 1, 2, 3]
    assert isinstance(game.log[-1], GameEnded)
    assert game.log[-1].ending == "twelve_rounds"
    with pytest.raises(GameOverError) as refused:
        apply(PARIS, game.last, 0, PlotRoute(("A1",)))
    assert refused.value.rule == "GOB-E1"
    with pytest.raises(GameOverError):
        apply(PARIS, game.last, 0, Resign())


@pytest.mark.rule("GOB-O1")
@pytest.mark.parametrize(
    ("objective", "boxes"),
    [
        ("grannies", {"grannies": 5}),
        ("students", {"students": 3, "interns": 2}),
        ("tourists", {"tourist_rows": (1, 3), "tourists": 1}),
        ("businesspeople", {"business_rows": (3,), "businesspeople": 2}),
        ("monuments", {"monuments": 3}),
        ("museums", {"museums": 3}),
    ],
)
def test_an_objective_of_new_york_is_complete_at_its_number(
    objective: str, boxes: dict[str, Any]
) -> None:
    assert completes(objective, boxes)
    name, value = list(boxes.items())[-1]
    assert isinstance(value, int)
    assert not completes(objective, {**boxes, name: value - 1})


def completes(objective: str, boxes: dict[str, Any]) -> bool:
    """Say whether a sheet with these boxes completes an objective in a turn that boards nobody."""
    other = "grannies" if objective != "grannies" else "museums"
    state = position(
        NEW_YORK, a_player(NEW_YORK, "C3 C2", top=4, **boxes), ticket=1, common=(objective, other)
    )
    _, turn, events = plot(NEW_YORK, state, "D2" if objective != "businesspeople" else "C1")
    assert set(turn.boxes) <= {"businesspeople", "students"}
    return any(isinstance(event, ObjectiveCompleted) for event in events)


@pytest.mark.rule("GOB-O1")
def test_flirts_of_any_shade_and_places_count_in_paris() -> None:
    boxes: dict[str, Any] = {"flirt_rows": ((2, 1),), "dark_flirts": 2, "operas": 3}
    player = a_player(PARIS, "F3", top=4, **boxes)
    state = position(PARIS, player, ticket=1, common=("flirts", "operas"))
    after, _, events = plot(PARIS, state, "E3")
    completed = [event.objective for event in events if isinstance(event, ObjectiveCompleted)]
    assert completed == ["flirts", "operas"]
    assert after.players[0].sheet.common == (("flirts", "yellow"), ("operas", "yellow"))


@pytest.mark.rule("GOB-O2")
def test_an_objective_is_completed_once_by_each_player() -> None:
    player = a_player(PARIS, "F3", top=4, grannies=6, common=(("grannies", "yellow"),))
    state = position(PARIS, player, ticket=1, common=("grannies", "operas"), flipped=("grannies",))
    after, _, events = plot(PARIS, state, "E3")
    assert not any(isinstance(event, ObjectiveCompleted) for event in events)
    assert after.players[0].sheet.common == (("grannies", "yellow"),)


def doomed(edition_line: str = "B4 A4 A3 B3") -> State:
    """Build a position in New York where seat 0 can meet its line, with two others playing."""
    line = a_player(NEW_YORK, edition_line, top=4)
    others = [a_player(NEW_YORK, "E7", top=2), a_player(NEW_YORK, "E9", top=3)]
    return position(NEW_YORK, line, *others, ticket=1)


@pytest.mark.rule("GOB-X6")
def test_the_inspector_pawn_skips_who_is_out_and_the_last_one_plays_on() -> None:
    state, turn, _ = plot(NEW_YORK, doomed(), "B4")
    assert turn.eliminated
    assert state.players[0].standing == ELIMINATED
    state, _ = apply(NEW_YORK, state, 1, Resign())
    state, _, events = plot(NEW_YORK, state, "F9 F8 F7")
    assert state.round.inspector == 2
    assert state.to_play == (2,)
    assert isinstance(events[-1], TicketRevealed)


@pytest.mark.rule("GOB-X6")
def test_when_nobody_is_left_the_game_ends_at_once_without_a_winner() -> None:
    state, _ = apply(NEW_YORK, doomed(), 2, Resign())
    state, _ = apply(NEW_YORK, state, 1, Resign())
    state, _, events = plot(NEW_YORK, state, "B4")
    assert events[-1] == GameEnded("nobody_left", tuple(p.deal.personal for p in state.players))
    assert state.round.phase == FINISHED
    facts = outcome(NEW_YORK, state)
    assert facts["finished"] is True
    assert [seat["standing"] for seat in facts["seats"]] == [  # type: ignore[union-attr, call-overload, index]
        "eliminated",
        "resigned",
        "resigned",
    ]


@pytest.mark.rule("GOB-X7")
def test_who_is_eliminated_completes_nothing_and_turns_no_card() -> None:
    players = [
        a_player(NEW_YORK, "B4 A4 A3 B3", top=4, grannies=5),
        a_player(NEW_YORK, "E7", top=4),
    ]
    state = position(NEW_YORK, *players, ticket=1, common=("grannies", "museums"))
    state, _, _ = plot(NEW_YORK, state, "B4")
    state, _, events = plot(NEW_YORK, state, "F7")
    assert not any(isinstance(event, ObjectiveCompleted) for event in events)
    assert state.round.flipped == ()
    assert state.players[0].sheet.common == ()


@pytest.mark.rule("GOB-X7")
def test_who_is_eliminated_has_no_part_in_what_another_completes_in_that_round() -> None:
    players = [
        a_player(NEW_YORK, "B4 A4 A3 B3", top=4, grannies=5),
        a_player(NEW_YORK, "E7", top=4, grannies=5),
    ]
    state = position(NEW_YORK, *players, ticket=1, common=("grannies", "museums"))
    state, _, _ = plot(NEW_YORK, state, "B4")
    state, _, events = plot(NEW_YORK, state, "F7")
    completed = [event for event in events if isinstance(event, ObjectiveCompleted)]
    assert completed == [ObjectiveCompleted(1, "grannies", "yellow")]
    assert state.players[0].sheet.common == ()


@pytest.mark.rule("GOB-X9")
def test_a_player_may_leave_at_any_time_and_the_markers_stay() -> None:
    state = position(PARIS, a_player(PARIS, "C4 C3", top=1), a_player(PARIS, "C4", top=2), ticket=2)
    state, events = apply(PARIS, state, 0, Resign())
    assert len(events) == 1
    assert [player.standing for player in state.players] == [RESIGNED, PLAYING]
    assert state.to_play == (1,)
    _, turn, _ = plot(PARIS, state, "C3 C2")
    assert turn.crowd == 1
    with pytest.raises(NotYourTurnError) as refused:
        apply(PARIS, state, 0, Resign())
    assert refused.value.rule == "GOB-X9"
    with pytest.raises(NotYourTurnError):
        apply(PARIS, state, 7, Resign())


@pytest.mark.rule("GOB-X9")
def test_the_round_closes_when_the_last_one_to_play_leaves() -> None:
    state = position(ROME, a_player(ROME, "B5"), a_player(ROME, "F8", top=2), ticket=1)
    state, _, _ = plot(ROME, state, "B4 B3")
    state, events = apply(ROME, state, 1, Resign())
    assert state.round.number == 6
    assert state.to_play == (0,)
    assert isinstance(events[-1], TicketRevealed)
