"""The ten worked examples of the books, each on the real board."""

import pytest

from services.rules.core.chance import Seeded
from services.rules.families.get_on_board import apply, new_game
from services.rules.families.get_on_board.events import ObjectiveCompleted
from services.rules.families.get_on_board.facts import sheet_to_json
from services.rules.families.get_on_board.moves import ChooseDeparture
from services.rules.families.get_on_board.sheet import Sheet
from services.scoring.core.score import score
from services.scoring.editions import load_tables
from tests.rules.get_on_board.positions import a_player, city, paths, plot, position, ticket_for

NEW_YORK, PARIS, ROME = map(city, ("new-york", "paris", "rome"))
TABLES = load_tables()


def points(city_name: str, sheet: Sheet, zone: str) -> int:
    """Score one zone of a sheet."""
    facts = sheet_to_json(city(city_name), sheet)
    return score(TABLES[f"gob-{city_name}"], facts).by_zone()[zone]


@pytest.mark.rule("GOB-R2")
def test_example_1_a_first_ticket_5_makes_burgundy_speedy() -> None:
    games = (new_game(ROME, 2, Seeded(str(seed)))[0] for seed in range(999))
    state = next(game for game in games if game.setup.deck[0] == 5)
    for seat in (0, 1):
        state, _ = apply(ROME, state, seat, ChooseDeparture(state.players[seat].deal.hand[0]))
    assert state.round.ticket == 5
    assert state.round.speedy == "burgundy"


@pytest.mark.rule("GOB-P4")
def test_example_2_the_joint_between_two_rounds_is_not_one_of_the_turns() -> None:
    player = a_player(PARIS, "G3 G4", turn_zone=5)
    state = position(PARIS, player, ticket=ticket_for(PARIS, "Z3"))
    _, turn, _ = plot(PARIS, state, "H4 H5 I5")
    assert (turn.turn_spaces, turn.eliminated) == (0, False)
    assert "H4 I4 I5" not in paths(PARIS, state)


@pytest.mark.rule("GOB-T1", "GOB-T2", "GOB-T3")
def test_example_3_two_markers_on_a_congested_or_speedy_section_make_three() -> None:
    players = [
        a_player(NEW_YORK, line, top=top) for top, line in ((1, "C7"), (2, "C7 D7"), (3, "D7 C7"))
    ]
    state = position(NEW_YORK, *players, ticket=ticket_for(NEW_YORK, "S1"))
    assert plot(NEW_YORK, state, "D7")[1].crowd == 3
    lines = ("B5", "B5 B6", "B6 B5")
    players = [a_player(ROME, line, top=top) for top, line in enumerate(lines, start=1)]
    state = position(ROME, *players, ticket=ticket_for(ROME, "S1"), speedy="burgundy")
    assert plot(ROME, state, "B6")[1].crowd == 3


@pytest.mark.rule("GOB-P10", "GOB-P11")
def test_example_4_a_green_light_or_a_metro_gives_one_more_marker() -> None:
    state = position(NEW_YORK, a_player(NEW_YORK, "C8"), ticket=ticket_for(NEW_YORK, "S2"))
    _, turn, _ = plot(NEW_YORK, state, "D8 E8 F8")
    assert (turn.lights, turn.turn_spaces) == (1, 0)
    player = a_player(PARIS, "E5", metro_circled=1)
    state = position(PARIS, player, ticket=ticket_for(PARIS, "S2"))
    after, turn, _ = plot(PARIS, state, "F5 G5 H5", metro=True)
    assert turn.turn_spaces == 0
    assert after.players[0].sheet.metro_crossed == 1


@pytest.mark.rule("GOB-P6", "GOB-P8")
def test_example_5_one_turn_zone_space_avoids_meeting_itself() -> None:
    state = position(PARIS, a_player(PARIS, "I4 H4 G4 G5"), ticket=ticket_for(PARIS, "T2"))
    _, meeting, _ = plot(PARIS, state, "H5 H4")
    assert meeting.eliminated
    _, avoiding, _ = plot(PARIS, state, "H5 I5")
    assert (avoiding.eliminated, avoiding.turn_spaces) == (False, 1)


@pytest.mark.rule("GOB-B10", "GOB-B11")
def test_example_6_flirts_fill_a_row_and_a_restaurant_makes_it_8() -> None:
    player = a_player(ROME, "G4", light_flirts=1, dark_flirts=2)
    state = position(ROME, player, ticket=ticket_for(ROME, "S1"), number=1, speedy="yellow")
    state, turn, _ = plot(ROME, state, "G5")
    assert turn.boxes == ("light_flirts",)
    full = state.players[0].sheet
    state = position(ROME, a_player(ROME, "F5", **full._asdict()), ticket=4, speedy="yellow")
    state, turn, _ = plot(ROME, state, "F6")
    assert turn.boxes == ()
    three = full._replace(light_flirts=1)
    state = position(ROME, a_player(ROME, "F6", **three._asdict()), ticket=4, speedy="yellow")
    state, turn, _ = plot(ROME, state, "G6")
    assert turn.boxes == ("flirts_row",)
    assert state.players[0].sheet.flirt_rows == ((1, 2),)
    assert points("rome", state.players[0].sheet, "flirts") == 8


@pytest.mark.rule("GOB-B4", "GOB-B5")
def test_example_7_a_theater_with_three_tourists_writes_9() -> None:
    state = position(PARIS, a_player(PARIS, "D3", tourists=3), ticket=ticket_for(PARIS, "S1"))
    after, turn, _ = plot(PARIS, state, "D4")
    assert turn.boxes == ("theaters", "tourists_row")
    sheet = after.players[0].sheet
    assert (sheet.theaters, sheet.tourist_rows, sheet.tourists) == (1, (3,), 0)
    assert points("paris", sheet, "tourists") == 9


@pytest.mark.rule("GOB-B7")
def test_example_8_an_office_with_two_businesspeople_writes_4_and_boards_a_tourist() -> None:
    player = a_player(NEW_YORK, "B2", businesspeople=2)
    state = position(NEW_YORK, player, ticket=ticket_for(NEW_YORK, "S1"))
    after, turn, _ = plot(NEW_YORK, state, "B3")
    assert turn.boxes == ("businesspeople_row", "tourists")
    sheet = after.players[0].sheet
    assert (sheet.business_rows, sheet.businesspeople, sheet.tourists) == ((2,), 0, 1)
    assert points("new-york", sheet, "businesspeople") == 4


@pytest.mark.rule("GOB-B9", "GOB-E5")
def test_example_9_columbia_times_square_and_guggenheim_note_what_was_boarded() -> None:
    ticket = ticket_for(NEW_YORK, "S1")
    state = position(NEW_YORK, a_player(NEW_YORK, "A2", students=4), ticket=ticket)
    after, _, _ = plot(NEW_YORK, state, "A1")
    assert after.players[0].sheet.university_note == 4
    state = position(NEW_YORK, a_player(NEW_YORK, "D7", tourists=2), ticket=ticket)
    first = plot(NEW_YORK, state, "D8")[0].players[0].sheet
    assert first.monument_note == 2
    later = first._replace(tourists=4)
    state = position(NEW_YORK, a_player(NEW_YORK, "E3", **later._asdict()), ticket=ticket)
    sheet = plot(NEW_YORK, state, "D3")[0].players[0].sheet
    assert (sheet.monument_note, sheet.museum_note) == (2, 6)
    assert points("new-york", sheet, "tourists") == 5 + 14 + 6


@pytest.mark.rule("GOB-O2")
def test_example_10_the_fifth_passenger_of_a_blue_objective_gives_6() -> None:
    player = a_player(NEW_YORK, "B3", businesspeople=1, business_rows=(3,))
    state = position(
        NEW_YORK,
        player,
        ticket=ticket_for(NEW_YORK, "S1"),
        common=("businesspeople", "museums"),
        flipped=("businesspeople",),
    )
    after, _, events = plot(NEW_YORK, state, "B4")
    assert ObjectiveCompleted(0, "businesspeople", "blue") in events
    assert points("new-york", after.players[0].sheet, "common") == 6
