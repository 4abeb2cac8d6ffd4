"""Random games of a family for property tests: any table, any policy, people who leave."""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from hypothesis import strategies as st

from services.rules.core.chance import Seeded
from services.rules.core.seats import PLAYING, Resign
from services.rules.families import FAMILIES
from tests.laws import examples
from tests.support import EDITIONS, TABLES_OF_PLAYERS, Game, Step, at_random, carefully

LATEST: Final = 70
"""The move before which the last of those who leave has left."""
some_games = examples(40)
many_games = examples(400)


class Played(Game):
    """A game that is printed, when a law fails, as the call that plays it again."""

    call = ""

    def __repr__(self) -> str:
        return self.call


def tables_of(family: str) -> list[tuple[str, int]]:
    """List every edition of a family with every number of players it is for."""
    return [at for at in TABLES_OF_PLAYERS if EDITIONS[at[0]].family is FAMILIES[family]]


@st.composite
def games(draw: st.DrawFn, family: str, *, resignations: bool = True) -> Game:
    """Draw a game played to its end."""
    name, seats = draw(st.sampled_from(tables_of(family)))
    seed = draw(st.text(max_size=12))
    careful = draw(st.integers(0, 3)) > 0  # careless games are short
    moments = st.dictionaries(st.integers(0, seats - 1), st.integers(0, LATEST), max_size=seats)
    leaving = draw(st.just({}) | moments) if resignations else {}
    return play_out(name, seats, seed, careful=careful, leaving=leaving)


def laws_of(module: Mapping[str, Any]) -> list[Any]:
    """Find the property tests of a module, to be held to more games."""
    tests = (test for name, test in module.items() if name.startswith("test_"))
    return [test for test in tests if hasattr(test, "hypothesis")]


def assert_laws(laws: list[Any], game: Game) -> None:
    """Hold a game to the laws of a module."""
    for law in laws:
        law.hypothesis.inner_test(game)


def play_out(
    name: str, seats: int, seed: str, *, careful: bool, leaving: Mapping[int, int]
) -> Game:
    """Play a game; `leaving` says before which move a seat resigns."""
    entry = EDITIONS[name]
    family, edition = entry.family, entry.edition
    choose, chance = (carefully if careful else at_random)(seed), Random(seed)  # noqa: S311
    state, events = family.new_game(edition, seats, Seeded(seed))
    game = Played(family, edition, seats, state, [], list(events))
    game.call = f"play_out({name!r}, {seats}, {seed!r}, careful={careful}, leaving={leaving})"
    state = _resign(game, state, leaving)
    while family.to_play(state):
        seat = chance.choice(family.to_play(state))
        option = choose(family.legal_moves(edition, state, seat))
        state = _resign(game, _make(game, state, seat, option.move), leaving)
    return game


def _resign(game: Game, state: Any, leaving: Mapping[int, int]) -> Any:
    """Let all resign who leave at this moment and still can."""
    now = len(game.steps)
    for seat in (seat for seat, moment in leaving.items() if moment == now):
        if game.family.to_play(state) and state.players[seat].standing == PLAYING:
            state = _make(game, state, seat, Resign())
    return state


def _make(game: Game, state: Any, seat: int, move: Any) -> Any:
    after, events = game.family.apply(game.edition, state, seat, move)
    game.steps.append(Step(state, seat, move, events, after))
    game.log.extend(events)
    return after
