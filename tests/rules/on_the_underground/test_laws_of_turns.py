"""Laws that every game of On the Underground obeys, however it is played: turns, points, end."""

from collections import Counter
from math import ceil
from typing import Any

import pytest
from hypothesis import given

from services.rules.core.bits import bits
from services.rules.core.events import CardsDrawn, PlayerResigned
from services.rules.core.replay import replay
from services.rules.core.seats import FINISHED, PLAYING, RESIGNED, Resign
from services.rules.families.on_the_underground.edition import FAMILY, Edition
from services.rules.families.on_the_underground.events import (
    ALL_CARDS_DRAWN,
    NOBODY_LEFT,
    ActionsPassed,
    BranchTaken,
    DestinationsOpened,
    Event,
    GameEnded,
    PassengerMoved,
    TrackPlaced,
    TurnBegan,
)
from services.rules.families.on_the_underground.state import State
from services.scoring.core.game import score_game
from services.scoring.editions import load_tables
from tests.laws import examples
from tests.rules.games import moments
from tests.rules.on_the_underground.positions import edition_of
from tests.rules.on_the_underground.test_laws import heard
from tests.rules.random_games import assert_laws, games, laws_of, many_games
from tests.support import Game

TABLES = load_tables()
OPEN = 4
"""Destination cards that lie open."""
some_games = examples(15)


def turns(game: Game) -> list[tuple[TurnBegan, list[Event]]]:
    """Give every turn of a game with what happened in it."""
    found: list[tuple[TurnBegan, list[Event]]] = []
    for event in game.log:
        if isinstance(event, TurnBegan):
            found.append((event, []))
        elif found:
            found[-1][1].append(event)
    return found


def whole_turns(game: Game) -> list[tuple[TurnBegan, list[Event]]]:
    """Leave out the turn in which the last one at the table left."""
    return turns(game)[:-1] if game.log[-1].ending == NOBODY_LEFT else turns(game)


def owners(game: Game) -> dict[str, int]:
    """Say whose the lines are, by the score tiles that were drawn."""
    (tiles,) = (e.cards for e in game.log if isinstance(e, CardsDrawn) and e.what == "score_tiles")
    return {colour: seat for seat, tile in enumerate(tiles) for colour in str(tile).split()}


def turns_of(edition: Edition, seats: int) -> int:
    """Count the turns until the last card is drawn, and on to the end of the round (OTU-E1)."""
    return ceil(ceil((len(edition.cards) - OPEN) / edition.visits) / seats) * seats


@pytest.mark.rule("OTU-T1", "OTU-T2", "OTU-T3", "OTU-X6")
@some_games
@given(games(FAMILY))
def test_a_turn_has_four_actions_and_in_the_first_round_three_to_five(game: Game) -> None:
    for began, events in whole_turns(game):
        first, last = began.turn == 1, began.turn == game.seats
        assert began.actions == 4 - first + last
        taken = sum(isinstance(event, BranchTaken | TrackPlaced) for event in events)
        passed = sum(event.branch_tiles for event in events if isinstance(event, ActionsPassed))
        assert taken + passed == began.actions


@pytest.mark.rule("OTU-T1", "OTU-G1", "OTU-E2")
@some_games
@given(games(FAMILY))
def test_in_a_turn_come_actions_then_trips_then_cards(game: Game) -> None:
    visits, cards = edition_of(game.first).visits, OPEN
    left = len(edition_of(game.first).cards) - OPEN
    for _, events in whole_turns(game):
        kinds = [type(e) for e in events if not isinstance(e, PlayerResigned | GameEnded)]
        trips = kinds.count(PassengerMoved)
        assert trips == min(visits, cards)
        drawn = min(trips, left)
        order = [PassengerMoved] * trips + [DestinationsOpened] * bool(drawn)
        assert kinds[-len(order) :] == order or not order
        assert not {PassengerMoved, DestinationsOpened} & {*kinds[: len(kinds) - len(order)]}
        cards, left = cards - trips + drawn, left - drawn


@pytest.mark.rule("OTU-T1", "OTU-E1")
@some_games
@given(games(FAMILY))
def test_the_seats_have_their_turns_in_order_and_equally_many(game: Game) -> None:
    numbers = [(began.turn, began.seat) for began, _ in turns(game)]
    assert numbers == [(at + 1, at % game.seats) for at in range(len(numbers))]
    for began, events in turns(game):
        acting = (BranchTaken, TrackPlaced, ActionsPassed, PassengerMoved)
        assert {event.seat for event in events if isinstance(event, acting)} <= {began.seat}
    if game.log[-1].ending == ALL_CARDS_DRAWN:
        assert len(numbers) == turns_of(edition_of(game.first), game.seats)


@pytest.mark.rule("OTU-E1", "OTU-X6")
@some_games
@given(games(FAMILY))
def test_a_game_ends_when_all_cards_are_drawn_or_nobody_is_left(game: Game) -> None:
    left = [player for player in game.last.players if player.standing == PLAYING]
    ended = [event for event in game.log if isinstance(event, GameEnded)]
    assert ended == [game.log[-1]]
    assert ended[0].ending == (ALL_CARDS_DRAWN if left else NOBODY_LEFT)
    assert not left or game.last.drawn == len(game.last.setup.deck)
    assert game.last.turn.phase == FINISHED
    assert game.last.to_play == ()


@pytest.mark.rule("OTU-P7", "OTU-X6")
@some_games
@given(games(FAMILY))
def test_no_turn_ends_with_a_line_ending_at_an_icon(game: Game) -> None:
    icons = edition_of(game.first).icons
    for step in game.steps:
        began, ended = TurnBegan, GameEnded(ALL_CARDS_DRAWN, game.last.setup.secrets)
        if any(isinstance(event, began) or event == ended for event in step.events):
            assert [line for line in step.after.lines if line.ends & icons] == []


@pytest.mark.rule("OTU-P7", "OTU-P8", "OTU-X1")
@some_games
@given(games(FAMILY))
def test_one_seat_that_plays_has_the_move_and_is_never_stuck(game: Game) -> None:
    for state in moments(game)[:-1]:
        (seat,) = state.to_play
        assert state.players[seat].standing == PLAYING
        assert len(game.family.legal_moves(game.edition, state, seat)) > 0


@pytest.mark.rule("OTU-X1")
@some_games
@given(games(FAMILY))
def test_a_game_has_no_more_moves_than_actions_and_trips(game: Game) -> None:
    edition = edition_of(game.first)
    moves = [step for step in game.steps if not isinstance(step.move, Resign)]
    assert len(moves) <= turns_of(edition, game.seats) * (4 + edition.visits)
    assert len(game.steps) - len(moves) <= game.seats


@pytest.mark.rule("OTU-X6")
@some_games
@given(games(FAMILY))
def test_a_seat_that_left_only_takes_branch_tiles(game: Game) -> None:
    gone: set[int] = set()
    for began, events in whole_turns(game):
        if began.seat in gone:
            acts = [e for e in events if isinstance(e, BranchTaken | TrackPlaced | ActionsPassed)]
            assert acts == [ActionsPassed(began.seat, began.actions)]
            assert all(e.outcome is None for e in events if isinstance(e, PassengerMoved))
        gone |= {event.seat for event in events if isinstance(event, PlayerResigned)}
    standings = [player.standing == RESIGNED for player in game.last.players]
    left = {event.seat for event in game.log if isinstance(event, PlayerResigned)}
    assert [seat in left for seat in range(game.seats)] == standings


@pytest.mark.rule("OTU-G5")
@some_games
@given(games(FAMILY))
def test_a_ride_goes_to_the_owner_of_each_line(game: Game) -> None:
    whose = owners(game)
    for event in (event for event in game.log if isinstance(event, PassengerMoved)):
        assert len(set(event.lines)) == len(event.lines)
        assert event.owners == tuple(whose[line] for line in event.lines)


@pytest.mark.slow
@pytest.mark.rule("OTU-B1", "OTU-B2", "OTU-B3", "OTU-B4", "OTU-B5", "OTU-B6", "OTU-B7", "OTU-B8")
@pytest.mark.rule("OTU-G5", "OTU-E3")
@examples(40)
@given(games(FAMILY))
def test_the_ledgers_are_what_the_log_adds_up_to(game: Game) -> None:
    edition, whose = edition_of(game.first), owners(game)
    for state, log in [*heard(game)][::-15]:
        facts: Any = game.family.outcome(edition, state)
        for seat, player in enumerate(state.players):
            placed = [e for e in log if isinstance(e, TrackPlaced) and e.seat == seat]
            expected: dict[str, Any] = {"branch_tiles": player.branch_tiles}
            if edition.landmark_types:
                expected["landmark_sets"] = sum(event.sets for event in placed)
                expected["landmark_tiles"] = hand(edition, placed)
            own = [line for line, owner in whose.items() if owner == seat]
            cards = state.setup.secrets[seat]
            expected["lines"] = {line: ledger(edition, log, line, cards) for line in own}
            assert facts["seats"][seat]["sheet"] == expected


def hand(edition: Edition, placed: list[TrackPlaced]) -> dict[str, int]:
    """Add up the landmark tiles taken, without those that went into sets."""
    taken = Counter(name for event in placed for name in (*event.landmarks, *event.replaced))
    sets = sum(event.sets for event in placed)
    return {name: taken[name] - sets for name in edition.landmark_types}


def ledger(edition: Edition, log: list[Event], line: str, secrets: tuple[str, ...]) -> Any:
    """Add up what the log tells of a line."""
    placed = [event for event in log if isinstance(event, TrackPlaced) and event.line == line]
    kinds = Counter((each.kind, each.before > 0) for event in placed for each in event.connected)
    count = Counter(each.kind for event in placed for each in event.connected)
    ended = [e.terminus or "both" for e in placed if "terminus" in {c.kind for c in e.connected}]
    rides = sum(line in event.lines for event in log if isinstance(event, PassengerMoved))
    facts = {"terminus": {name: ended.count(name) for name in edition.rewards}, "rides": rides}
    if edition.icons:
        return facts | {
            "rail": count["rail"],
            "clusters": count["cluster"],
            "water": count["water"],
        }
    touched = {name for event in placed for name in (event.from_station, event.to_station)}
    reached = bits(edition.network.numbers[name] for name in touched)
    return facts | {
        "rer": {"first": kinds["rer", False], "later": kinds["rer", True]},
        "secrets": [
            card for card in secrets if edition.secrets[card] & reached == edition.secrets[card]
        ],
    }


@pytest.mark.slow
@pytest.mark.rule("OTU-S7", "OTU-E4")
@some_games
@given(games(FAMILY))
def test_points_never_become_fewer_and_begin_with_none(game: Game) -> None:
    before = points(game, game.first)
    assert before == [0] * game.seats
    for step in game.steps:
        after = points(game, step.after)
        for seat, player in enumerate(step.after.players):
            assert (after[seat] is None) == (player.standing == RESIGNED)
            assert after[seat] is None or (before[seat] or 0) <= (after[seat] or 0)
        before = after


def points(game: Game, state: State) -> list[int | None]:
    """Give every seat's points as they stand; None for those who left."""
    facts: Any = game.family.outcome(game.edition, state)
    return [seat.total for seat in score_game(TABLES[game.edition.id], facts["seats"]).seats]


@some_games
@given(games(FAMILY))
def test_a_log_replays_to_the_same_end(game: Game) -> None:
    assert replay(game.family, game.edition, game.seats, game.log) == game.last


LAWS = laws_of(globals())


@pytest.mark.deep
@many_games
@given(games(FAMILY))
def test_all_these_laws_hold_in_many_more_games(game: Game) -> None:
    assert len(LAWS) == 12
    assert_laws(LAWS, game)
