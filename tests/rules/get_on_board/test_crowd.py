"""Traffic and connections: GOB-T1 to GOB-T4."""

from typing import Any

import pytest

from services.rules.families.get_on_board.edition import Edition
from tests.rules.get_on_board.positions import a_player, city, plot, position, ticket_for

NEW_YORK, LONDON, PARIS, ROME = map(city, ("new-york", "london", "paris", "rome"))


def crowd(edition: Edition, others: list[str], path: str, **given: Any) -> tuple[int, int]:
    """Give what a one-marker path crosses off, and what the sheet's zone shows after it."""
    zone = edition.capacities.crowd_zone
    start, *rest = path.split()
    crossed: dict[str, Any] = {zone: given.pop(zone, 0)}
    players = [a_player(edition, start, **crossed)]
    players += [a_player(edition, line, top=top) for top, line in enumerate(others, start=2)]
    state = position(edition, *players, ticket=ticket_for(edition, "S1"), **given)
    after, turn, _ = plot(edition, state, " ".join(rest))
    return turn.crowd, getattr(after.players[0].sheet, zone)


@pytest.mark.rule("GOB-T1")
@pytest.mark.parametrize("edition", [LONDON, PARIS])
def test_each_marker_of_another_player_on_the_section_counts(edition: Edition) -> None:
    assert edition.capacities.crowd_zone == ("traffic" if edition is LONDON else "connections")
    for others in range(4):
        lines = ["D3 D4", "D4 D3", "D3 D4"][:others]
        assert crowd(edition, lines, "D3 D4") == (others, others)


@pytest.mark.rule("GOB-T1")
def test_markers_of_players_who_are_out_go_on_counting() -> None:
    gone = a_player(PARIS, "D3 D4", top=2)._replace(standing="eliminated")
    walker = a_player(PARIS, "D3")
    state = position(PARIS, walker, gone, ticket=ticket_for(PARIS, "S1"))
    state = state._replace(to_play=(0,))
    assert plot(PARIS, state, "D4")[1].crowd == 1


@pytest.mark.rule("GOB-T2")
def test_a_congested_section_of_new_york_crosses_off_one_more_bus() -> None:
    assert crowd(NEW_YORK, [], "C7 D7") == (1, 1)
    assert crowd(NEW_YORK, ["C7 D7"], "D7 C7") == (2, 2)
    assert crowd(NEW_YORK, [], "B7 C7") == (0, 0)


@pytest.mark.rule("GOB-T2")
def test_new_york_has_the_printed_congested_sections() -> None:
    names = [
        "-".join(NEW_YORK.board.intersections[end].name for end in section.ends)
        for section in NEW_YORK.board.sections
        if section.mark == "#"
    ]
    assert set(names) == {
        *("C4-D4", "B5-C5", "C5-C6", "C6-D6", "C6-C7", "D6-D7", "C7-D7", "D7-E7", "C7-C8"),
        *("D7-D8", "C8-D8", "C8-C9", "D8-D9", "C9-D9", "D9-D10", "D10-E10"),
    }


@pytest.mark.rule("GOB-T3")
@pytest.mark.parametrize(
    ("path", "colour", "circles"),
    [
        ("B4 B5", "burgundy", 0),
        ("B5 B6", "burgundy", 1),
        ("B5 B6", "yellow", 0),
        ("A4 A3", "yellow", 1),
        ("A4 A3", "burgundy", 0),
        ("D5 D6", "yellow", 1),
    ],
)
def test_a_speedy_section_of_the_colour_of_the_game_gives_one_more_circle(
    path: str, colour: str, circles: int
) -> None:
    assert crowd(ROME, [], path, speedy=colour) == (circles, circles)


@pytest.mark.rule("GOB-T4")
@pytest.mark.parametrize(("before", "crossed"), [(16, 3), (17, 2), (18, 1), (19, 0)])
def test_there_are_19_spaces_and_more_are_lost(before: int, crossed: int) -> None:
    others = ["D3 D4", "D3 D4", "D4 D3"]
    assert crowd(PARIS, others, "D3 D4", connections=before) == (crossed, before + crossed)
    assert crowd(LONDON, others, "D3 D4", traffic=before) == (crossed, before + crossed)
