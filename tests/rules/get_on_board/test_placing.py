"""Placing markers: GOB-P1 to GOB-P12."""

import pytest

from services.rules.core.errors import IllegalMoveError
from services.rules.core.seats import PLAYING
from services.rules.families.get_on_board.moves import PlotRoute
from services.rules.families.get_on_board.state import ELIMINATED
from tests.rules.get_on_board.positions import (
    a_player,
    city,
    paths,
    plot,
    position,
    refusal,
    ticket_for,
)

NEW_YORK = city("new-york")
LONDON = city("london")
PARIS = city("paris")
USED_UP = 5


def routes(shape: str, line: str = "G4", turn_zone: int = USED_UP) -> set[str]:
    """List the paths of Paris for a shape, by default with no turn-zone space left."""
    player = a_player(PARIS, line, turn_zone=turn_zone)
    return paths(PARIS, position(PARIS, player, ticket=ticket_for(PARIS, shape)))


@pytest.mark.rule("GOB-P1")
def test_each_shape_is_what_its_name_says() -> None:
    assert routes("S1") == {"F4", "H4", "G3", "G5"}
    assert routes("S2") == {"F4 E4", "H4 I4", "G3 G2"}
    assert routes("S3") == {"F4 E4 D4", "H4 I4 J4", "G3 G2 G1"}
    assert routes("T2") == {
        *("F4 F3", "F4 F5", "H4 H3", "H4 H5", "G3 F3", "G3 H3", "G5 F5", "G5 H5"),
    }
    assert routes("S2/T2") == routes("S2") | routes("T2")


@pytest.mark.rule("GOB-P1")
def test_two_turns_make_a_u_or_an_s() -> None:
    assert routes("Z3", "A2") == {"B2 B1 C1", "B2 B3 C3"}
    assert "H4 H3 G3" in routes("Z3")
    assert "H4 H3 I3" in routes("Z3")


@pytest.mark.rule("GOB-P2")
def test_a_route_begins_where_the_line_ended() -> None:
    state = position(PARIS, a_player(PARIS, "G3 G4"), ticket=ticket_for(PARIS, "S1"))
    after, _, _ = plot(PARIS, state, "G5")
    names = [PARIS.board.intersections[number].name for number in after.players[0].line]
    assert names == ["G3", "G4", "G5"]
    assert refusal(PARIS, state, "F3").rule == "GOB-P2"


@pytest.mark.rule("GOB-P3")
@pytest.mark.parametrize("path", ["", "F4", "F4 E4 D4"])
def test_the_number_of_markers_is_exact(path: str) -> None:
    state = position(PARIS, a_player(PARIS, "G4"), ticket=ticket_for(PARIS, "S2"))
    refused = refusal(PARIS, state, path)
    assert refused.rule == "GOB-P3"
    assert "the shape S2 asks for 2" in refused.detail


@pytest.mark.rule("GOB-P3")
def test_turns_may_go_left_or_right() -> None:
    assert {"H4 H3", "H4 H5"} <= routes("T2")


@pytest.mark.rule("GOB-P4")
def test_the_joint_with_the_round_before_is_free() -> None:
    straight_on, turning = "G5 G4 G3 G2", "G5 G4 H4 I4"
    for path in (straight_on, turning):
        start, via, *route = path.split()
        state = position(
            PARIS,
            a_player(PARIS, f"{start} {via}", turn_zone=USED_UP),
            ticket=ticket_for(PARIS, "S2"),
        )
        _, turn, _ = plot(PARIS, state, " ".join(route))
        assert turn.turn_spaces == 0


@pytest.mark.rule("GOB-P5")
def test_an_own_section_is_never_used_again_but_others_are_free() -> None:
    own, other = a_player(PARIS, "G3 G4"), a_player(PARIS, "F4 G4 H4", top=2)
    state = position(PARIS, own, other, ticket=ticket_for(PARIS, "S1"))
    assert paths(PARIS, state) == {"F4", "H4", "G5"}
    assert refusal(PARIS, state, "G3").rule == "GOB-P5"


@pytest.mark.rule("GOB-P5")
def test_a_route_cannot_double_back_on_itself() -> None:
    state = position(PARIS, a_player(PARIS, "G4"), ticket=ticket_for(PARIS, "S2"))
    assert refusal(PARIS, state, "F4 G4").rule == "GOB-P5"


@pytest.mark.rule("GOB-P6")
@pytest.mark.parametrize(
    ("shape", "path", "spaces"),
    [
        ("S2", "F4 E4", 0),
        ("S2", "F4 F3", 1),
        ("T2", "F4 E4", 1),
        ("S3", "F4 F3 F2", 1),
        ("S3", "F4 F3 E3", 2),
        ("Z3", "F4 F3 F2", 1),
        ("Z3", "F4 E4 D4", 2),
        ("S2/T2", "F4 E4", 0),
        ("S2/T2", "F4 F3", 0),
    ],
)
def test_each_joint_of_the_wrong_kind_crosses_off_a_space(
    shape: str, path: str, spaces: int
) -> None:
    player = a_player(PARIS, "G4", turn_zone=USED_UP - spaces)
    state = position(PARIS, player, ticket=ticket_for(PARIS, shape))
    after, turn, _ = plot(PARIS, state, path)
    assert turn.turn_spaces == spaces
    assert after.players[0].sheet.turn_zone == USED_UP


@pytest.mark.rule("GOB-P6")
@pytest.mark.parametrize(("shape", "path"), [("S2", "F4 F3"), ("T2", "F4 E4"), ("Z3", "F4 F3 F2")])
def test_without_a_free_space_the_shape_is_exact(shape: str, path: str) -> None:
    player = a_player(PARIS, "G4", turn_zone=USED_UP)
    state = position(PARIS, player, ticket=ticket_for(PARIS, shape))
    refused = refusal(PARIS, state, path)
    assert refused.rule == "GOB-P6"
    assert "turn-zone spaces needed: 1, left: 0" in refused.detail


@pytest.mark.rule("GOB-P7")
def test_a_shape_that_would_leave_the_map_becomes_one_marker() -> None:
    player = a_player(NEW_YORK, "C12 C13", turn_zone=USED_UP)
    state = position(NEW_YORK, player, ticket=ticket_for(NEW_YORK, "S2"))
    assert paths(NEW_YORK, state) == {"D13"}
    after, turn, _ = plot(NEW_YORK, state, "D13")
    assert turn.fallback
    assert turn.turn_spaces == 0
    assert not turn.eliminated
    assert after.players[0].standing == PLAYING
    assert refusal(NEW_YORK, state, "D13 D12").rule == "GOB-P3"


@pytest.mark.rule("GOB-P7")
def test_with_a_space_left_there_is_no_fallback() -> None:
    player = a_player(NEW_YORK, "C12 C13", turn_zone=USED_UP - 1)
    state = position(NEW_YORK, player, ticket=ticket_for(NEW_YORK, "S2"))
    assert paths(NEW_YORK, state) == {"D13 D12"}


@pytest.mark.rule("GOB-P7")
def test_a_single_marker_by_fallback_obeys_green_lights() -> None:
    line = "C9 C8 B8"
    player = a_player(LONDON, line, turn_zone=USED_UP)
    state = position(LONDON, player, ticket=ticket_for(LONDON, "S3"))
    assert paths(LONDON, state) == {"A8", "B7 A7", "B7 C7"}


@pytest.mark.rule("GOB-P7")
def test_meeting_itself_is_no_reason_for_the_fallback() -> None:
    line = (
        "B6 C6 D6 E6 F6 F5 F4 E4 E5 D5 C5 B5 A5 A6 A7 B7 B8 C8 C7 D7 D8 E8"
        # a recorded game: straight up meets the line at E6, everything else leaves the map
    )
    state = position(
        PARIS, a_player(PARIS, line, turn_zone=USED_UP), ticket=ticket_for(PARIS, "S3")
    )
    assert paths(PARIS, state) == {"E7 E6"}
    _, turn, _ = plot(PARIS, state, "E7 E6")
    assert turn.eliminated
    assert not turn.fallback


@pytest.mark.rule("GOB-P8")
def test_meeting_itself_ends_the_turn_and_eliminates() -> None:
    player = a_player(PARIS, "G4 H4 H5 G5")
    other = a_player(PARIS, "A2", top=2)
    state = position(PARIS, player, other, ticket=ticket_for(PARIS, "S2"))
    after, turn, _ = plot(PARIS, state, "G4")
    assert turn.eliminated
    assert after.players[0].standing == ELIMINATED
    assert after.players[0].sections.bit_count() == 4
    assert refusal(PARIS, state, "G4 F4").rule == "GOB-P8"


@pytest.mark.rule("GOB-P8")
def test_nobody_boards_where_the_line_meets_itself() -> None:
    state = position(PARIS, a_player(PARIS, "F3 F4 E4 E3"), ticket=ticket_for(PARIS, "S1"))
    _, turn, _ = plot(PARIS, state, "F3")
    assert turn.eliminated
    assert turn.boxes == ()


@pytest.mark.rule("GOB-P9")
def test_there_is_no_limit_of_markers() -> None:
    line = "A2 B2 C2 D2 E2 F2 G2 H2 I2 I3 H3 G3 F3 E3 D3 C3 B3 B4 C4 D4 E4 F4 G4 H4 I4 J4 K4 K5"
    line += " J5 I5 H5 G5 F5 E5 D5"
    player = a_player(PARIS, line)
    assert player.sections.bit_count() == 34
    state = position(PARIS, player, ticket=ticket_for(PARIS, "S2"))
    after, _, _ = plot(PARIS, state, "C5 B5")
    assert after.players[0].sections.bit_count() == 36


@pytest.mark.rule("GOB-P10")
def test_ending_at_a_green_light_asks_for_one_more_marker_in_any_direction() -> None:
    state = position(NEW_YORK, a_player(NEW_YORK, "A2 B2"), ticket=ticket_for(NEW_YORK, "S1"))
    assert {"B1 A1", "B1 C1", "C2 C1", "C2 C3", "C2 D2", "B3"} == paths(NEW_YORK, state)
    _, turn, _ = plot(NEW_YORK, state, "C2 D2")
    assert turn.lights == 1
    assert turn.turn_spaces == 0
    assert refusal(NEW_YORK, state, "C2").rule == "GOB-P10"


@pytest.mark.rule("GOB-P10")
def test_passing_a_green_light_does_nothing_and_a_pawn_on_it_changes_nothing() -> None:
    walker, sitter = a_player(NEW_YORK, "B2"), a_player(NEW_YORK, "C2", top=2)
    state = position(NEW_YORK, walker, sitter, ticket=ticket_for(NEW_YORK, "S2"))
    found = paths(NEW_YORK, state)
    assert "C2 D2" in found
    assert not any(path.startswith("C2 D2 ") for path in found)
    state = position(NEW_YORK, walker, sitter, ticket=ticket_for(NEW_YORK, "S1"))
    assert "C2 D2" in paths(NEW_YORK, state)


@pytest.mark.rule("GOB-P11")
def test_a_reached_m_is_circled_and_may_be_used_at_once() -> None:
    state = position(PARIS, a_player(PARIS, "G4"), ticket=ticket_for(PARIS, "S1"))
    assert paths(PARIS, state, metro=True) == {
        *("F4 E4", "F4 F3", "F4 F5", "H4 H3", "H4 H5", "H4 I4"),
    }
    after, turn, _ = plot(PARIS, state, "F4 F5", metro=True)
    sheet = after.players[0].sheet
    assert (sheet.metro_circled, sheet.metro_crossed) == (1, 1)
    assert turn.boxes == ("metro", "grannies", "students")
    assert turn.turn_spaces == 0


@pytest.mark.rule("GOB-P11")
def test_an_old_m_extends_any_route_by_one_marker_a_round() -> None:
    player = a_player(PARIS, "F5 G5", metro_circled=2, metro_crossed=1)
    state = position(PARIS, player, ticket=ticket_for(PARIS, "S1"))
    assert paths(PARIS, state, metro=True) == {"G4 F4", "G4 G3", "G4 H4", "H5 H4", "H5 H6", "H5 I5"}
    after, _, _ = plot(PARIS, state, "G4 F4", metro=True)
    sheet = after.players[0].sheet
    assert (sheet.metro_circled, sheet.metro_crossed) == (3, 2)
    assert refusal(PARIS, state, "G4 F4 E4", metro=True).rule == "GOB-P3"


@pytest.mark.rule("GOB-P11")
def test_an_m_past_the_sixth_is_lost_and_gives_no_extra() -> None:
    player = a_player(PARIS, "G4", metro_circled=6, metro_crossed=6)
    state = position(PARIS, player, ticket=ticket_for(PARIS, "S1"))
    assert paths(PARIS, state, metro=True) == set()
    after, turn, _ = plot(PARIS, state, "F4")
    assert turn.boxes == ()
    assert after.players[0].sheet.metro_circled == 6
    refused = refusal(PARIS, state, "F4 E4", metro=True)
    assert refused.rule == "GOB-P11"
    assert "no circled M" in refused.detail


@pytest.mark.rule("GOB-P11")
def test_there_is_no_metro_in_new_york() -> None:
    state = position(NEW_YORK, a_player(NEW_YORK, "B2"), ticket=ticket_for(NEW_YORK, "S1"))
    refused = refusal(NEW_YORK, state, "B3 B4", metro=True)
    assert isinstance(refused, IllegalMoveError)
    assert refused.rule == "GOB-P11"


@pytest.mark.rule("GOB-P11", "GOB-X4")
def test_an_extra_marker_may_eliminate_but_no_extra_follows_an_elimination() -> None:
    player = a_player(PARIS, "G4 H4 H5", metro_circled=1)
    state = position(PARIS, player, ticket=ticket_for(PARIS, "S1"))
    found = paths(PARIS, state, metro=True)
    assert "G5 G4" in found
    _, turn, _ = plot(PARIS, state, "G5 G4", metro=True)
    assert turn.eliminated
    player = a_player(PARIS, "G4 H4 H5 G5", metro_circled=1)
    state = position(PARIS, player, ticket=ticket_for(PARIS, "S1"))
    assert not any(path.startswith("G4") for path in paths(PARIS, state, metro=True))


@pytest.mark.rule("GOB-P12")
def test_the_departure_is_not_reached_but_others_pawns_are_normal() -> None:
    walker, sitter = a_player(PARIS, "F4"), a_player(PARIS, "H4", top=2)
    state = position(PARIS, walker, sitter, ticket=ticket_for(PARIS, "S2"))
    after, turn, _ = plot(PARIS, state, "G4 H4")
    assert turn.boxes == ("dark_flirts", "metro")
    assert after.players[0].sheet.metro_circled == 1


def test_an_intersection_that_is_not_on_the_map_is_refused() -> None:
    state = position(PARIS, a_player(PARIS, "G4"), ticket=ticket_for(PARIS, "S1"))
    assert refusal(PARIS, state, "Z9").rule == "GOB-P1"
    assert PlotRoute(("Z9",)).metro is False
