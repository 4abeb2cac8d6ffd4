"""Views show what a person may see, and hide the rest.

Two ways to look for a leak: put marks into all secret places and search the view for them; change
everything that is secret and see that the view stays the same.
"""

from typing import Any

import pytest

from services.rules.core.bits import members
from services.rules.core.seats import FINISHED
from services.rules.core.types import Viewer
from services.rules.families.on_the_underground import outcome, view
from services.rules.families.on_the_underground.state import State
from tests.rules.games import careful_games, through_json, viewers
from tests.rules.on_the_underground.positions import edition_of
from tests.rules.on_the_underground.secrets import (
    MARK,
    disguised,
    every_city_table,
    hidden_seats,
    is_marked,
    marked,
    scenes,
)

PUBLIC = {
    "edition",
    "version",
    "engine",
    "seat",
    "phase",
    "turn",
    "actions",
    "visits",
    "to_play",
    "passenger",
    "destinations",
    "deck",
    "landmarks",
    "seats",
}


def seen(state: State, viewer: Viewer) -> dict[str, Any]:
    return view(edition_of(state), state, viewer)


@pytest.mark.slow
@pytest.mark.rule("OTU-S4", "OTU-S6", "OTU-G7", "OTU-X5")
@every_city_table
def test_nothing_secret_stands_anywhere_in_a_view(name: str, seats: int) -> None:
    for state in scenes(name, seats):
        for viewer in viewers(seats):
            edition, secret = marked(state, viewer)
            assert secret != state
            assert not is_marked(view(edition, secret, viewer))


@every_city_table
def test_the_marks_would_be_found_if_they_were_shown(name: str, seats: int) -> None:
    for state in scenes(name, seats):
        edition, secret = marked(state, None)
        for seat in hidden_seats(state, None):
            shown: Any = view(edition, secret, seat)["seats"]
            cards = [f"{MARK}{seat}-0", f"{MARK}{seat}-1"]
            assert shown[seat]["secret_objectives"] == cards
            ledgers = shown[seat]["sheet"]["lines"].values()
            assert [ledger["secrets"] for ledger in ledgers] == [cards] * len(ledgers)


@pytest.mark.slow
@pytest.mark.rule("OTU-S4", "OTU-S6", "OTU-G7", "OTU-X5")
@every_city_table
def test_a_view_does_not_depend_on_what_is_secret(name: str, seats: int) -> None:
    for number, state in enumerate(scenes(name, seats)):
        for viewer in viewers(seats):
            others = [disguised(state, viewer, f"{number} {viewer} {n}") for n in range(4)]
            assert {*others} != {state}
            assert all(seen(other, viewer) == seen(state, viewer) for other in others)


@pytest.mark.rule("OTU-G7", "OTU-X5")
@every_city_table
def test_a_view_has_no_more_parts_than_lie_open(name: str, seats: int) -> None:
    for state in scenes(name, seats):
        for viewer in viewers(seats):
            shown = seen(state, viewer)
            assert shown.keys() == PUBLIC
            parts = {"seat", "standing", "lines", "secret_objectives", "sheet"}
            assert [seat.keys() for seat in shown["seats"]] == [parts] * seats
            assert shown["deck"] == len(state.setup.deck) - state.drawn
            assert len(shown["destinations"]) <= 4


@pytest.mark.rule("OTU-S6")
@every_city_table
def test_secret_objectives_are_seen_by_their_owner_and_at_the_end_by_all(
    name: str, seats: int
) -> None:
    for state in scenes(name, seats):
        facts: Any = outcome(edition_of(state), state)
        for viewer in viewers(seats):
            hidden = hidden_seats(state, viewer)
            for seat, shown in enumerate(seen(state, viewer)["seats"]):
                cards = list(state.setup.secrets[seat])
                assert shown["secret_objectives"] == (None if seat in hidden else cards)
                sheet = through_json(facts["seats"][seat]["sheet"])
                for ledger in sheet["lines"].values() if seat in hidden else ():
                    ledger["secrets"] = None
                assert shown["sheet"] == sheet


@pytest.mark.rule("OTU-S6", "OTU-E3")
@every_city_table
def test_the_last_move_of_a_game_uncovers_the_secret_objectives(name: str, seats: int) -> None:
    for game in careful_games(name, seats):
        dealt = [list(cards) for cards in game.last.setup.secrets]
        before, after = (
            [shown["secret_objectives"] for shown in seen(state, None)["seats"]]
            for state in (game.steps[-1].before, game.last)
        )
        assert game.last.turn.phase == FINISHED
        assert after == dealt
        assert before == (dealt if dealt[0] == [] else [None] * seats)


@every_city_table
def test_everybody_sees_the_same_table_but_for_the_secret_objectives(name: str, seats: int) -> None:
    for state in scenes(name, seats):
        shown = [without_secrets(seen(state, viewer)) for viewer in viewers(seats)]
        assert [each.pop("seat") for each in shown] == list(viewers(seats))
        assert all(each == shown[0] for each in shown)


def without_secrets(shown: dict[str, Any]) -> dict[str, Any]:
    for seat in shown["seats"]:
        del seat["secret_objectives"]
        for ledger in seat["sheet"]["lines"].values():
            ledger.pop("secrets", None)
    return shown


@every_city_table
def test_a_spectator_sees_the_turn_the_passenger_and_the_destinations(
    name: str, seats: int
) -> None:
    for state in scenes(name, seats):
        shown, stations = seen(state, None), edition_of(state).network.stations
        turn = tuple(shown[key] for key in ("phase", "turn", "actions", "visits"))
        assert turn == state.turn
        assert shown["to_play"] == list(state.to_play)
        assert shown["passenger"] == stations[state.passenger].id
        assert shown["destinations"] == [stations[at].id for at in state.open]
        standings = [seat["standing"] for seat in shown["seats"]]
        assert standings == [player.standing for player in state.players]


@pytest.mark.rule("OTU-S2", "OTU-P2")
@every_city_table
def test_a_spectator_sees_all_tracks_and_the_tokens_left(name: str, seats: int) -> None:
    for state in scenes(name, seats):
        network, tokens = edition_of(state).network, edition_of(state).tokens
        shown = [line for seat in seen(state, None)["seats"] for line in seat["lines"]]
        assert [line["line"] for line in shown] == list(state.setup.colours)
        for line, built in zip(shown, state.lines, strict=True):
            placed = [network.connections[at].stations for at in members(built.track)]
            assert line["track"] == list(map(list, placed))
            assert line["tokens"] == tokens[line["line"]] - len(placed)
            touched = [name for pair in placed for name in pair]
            assert sorted(line["ends"]) == sorted(n for n in touched if touched.count(n) == 1)


@pytest.mark.rule("OTU-S5", "OTU-B7")
@every_city_table
def test_a_spectator_sees_the_landmark_tiles_where_no_line_has_been(name: str, seats: int) -> None:
    for state in scenes(name, seats):
        network = edition_of(state).network
        spots = [station.id for station in network.stations if station.kind == "landmark"]
        tracks = [line["track"] for seat in seen(state, None)["seats"] for line in seat["lines"]]
        touched = {name for track in tracks for pair in track for name in pair}
        laid = dict(zip(spots, state.setup.landmarks, strict=True))
        lying = {spot: tile for spot, tile in laid.items() if spot not in touched}
        assert seen(state, None)["landmarks"] == lying
