"""The passenger: OTU-G1 to OTU-G7, OTU-X2 and OTU-X3."""

from collections.abc import Sequence
from functools import reduce
from itertools import pairwise
from operator import and_
from typing import Any

import pytest

from services.rules.families.on_the_underground import outcome, view
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.events import (
    DestinationsOpened,
    Leg,
    PassengerMoved,
)
from services.rules.families.on_the_underground.moves import MovePassenger, TakeBranch
from services.rules.families.on_the_underground.state import TRAVELLING, State
from tests.rules.games import careful_games
from tests.rules.on_the_underground.positions import (
    NEW_YORK,
    PARIS,
    edition_of,
    moved,
    play,
    position,
    refusal,
    trips,
)

FAR = ("trocadero", "michel-ange", "daumesnil")
"""Destinations of Paris that are a long way from République."""


def send(
    edition: Edition, start: str, opened: Sequence[str], **lines: str
) -> tuple[State, list[PassengerMoved]]:
    """Let the passenger go, with these lines on the board, until somebody has to choose."""
    state = position(
        edition, tracks=lines, passenger=start, open=opened, actions=1, coming=opened[:0]
    )
    state, events = play(state, TakeBranch())
    return state, moved(events)


def rides(state: State) -> dict[str, int]:
    """Count the journeys on each line, as its ledger has them."""
    seats: Any = outcome(edition_of(state), state)["seats"]
    return {name: each["rides"] for seat in seats for name, each in seat["sheet"]["lines"].items()}


@pytest.mark.rule("OTU-G1")
def test_in_paris_the_passenger_goes_to_one_destination() -> None:
    state, events = send(PARIS, "republique", ("belleville", *FAR))
    assert [event.destination for event in events] == ["belleville"]
    assert PARIS.network.stations[state.passenger].id == "belleville"
    assert [PARIS.network.stations[number].id for number in state.open] == list(FAR)


@pytest.mark.rule("OTU-G1", "OTU-G2")
def test_in_new_york_it_goes_to_two_one_after_the_other() -> None:
    opened = ("marcy-av", "rockaway-blvd", "86-st", "woodhaven-blvd")
    state, events = send(NEW_YORK, "euclid-av", opened)
    assert [(event.destination, event.spaces) for event in events] == [
        ("rockaway-blvd", 1),
        ("woodhaven-blvd", 4),
    ]
    assert events[1].path[0].stations[:2] == ("rockaway-blvd", "euclid-av")
    assert state.open == tuple(NEW_YORK.network.numbers[name] for name in ("marcy-av", "86-st"))


@pytest.mark.rule("OTU-G2")
def test_fewest_empty_spaces_come_before_fewest_lines() -> None:
    red, yellow, blue = "republique gare-de-lest", "gare-de-lest louis-blanc", "louis-blanc jaures"
    opened = ("belleville", "jaures", *FAR[:2])
    _, [event] = send(PARIS, "republique", opened, red=red, yellow=yellow, blue=blue)
    assert (event.destination, event.spaces) == ("jaures", 0)
    assert event.lines == ("blue", "red", "yellow")


@pytest.mark.rule("OTU-G2")
def test_a_water_crossing_counts_two_spaces() -> None:
    opened = ("greenpoint-av", "brooklyn-bridge-city-hall", "kings-highway", "155-st")
    state, events = send(NEW_YORK, "union-sq", opened)
    assert events == []
    assert trips(state) == [("brooklyn-bridge-city-hall", ()), ("greenpoint-av", ())]
    _, [event] = send(NEW_YORK, "bway-lafayette-st", ("greenpoint-av",))
    assert (event.destination, event.spaces) == ("greenpoint-av", 3)


@pytest.mark.rule("OTU-G2")
def test_the_crossing_with_two_icons_counts_three() -> None:
    _, [event] = send(NEW_YORK, "whitehall-st", ("borough-hall",))
    assert event.spaces == 3
    opened = ("borough-hall", "brooklyn-bridge-city-hall")
    _, events = send(NEW_YORK, "whitehall-st", opened)
    assert [(each.destination, each.spaces) for each in events] == [(opened[1], 2), (opened[0], 3)]


@pytest.mark.rule("OTU-G3")
def test_of_equal_walks_the_one_with_fewest_lines_is_taken() -> None:
    red, yellow = "republique oberkampf nation reuilly-diderot", "oberkampf breguet-sabin bastille"
    opened = ("bastille", "reuilly-diderot", *FAR[:2])
    _, [event] = send(PARIS, "republique", opened, red=red, yellow=yellow)
    assert (event.destination, event.lines) == ("reuilly-diderot", ("red",))


@pytest.mark.rule("OTU-G3")
def test_no_line_at_all_is_best() -> None:
    opened = ("richelieu-drouot", "arts-et-metiers", *FAR[:2])
    _, [event] = send(PARIS, "republique", opened, red="republique strasbourg-saint-denis")
    assert (event.destination, event.spaces, event.lines) == ("arts-et-metiers", 1, ())


@pytest.mark.rule("OTU-G3", "OTU-X2", "OTU-X3")
def test_a_line_is_ridden_the_long_way_round_rather_than_one_space_walked() -> None:
    red = "bastille gare-de-lyon reuilly-diderot nation oberkampf breguet-sabin"
    _, [event] = send(PARIS, "breguet-sabin", ("bastille", *FAR), red=red)
    assert (event.spaces, event.lines) == (0, ("red",))
    assert event.path == (Leg("red", tuple(reversed(red.split()))),)


@pytest.mark.rule("OTU-X3")
def test_parallel_spaces_are_not_added_up() -> None:
    opened = ("strasbourg-saint-denis", "belleville", *FAR[:2])
    state, _ = send(PARIS, "republique", opened)
    assert trips(state) == [("belleville", ()), ("strasbourg-saint-denis", ())]


@pytest.mark.rule("OTU-X3")
def test_a_connection_with_any_token_is_ridden_and_costs_no_space() -> None:
    opened = ("strasbourg-saint-denis", "belleville", *FAR[:2])
    _, [event] = send(PARIS, "republique", opened, white="republique strasbourg-saint-denis")
    assert (event.destination, event.spaces) == ("strasbourg-saint-denis", 0)
    assert (event.lines, event.owners) == (("white",), (1,))


@pytest.mark.rule("OTU-G4")
def test_what_is_level_is_chosen_by_the_player_destination_and_lines() -> None:
    both = "republique strasbourg-saint-denis"
    opened = ("strasbourg-saint-denis", "oberkampf", *FAR[:2])
    lines = {"yellow": both, "red": both, "black": "republique oberkampf"}
    state, events = send(PARIS, "republique", opened, **lines)
    assert events == []
    assert (state.turn.phase, state.to_play) == (TRAVELLING, (0,))
    assert trips(state) == [
        ("oberkampf", ("black",)),
        ("strasbourg-saint-denis", ("red",)),
        ("strasbourg-saint-denis", ("yellow",)),
    ]
    for number in (-1, 3):
        assert refusal(state, MovePassenger(number)) == "OTU-G4"
    for number, line in enumerate(("black", "red", "yellow")):
        after, happened = play(state, MovePassenger(number))
        assert [(each.outcome, each.lines) for each in moved(happened)] == [(number, (line,))]
        assert {each for each, count in rides(after).items() if count} == {line}


@pytest.mark.rule("OTU-G4")
def test_lines_that_lead_to_different_ends_of_the_walk_are_different_outcomes() -> None:
    lines = {"red": "republique arts-et-metiers", "yellow": "republique strasbourg-saint-denis"}
    state, _ = send(PARIS, "republique", ("reaumur-sebastopol", *FAR), **lines)
    assert trips(state) == [("reaumur-sebastopol", ("red",)), ("reaumur-sebastopol", ("yellow",))]


@pytest.mark.rule("OTU-G5")
def test_every_line_on_the_way_is_noted_whoever_owns_it() -> None:
    lines = {
        "red": "republique oberkampf",
        "gray": "oberkampf breguet-sabin",
        "yellow": "breguet-sabin bastille",
    }
    state, [event] = send(PARIS, "republique", ("bastille", *FAR), **lines)
    assert (event.lines, event.owners) == (("gray", "red", "yellow"), (0, 0, 1))
    assert {line for line, count in rides(state).items() if count == 1} == set(lines)
    assert sum(rides(state).values()) == 3
    assert event.path == (
        Leg("red", ("republique", "oberkampf")),
        Leg("gray", ("oberkampf", "breguet-sabin")),
        Leg("yellow", ("breguet-sabin", "bastille")),
    )


@pytest.mark.rule("OTU-G6")
def test_of_two_tokens_one_is_removed_and_the_second_trip_stays_there() -> None:
    opened = ("155-st", "kings-highway", "145-st", "kings-highway")
    state, events = send(NEW_YORK, "church-av", opened, red="kings-highway prospect-park")
    assert [(event.destination, event.spaces, event.lines) for event in events] == [
        ("kings-highway", 1, ()),
        ("kings-highway", 0, ()),
    ]
    assert events[1].path == ()
    assert state.open == tuple(NEW_YORK.network.numbers[name] for name in ("155-st", "145-st"))


@pytest.mark.rule("OTU-G6")
def test_a_single_token_is_gone_and_the_second_trip_goes_elsewhere() -> None:
    opened = ("kings-highway", "church-av", "155-st", "145-st")
    _, events = send(NEW_YORK, "kings-highway", opened)
    assert [(event.destination, event.spaces) for event in events] == [
        ("kings-highway", 0),
        ("church-av", 1),
    ]


@pytest.mark.rule("OTU-G7", "OTU-X5")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_no_view_tells_discarded_cards_or_the_order_of_the_deck(viewer: int | None) -> None:
    cards = list(PARIS.cards)
    one = position(PARIS, open=cards[:4], coming=cards[10:])
    two = position(PARIS, open=cards[:4], coming=[*cards[11:], cards[5]])
    assert one.setup.deck != two.setup.deck
    assert view(PARIS, one, viewer) == view(PARIS, two, viewer)
    assert view(PARIS, one, viewer)["deck"] == len(cards) - 10


@pytest.mark.rule("OTU-X5", "OTU-G6")
@pytest.mark.parametrize("name", ["otu-new-york", "otu-paris"])
def test_the_log_tells_every_destination_opened_and_visited(name: str) -> None:
    for game in careful_games(name, 3):
        opened = [e.stations for e in game.log if isinstance(e, DestinationsOpened)]
        cards = [card for cards in opened for card in cards]
        assert cards == list(game.last.setup.deck)
        for event in moved(game.log):
            cards.remove(event.destination)
        left = [game.edition.network.stations[number].id for number in game.last.open]  # type: ignore[attr-defined]
        assert sorted(cards) == sorted(left)


@pytest.mark.rule("OTU-X1", "OTU-X2", "OTU-X3", "OTU-G5")
@pytest.mark.parametrize("name", ["otu-new-york", "otu-paris"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_path_leads_to_the_destination_by_exactly_the_lines_named(name: str, seats: int) -> None:
    for game in careful_games(name, seats):
        for step in game.steps:
            here = step.before.passenger
            for event in moved(step.events):
                here = follow(step.after, event, here)
            assert here == step.after.passenger


def follow(state: State, event: PassengerMoved, here: int) -> int:
    """Follow a path step by step, and give the station where it ends."""
    network, colours = edition_of(state).network, state.setup.colours
    walked, used = 0, []
    empty = reduce(and_, (~line.track for line in state.lines))
    for leg in event.path:
        assert leg.stations[0] == network.stations[here].id
        track = empty if leg.line is None else state.lines[colours.index(leg.line)].track
        assert all(track >> network.between[pair] & 1 for pair in pairwise(leg.stations))
        walked += len(leg.stations) - 1 if leg.line is None else 0
        used += [leg.line] if leg.line else []
        here = network.numbers[leg.stations[-1]]
    assert (network.stations[here].id, walked) == (event.destination, event.spaces)
    assert tuple(sorted(used)) == event.lines
    assert event.owners == tuple(
        next(seat for seat in range(len(state.players)) if colours.index(line) in state.own(seat))
        for line in event.lines
    )
    return here
