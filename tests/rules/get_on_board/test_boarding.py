"""Boarding: what each intersection does, GOB-B1 to GOB-B12."""

from typing import Any

import pytest

from services.rules.families.get_on_board.edition import Edition
from services.rules.families.get_on_board.events import RoutePlotted
from services.rules.families.get_on_board.sheet import Sheet
from tests.rules.get_on_board.positions import a_player, city, plot, position, ticket_for

NEW_YORK, LONDON, PARIS, ROME = map(city, ("new-york", "london", "paris", "rome"))


def reach(
    edition: Edition, path: str, personal: str = "", **boxes: Any
) -> tuple[Sheet, RoutePlotted]:
    """Go along a path of up to three markers with some boxes crossed off: the sheet, the event."""
    start, *rest = path.split()
    shape = {1: "S1", 2: "S2/T2", 3: "S3"}[len(rest)]
    player = a_player(edition, start, personal=personal, **boxes)
    state = position(edition, player, ticket=ticket_for(edition, shape))
    after, turn, _ = plot(edition, state, " ".join(rest))
    return after.players[0].sheet, turn


@pytest.mark.rule("GOB-B1")
@pytest.mark.parametrize(("before", "after"), [(0, 1), (7, 8), (8, 8)])
def test_a_granny_takes_the_next_of_8_boxes(before: int, after: int) -> None:
    for edition, path in ((NEW_YORK, "B7 B6"), (PARIS, "K2 K3")):
        sheet, turn = reach(edition, path, grannies=before)
        assert sheet.grannies == after
        assert turn.boxes == ("grannies",) * (after - before)


@pytest.mark.rule("GOB-B2")
def test_students_take_6_boxes_and_their_places_4() -> None:
    assert reach(NEW_YORK, "B6 B7", students=5)[0].students == 6
    assert reach(NEW_YORK, "B6 B7", students=6)[0].students == 6
    assert reach(NEW_YORK, "B6 B5", universities=3)[0].universities == 4
    assert reach(NEW_YORK, "B6 B5", universities=4)[0].universities == 4
    assert reach(PARIS, "J2 J1", cinemas=3)[0].cinemas == 4
    assert reach(PARIS, "J2 J1", cinemas=4)[0].cinemas == 4


@pytest.mark.rule("GOB-B3")
def test_a_tourist_takes_the_next_box_of_the_topmost_unresolved_row() -> None:
    assert reach(PARIS, "J2 K2", tourists=1)[0].tourists == 2
    full, turn = reach(PARIS, "J2 K2", tourists=4)
    assert (full.tourists, turn.boxes) == (4, ())
    done, turn = reach(PARIS, "J2 K2", tourist_rows=(1, 2, 4))
    assert (done.tourists, turn.boxes) == (0, ())


@pytest.mark.rule("GOB-B4", "GOB-B5")
@pytest.mark.parametrize(
    ("edition", "path", "place"),
    [
        (NEW_YORK, "C3 C4", "monuments"),
        (NEW_YORK, "A8 A9", "museums"),
        (PARIS, "A4 A5", "operas"),
        (PARIS, "D3 D4", "theaters"),
    ],
)
def test_a_sight_resolves_the_row_of_tourists_and_is_remembered(
    edition: Edition, path: str, place: str
) -> None:
    sheet, turn = reach(edition, path, tourist_rows=(1,), tourists=3)
    assert (sheet.tourist_rows, sheet.tourists) == ((1, 3), 0)
    assert turn.boxes == (place, "tourists_row")
    sheet, turn = reach(edition, path)
    assert (sheet.tourist_rows, turn.boxes) == ((), (place,))
    remembered: dict[str, Any] = {place: 3}
    sheet, turn = reach(edition, path, **remembered)
    assert (getattr(sheet, place), turn.boxes) == (3, ())


@pytest.mark.rule("GOB-B4")
def test_after_a_resolved_row_tourists_use_the_next_one() -> None:
    sheet, _ = reach(NEW_YORK, "D2 D1 E1", tourists=2)
    assert (sheet.tourist_rows, sheet.tourists) == ((2,), 1)


@pytest.mark.rule("GOB-B6")
def test_a_businessperson_takes_the_next_of_3_boxes_in_3_rows() -> None:
    assert reach(NEW_YORK, "B3 B4", businesspeople=2)[0].businesspeople == 3
    assert reach(NEW_YORK, "B3 B4", businesspeople=3)[0].businesspeople == 3
    assert reach(NEW_YORK, "B3 B4", business_rows=(1, 1, 1))[0].businesspeople == 0


@pytest.mark.rule("GOB-B7", "GOB-B8")
@pytest.mark.parametrize(("people", "bonus"), [(1, "grannies"), (2, "tourists"), (3, "interns")])
def test_an_office_resolves_the_row_and_gives_a_bonus_passenger(people: int, bonus: str) -> None:
    sheet, turn = reach(NEW_YORK, "B2 B3", businesspeople=people)
    assert (sheet.business_rows, sheet.businesspeople) == ((people,), 0)
    assert turn.boxes == ("businesspeople_row", bonus)
    assert getattr(sheet, bonus) == 1


@pytest.mark.rule("GOB-B7")
def test_an_empty_office_gives_nothing_and_a_full_zone_loses_the_bonus() -> None:
    assert reach(NEW_YORK, "B2 B3")[1].boxes == ()
    sheet, turn = reach(NEW_YORK, "B2 B3", businesspeople=1, grannies=8)
    assert (sheet.business_rows, turn.boxes) == ((1,), ("businesspeople_row",))


@pytest.mark.rule("GOB-B8")
def test_interns_come_from_offices_only_and_are_3_at_most() -> None:
    sheet, turn = reach(NEW_YORK, "B6 B7", students=6)
    assert (sheet.interns, turn.boxes) == (0, ())
    assert reach(NEW_YORK, "B2 B3", businesspeople=3, interns=2)[0].interns == 3
    assert reach(NEW_YORK, "B2 B3", businesspeople=3, interns=3)[0].interns == 3


@pytest.mark.rule("GOB-B9")
def test_landmarks_note_the_passengers_of_their_colour() -> None:
    sheet, turn = reach(NEW_YORK, "A2 A1", students=4, interns=1)
    assert (sheet.university_note, sheet.universities) == (5, 1)
    assert turn.boxes == ("universities", "university_note")
    sheet, _ = reach(NEW_YORK, "E3 D3", tourist_rows=(4,), tourists=2)
    assert (sheet.museum_note, sheet.monument_note, sheet.tourist_rows) == (6, None, (4, 2))
    sheet, _ = reach(NEW_YORK, "D7 D8", tourists=1)
    assert (sheet.monument_note, sheet.museum_note) == (1, None)
    sheet, _ = reach(NEW_YORK, "F9 F10", business_rows=(3, 1), businesspeople=2)
    assert (sheet.office_note, sheet.business_rows) == (6, (3, 1, 2))


@pytest.mark.rule("GOB-B9")
def test_the_landmarks_are_where_they_are_printed() -> None:
    def places(edition: Edition) -> dict[str, str]:
        return {spot.name: spot.things[0] for spot in edition.board.intersections if spot.landmark}

    assert places(NEW_YORK) == {"A1": "uni", "D3": "mus", "D8": "mon", "F10": "off"}
    assert places(LONDON) == {"J3": "off", "E4": "mon", "D8": "mus", "H8": "uni"}
    assert places(PARIS) == places(ROME) == {}
    assert reach(NEW_YORK, "B6 B5", students=3)[0].university_note is None


@pytest.mark.rule("GOB-B10")
def test_a_flirt_takes_a_box_of_its_shade_in_the_topmost_unresolved_row() -> None:
    assert reach(PARIS, "A3 A4", light_flirts=1)[0].light_flirts == 2
    full, turn = reach(PARIS, "A3 A4", light_flirts=2, dark_flirts=1)
    assert (full.light_flirts, turn.boxes) == (2, ())
    assert reach(PARIS, "E8 F8 F9", dark_flirts=1)[0].dark_flirts == 2
    done, turn = reach(PARIS, "A3 A4", flirt_rows=((1, 0), (1, 0), (0, 1)))
    assert (done.light_flirts, turn.boxes) == (0, ())


@pytest.mark.rule("GOB-B11")
def test_a_restaurant_resolves_the_row_of_flirts() -> None:
    sheet, turn = reach(PARIS, "K3 K4", flirt_rows=((0, 1),), light_flirts=2, dark_flirts=1)
    assert sheet.flirt_rows == ((0, 1), (2, 1))
    assert (sheet.light_flirts, sheet.dark_flirts) == (0, 0)
    assert turn.boxes == ("flirts_row",)
    assert reach(PARIS, "K3 K4")[1].boxes == ()


@pytest.mark.rule("GOB-B12")
def test_reaching_a_letter_of_the_own_objective_is_noted() -> None:
    sheet, turn = reach(PARIS, "F1 E1 E2", personal="afn")
    assert (sheet.personal, turn.personal) == ("a", "a")
    sheet, turn = reach(PARIS, "F1 E1 E2", personal="bil")
    assert (sheet.personal, turn.personal) == ("", "")
    assert "personal" not in turn.boxes


def test_an_intersection_with_two_passengers_gives_both() -> None:
    sheet, turn = reach(LONDON, "B1 A1")
    assert (sheet.grannies, sheet.businesspeople) == (1, 1)
    assert turn.boxes == ("grannies", "businesspeople")


def test_effects_follow_the_route_marker_by_marker() -> None:
    _, turn = reach(NEW_YORK, "A7 B7 C7 D7")
    assert turn.boxes == ("students", "tourists", "businesspeople")
