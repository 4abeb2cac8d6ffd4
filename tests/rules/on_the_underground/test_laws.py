"""Laws that every game of On the Underground obeys, however it is played: lines, tiles and cards.

Each law looks at a whole random game. The last test tries them all on many more games.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given

from services.rules.core.bits import bits, members
from services.rules.families.on_the_underground.edition import FAMILY
from services.rules.families.on_the_underground.events import (
    ActionsPassed,
    BranchTaken,
    DestinationsOpened,
    Event,
    PassengerMoved,
    TrackPlaced,
)
from services.rules.families.on_the_underground.moves import PlaceTrack
from services.rules.families.on_the_underground.state import Line, State
from tests.laws import examples
from tests.rules.games import moments
from tests.rules.on_the_underground.positions import edition_of
from tests.rules.random_games import assert_laws, games, laws_of, many_games
from tests.support import Game

BRANCH = 2
"""Branch tiles for a branch, for a closed connection, or for a missing landmark type."""
some_games = examples(15)


def placements(game: Game) -> Iterator[tuple[State, TrackPlaced]]:
    """Give what every token placed by a move did, and the state before it."""
    for step in game.steps:
        if isinstance(step.move, PlaceTrack):
            assert isinstance(step.events[0], TrackPlaced)
            yield step.before, step.events[0]


def heard(game: Game) -> Iterator[tuple[State, list[Event]]]:
    """Give every state of a game with all that had happened until then."""
    log = game.log[: -sum(len(step.events) for step in game.steps)]
    yield game.first, log
    for step in game.steps:
        log = [*log, *step.events]
        yield step.after, log


def lines(game: Game) -> Iterator[tuple[str, Line]]:
    """Give every line at every moment of a game."""
    for state in moments(game):
        yield from zip(state.setup.colours, state.lines, strict=True)


def touches(game: Game, line: Line) -> Counter[int]:
    """Count how many tokens of a line touch each station."""
    pairs = edition_of(game.first).network.pairs
    return Counter(at for token in members(line.track) for at in members(pairs[token]))


@pytest.mark.rule("OTU-S2", "OTU-P8")
@some_games
@given(games(FAMILY))
def test_a_token_is_in_hand_or_where_the_log_says(game: Game) -> None:
    edition = edition_of(game.first)
    for state, log in list(heard(game))[::10]:
        seen: Any = game.family.view(edition, state, None)
        for line in (line for seat in seen["seats"] for line in seat["lines"]):
            placed = [e for e in log if isinstance(e, TrackPlaced) and e.line == line["line"]]
            pairs = [[event.from_station, event.to_station] for event in placed]
            assert sorted(line["track"]) == sorted(pairs)
            assert line["tokens"] == edition.tokens[line["line"]] - len(placed) >= 0


@pytest.mark.rule("OTU-P4")
@some_games
@given(games(FAMILY))
def test_a_line_never_has_two_tokens_on_a_connection(game: Game) -> None:
    placed = [event for event in game.log if isinstance(event, TrackPlaced)]
    places = {(event.line, event.from_station, event.to_station) for event in placed}
    assert len(places) == len(placed)
    assert sum(line.track.bit_count() for line in game.last.lines) == len(placed)


@pytest.mark.rule("OTU-P1", "OTU-P5")
@some_games
@given(games(FAMILY))
def test_a_connection_holds_no_more_tokens_than_spaces_unless_they_were_paid_for(
    game: Game,
) -> None:
    edition = edition_of(game.first)
    paid: Counter[int] = Counter()
    for state, event in placements(game):
        at = edition.network.between[event.from_station, event.to_station]
        paid[at] += bool(state.closed >> at & 1 and event.spent >= BRANCH)
        assert not state.closed >> at & 1 or (edition.overbuilding and event.spent)
    for at, connection in enumerate(edition.network.connections):
        tokens = sum(line.track >> at & 1 for line in game.last.lines)
        assert tokens <= connection.spaces + paid[at]
        assert not paid[at] or tokens == connection.spaces + paid[at]


@pytest.mark.slow
@pytest.mark.rule("OTU-P2", "OTU-P3", "OTU-P5", "OTU-P6", "OTU-X7")
@some_games
@given(games(FAMILY))
def test_a_token_costs_tiles_where_the_line_does_not_end_and_where_no_space_is(
    game: Game,
) -> None:
    edition = edition_of(game.first)
    for state, event in placements(game):
        at = edition.network.between[event.from_station, event.to_station]
        line = state.lines[state.setup.colours.index(event.line)]
        ends = bits(station for station, tokens in touches(game, line).items() if tokens == 1)
        branch = bool(line.track) and not edition.network.pairs[at] & ends
        tokens = sum(other.track >> at & 1 for other in state.lines)
        full = tokens >= edition.network.connections[at].spaces
        assert event.spent == BRANCH * (branch + full)


@pytest.mark.rule("OTU-P2", "OTU-X2")
@some_games
@given(games(FAMILY))
def test_a_line_is_one_piece(game: Game) -> None:
    pairs = edition_of(game.first).network.pairs
    for line in game.last.lines:
        left = set(members(line.track))
        piece = pairs[min(left)] if left else 0
        while joined := {token for token in left if pairs[token] & piece}:
            left -= joined
            piece |= bits(at for token in joined for at in members(pairs[token]))
        assert left == set()
        assert piece == line.stations


@pytest.mark.rule("OTU-P2")
@some_games
@given(games(FAMILY))
def test_the_bits_of_a_line_are_those_of_its_tokens(game: Game) -> None:
    for _, line in set(lines(game)):
        touched = touches(game, line)
        assert set(members(line.stations)) == touched.keys()
        assert set(members(line.ends)) == {at for at, tokens in touched.items() if tokens == 1}


@pytest.mark.rule("OTU-P5")
@some_games
@given(games(FAMILY))
def test_the_bits_of_the_board_are_those_of_all_tokens(game: Game) -> None:
    connections = edition_of(game.first).network.connections
    for state in moments(game)[::5]:
        loads = Counter(at for line in state.lines for at in members(line.track))
        assert set(members(state.tracked)) == loads.keys()
        full = {at for at, tokens in loads.items() if tokens >= connections[at].spaces}
        assert set(members(state.closed)) == full


@pytest.mark.rule("OTU-S7", "OTU-T3", "OTU-P3", "OTU-B2", "OTU-B6", "OTU-B8", "OTU-X6")
@some_games
@given(games(FAMILY))
def test_branch_tiles_are_those_taken_and_gained_and_not_given_back(game: Game) -> None:
    tiles = [0] * game.seats
    assert [player.branch_tiles for player in game.first.players] == tiles
    for step in game.steps:
        for event in step.events:
            match event:
                case BranchTaken(seat):
                    tiles[seat] += 1
                case ActionsPassed(seat, number):
                    tiles[seat] += number
                case TrackPlaced():
                    given = event.spent + BRANCH * len(event.replaced)
                    tiles[event.seat] += event.gained - given
        assert [player.branch_tiles for player in step.after.players] == tiles
        assert min(tiles) >= 0


@pytest.mark.rule("OTU-S5", "OTU-B7", "OTU-B8", "OTU-X4")
@some_games
@given(games(FAMILY))
def test_a_landmark_tile_lies_on_the_board_or_in_a_hand_or_is_gone_in_a_set(game: Game) -> None:
    edition = edition_of(game.first)
    for state, log in list(heard(game))[::8]:
        placed = [event for event in log if isinstance(event, TrackPlaced)]
        seen: Any = game.family.view(edition, state, None)
        board = Counter(seen["landmarks"].values())
        replaced = Counter(name for event in placed for name in event.replaced)
        sets = sum(event.sets for event in placed)
        for at, name in enumerate(edition.landmark_types):
            hands = [player.landmarks[at] for player in state.players]
            gone = sets - replaced[name]
            assert board[name] + sum(hands) + gone == edition.landmark_tiles.count(name)
        assert all(0 in player.landmarks for player in state.players if player.landmarks)


@pytest.mark.slow
@pytest.mark.rule("OTU-S4", "OTU-G6", "OTU-T1", "OTU-E2")
@some_games
@given(games(FAMILY))
def test_a_card_is_in_the_deck_or_open_or_was_visited(game: Game) -> None:
    stations = edition_of(game.first).network.stations
    for state, log in heard(game):
        deck = state.setup.deck[state.drawn :]
        cards = Counter((*deck, *(stations[at].id for at in state.open)))
        cards.update(event.destination for event in log if isinstance(event, PassengerMoved))
        assert cards == Counter(edition_of(game.first).cards)
        opened = [event for event in log if isinstance(event, DestinationsOpened)]
        assert opened[-1].deck == len(deck)
        drawn = [card for event in opened for card in event.stations]
        assert (*drawn, *deck) == state.setup.deck


@pytest.mark.rule("OTU-B5", "OTU-B7")
@some_games
@given(games(FAMILY))
def test_a_station_is_connected_once_by_each_line_and_told_who_came_before(game: Game) -> None:
    earlier: dict[str, list[str]] = {}
    reached: Counter[tuple[str, str]] = Counter()
    for event in (event for event in game.log if isinstance(event, TrackPlaced)):
        for station, kind, before in event.connected:
            if kind in ("water", "cluster"):
                assert before == reached[event.line, kind]
                reached[event.line, kind] += 1
                continue
            assert event.line not in earlier.setdefault(station, [])
            assert before == len(earlier[station])
            earlier[station].append(event.line)


LAWS = laws_of(globals())


@pytest.mark.deep
@many_games
@given(games(FAMILY))
def test_all_these_laws_hold_in_many_more_games(game: Game) -> None:
    assert len(LAWS) == 11
    assert_laws(LAWS, game)
