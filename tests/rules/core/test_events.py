"""What happens in the games of every family, and the draws that a log records."""

from typing import NamedTuple

import pytest

from services.rules.core.chance import Recorded
from services.rules.core.events import CardsDrawn, GameStarted, PlayerResigned, draws

LOG = (
    GameStarted("otu-oslo", 1, 1, 2),
    CardsDrawn("deck", (3, 1, 2)),
    CardsDrawn("names", ("b", "a")),
    PlayerResigned(1),
)


def test_the_draws_of_a_log_are_found_by_what_was_drawn() -> None:
    assert draws(LOG) == {"deck": (3, 1, 2), "names": ("b", "a")}
    assert list(draws(LOG)) == ["deck", "names"]


def test_a_log_without_draws_has_none() -> None:
    assert draws(()) == {}
    assert draws((LOG[0], LOG[3])) == {}


class CardsShown(NamedTuple):
    """Another event with the same fields."""

    what: str
    cards: tuple[int, ...]


def test_what_only_looks_like_a_draw_is_none() -> None:
    assert draws((CardsShown("deck", (3, 1, 2)), ("deck", (3, 1, 2)))) == {}


def test_the_draws_of_a_log_can_be_made_again() -> None:
    chance = Recorded(draws(LOG))
    assert chance.draw("deck", (1, 2, 3), 3) == (3, 1, 2)
    assert chance.draw("names", ("a", "b", "c"), 2) == ("b", "a")


@pytest.mark.parametrize(
    ("event", "fields"),
    [
        (LOG[0], ["edition", "version", "engine", "seats"]),
        (LOG[1], ["what", "cards"]),
        (LOG[3], ["seat"]),
    ],
)
def test_the_fields_of_an_event_are_those_of_the_log(
    event: GameStarted | CardsDrawn | PlayerResigned, fields: list[str]
) -> None:
    assert list(event._asdict()) == fields
