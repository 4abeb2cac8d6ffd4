"""The legal moves against a slow search of their own, at every turn of random games.

The search in naive.py follows the words of docs/rules step by step. Whatever the engine lists,
costs and refuses must be what the search finds.
"""

from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given

from services.rules.core.errors import IllegalMoveError
from services.rules.families.get_on_board import apply, legal_moves
from services.rules.families.get_on_board.edition import FAMILY, Edition
from services.rules.families.get_on_board.events import RoutePlotted
from services.rules.families.get_on_board.moves import ChooseDeparture, PlotRoute
from services.rules.families.get_on_board.state import PLOTTING, State
from tests.rules.games import several_games
from tests.rules.get_on_board.naive import HAS_METRO, MARKERS, Route, crowd, legal_routes, turn_of
from tests.rules.get_on_board.positions import a_player, city, position, ticket_for
from tests.rules.random_games import games, many_games, some_games, tables_of
from tests.support import Game, Step

PLACING = ("GOB-P1", "GOB-P2", "GOB-P3", "GOB-P4", "GOB-P5", "GOB-P6", "GOB-P8")
CITIES = ("new-york", "london", "paris", "rome")


def turns(game: Game) -> list[Step]:
    """Give the turns of a game, without choices and resignations."""
    return [step for step in game.steps if isinstance(step.move, PlotRoute)]


def found(game: Game, step: Step) -> dict[tuple[tuple[str, ...], bool], Route]:
    assert isinstance(game.edition, Edition)
    return legal_routes(turn_of(game.edition, step.before, step.seat))


def assert_same_moves(edition: Any, state: State, seat: int) -> None:
    listed = [(o.move.path, o.move.metro) for o in legal_moves(edition, state, seat)]  # type: ignore[union-attr]
    assert len(set(listed)) == len(listed)
    assert set(listed) == legal_routes(turn_of(edition, state, seat)).keys()


@pytest.mark.slow
@pytest.mark.rule(*PLACING, "GOB-P10", "GOB-P11", "GOB-P12", "GOB-X1", "GOB-X2", "GOB-X4", "GOB-X5")
@some_games
@given(games(FAMILY))
def test_the_legal_moves_are_those_of_a_slow_search(game: Game) -> None:
    for step in turns(game):
        assert_same_moves(game.edition, step.before, step.seat)


@pytest.mark.slow
@pytest.mark.rule(*PLACING, "GOB-P10", "GOB-P11", "GOB-P12", "GOB-X1", "GOB-X2", "GOB-X4")
@pytest.mark.parametrize(("name", "seats"), tables_of(FAMILY))
def test_the_legal_moves_are_those_of_a_slow_search_at_every_table(name: str, seats: int) -> None:
    for game in several_games(name, seats):
        for step in turns(game):
            assert_same_moves(game.edition, step.before, step.seat)


@pytest.mark.deep
@many_games
@given(games(FAMILY, resignations=False))
def test_the_legal_moves_are_those_of_a_slow_search_in_many_more_games(game: Game) -> None:
    for step in turns(game):
        assert_same_moves(game.edition, step.before, step.seat)


@pytest.mark.slow
@pytest.mark.rule("GOB-P1", "GOB-P4", "GOB-P5", "GOB-P6", "GOB-P7", "GOB-X2", "GOB-X3")
@pytest.mark.parametrize("name", CITIES)
@pytest.mark.parametrize("spaces", [0, 1, 2])
def test_every_shape_is_right_at_every_spot(name: str, spaces: int) -> None:
    edition = city(name)
    for section, shape in product(edition.board.sections, MARKERS):
        ticket = ticket_for(edition, shape)
        names = [edition.board.intersections[end].name for end in section.ends]
        for line in (names, names[::-1]):
            player = a_player(edition, " ".join(line), turn_zone=5 - spaces)
            assert_same_moves(edition, position(edition, player, ticket=ticket), 0)


@pytest.mark.slow
@pytest.mark.rule("GOB-P11")
@pytest.mark.parametrize("name", ["paris", "rome"])
@pytest.mark.parametrize(("circled", "crossed"), [(0, 0), (1, 0), (1, 1), (6, 5), (6, 6)])
def test_the_metro_extra_is_right_at_every_departure(name: str, circled: int, crossed: int) -> None:
    edition = city(name)
    for start, shape in product(edition.board.departures.values(), MARKERS):
        spot = edition.board.intersections[start].name
        player = a_player(edition, spot, metro_circled=circled, metro_crossed=crossed)
        state = position(edition, player, ticket=ticket_for(edition, shape), number=1)
        assert_same_moves(edition, state, 0)


@pytest.mark.slow
@pytest.mark.rule("GOB-P6", "GOB-P8", "GOB-P10", "GOB-X2", "GOB-X4")
@pytest.mark.rule("GOB-T1", "GOB-T2", "GOB-T3", "GOB-T4", "GOB-R2")
@some_games
@given(games(FAMILY))
def test_every_legal_move_costs_what_the_slow_search_says(game: Game) -> None:
    assert isinstance(game.edition, Edition)
    for step in turns(game):
        routes = found(game, step)
        for option in legal_moves(game.edition, step.before, step.seat):
            assert not isinstance(option.move, ChooseDeparture)
            would = option.would
            costs = would.path, would.turn_spaces, would.lights, would.eliminated
            assert routes[option.move] == Route(*costs, would.metro, would.fallback)
            assert would.crowd == crowd(step.before, game.edition, step.seat, would.path)


@pytest.mark.slow
@pytest.mark.rule("GOB-X4")
@some_games
@given(games(FAMILY))
def test_the_list_of_legal_moves_says_what_each_would_do(game: Game) -> None:
    for step in turns(game):
        for option in game.family.legal_moves(game.edition, step.before, step.seat):
            after, events = game.family.apply(game.edition, step.before, step.seat, option.move)
            document: dict[str, Any] = option.to_json()
            assert document["would"] == consequences(step, after, events[0])


def consequences(step: Step, after: State, event: RoutePlotted) -> dict[str, Any]:
    """Read off two states what a turn did."""
    before, now = step.before.players[step.seat], after.players[step.seat]
    zone = "connections" if after.setup.edition in HAS_METRO else "traffic"
    return {
        "markers": len(now.line) - len(before.line),
        "turn_spaces": now.sheet.turn_zone - before.sheet.turn_zone,
        zone: getattr(now.sheet, zone) - getattr(before.sheet, zone),
        "lights": event.lights,
        "boxes": list(event.boxes),
        "personal": list(now.sheet.personal.removeprefix(before.sheet.personal)),
        "fallback": event.fallback,
        "eliminating": now.standing == "eliminated",
    }


@pytest.mark.rule("GOB-S5")
@some_games
@given(games(FAMILY, resignations=False))
def test_a_departure_leads_where_the_list_says(game: Game) -> None:
    edition, state = game.edition, game.first
    assert isinstance(edition, Edition)
    wanted = []
    for seat in range(game.seats):
        option = game.family.legal_moves(edition, state, seat)[-1]
        document: dict[str, Any] = option.to_json()
        wanted.append(document["would"]["intersection"])
        state, _ = game.family.apply(edition, state, seat, option.move)
    starts = [edition.board.intersections[player.line[0]].name for player in state.players]
    assert starts == wanted


@pytest.mark.slow
@pytest.mark.rule("GOB-P3", "GOB-P5", "GOB-P8", "GOB-P11", "GOB-X4")
@some_games
@given(games(FAMILY))
def test_a_walk_is_refused_exactly_when_the_slow_search_does_not_find_it(game: Game) -> None:
    assert isinstance(game.edition, Edition)
    chance = Random(len(game.log))  # noqa: S311
    for step in turns(game):
        assert step.before.round.phase == PLOTTING
        routes = found(game, step)
        for _ in range(20):
            walk = stroll(game.edition, step.before.players[step.seat].line[-1], chance)
            if walk in routes:
                _, events = apply(game.edition, step.before, step.seat, walk)
                assert events[0][2:4] == walk
                continue
            with pytest.raises(IllegalMoveError) as refusal:
                apply(game.edition, step.before, step.seat, walk)
            assert str(refusal.value.rule).startswith("GOB-P")


def stroll(edition: Edition, at: int, chance: Random) -> PlotRoute:
    """Walk about without minding any rule but the sections of the map, and not always that."""
    path = []
    for _ in range(chance.randrange(6)):
        at = chance.choice([*edition.board.ways[at]])
        path.append(edition.board.intersections[at].name)
    if path and chance.random() < 0.1:
        path[chance.randrange(len(path))] = chance.choice(["Z99", "A1", ""])
    return PlotRoute(tuple(path), chance.random() < 0.3)
