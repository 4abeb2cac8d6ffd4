"""Which golden games there have to be, and how each is found, kept and played again."""

from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from services.rules.core.chance import Seeded
from tests.golden.compare import read
from tests.golden.endings import Ending, Finished
from tests.golden.families import GOLDEN, Golden
from tests.golden.table import Table, Turn, table_for
from tests.support import EDITIONS, TABLES_OF_PLAYERS

FOLDER: Final = Path(__file__).parent / "games"
SEEDS: Final = 5000
"""How many seeds are tried for an ending before giving up."""
SEED_LINE: Final = "seed: "


class Wanted(NamedTuple):
    """A golden game that has to be there."""

    edition: str
    seats: int
    ending: str

    @property
    def name(self) -> str:
        """The name of its file, without the folder."""
        return f"{self.edition}-{self.seats}p-{self.ending}.txt"

    @property
    def path(self) -> Path:
        """Its file."""
        return FOLDER / self.name

    @property
    def golden(self) -> Golden:
        """What its family knows about such games."""
        return GOLDEN[EDITIONS[self.edition].family]

    @property
    def way(self) -> Ending:
        """The way in which it has to end."""
        return self.golden.ENDINGS[self.ending]


WANTED: Final = [
    Wanted(edition, seats, ending)
    for edition, seats in TABLES_OF_PLAYERS
    for ending in GOLDEN[EDITIONS[edition].family].ENDINGS
]


class Step(NamedTuple):
    """One move between two states, and what happened."""

    before: Any
    turn: Turn
    events: tuple[Any, ...]
    after: Any


class Playthrough(NamedTuple):
    """A game from its set-up to its end."""

    wanted: Wanted
    seed: str
    table: Table
    first: Any
    setup: tuple[Any, ...]
    steps: list[Step]

    @property
    def log(self) -> list[Any]:
        """Everything that happened."""
        return [*self.setup, *(event for step in self.steps for event in step.events)]

    @property
    def last(self) -> Any:
        """The state at the end."""
        return self.steps[-1].after

    @property
    def finished(self) -> Finished:
        """What is to be judged of it."""
        return Finished(self.table, self.last, self.log)

    @property
    def as_wanted(self) -> bool:
        """Whether it ended in its way."""
        return self.wanted.way.reached(self.finished)


@cache
def play(wanted: Wanted, seed: str) -> Playthrough:
    """Play a game; the same seed always gives the same."""
    table = table_for(wanted.edition, wanted.seats)
    plan = wanted.way.plan(table, Random(seed))  # noqa: S311
    family, edition = table.family, table.edition
    state, setup = family.new_game(edition, wanted.seats, Seeded(seed))
    game = Playthrough(wanted, seed, table, state, setup, [])
    while family.to_play(state):
        turn = plan(table, state)
        after, events = table.apply(state, turn.seat, turn.move)
        game.steps.append(Step(state, turn, events, after))
        state = after
    return game


def search(wanted: Wanted) -> Playthrough:
    """Find the first seed that leads to the ending."""
    for seed in map(str, range(SEEDS)):
        game = play.__wrapped__(wanted, seed)
        if game.as_wanted:
            return game
    raise LookupError(f"no seed below {SEEDS} makes {wanted.name}")


def kept_seed(wanted: Wanted) -> str:
    """Read from a game's file which seed it was played with."""
    lines = read(wanted.path).splitlines()
    seeds = [line.removeprefix(SEED_LINE) for line in lines if line.startswith(SEED_LINE)]
    if len(seeds) != 1:
        raise LookupError(f"{wanted.name} must have one line that begins with {SEED_LINE!r}")
    return seeds[0]


def kept(wanted: Wanted) -> Playthrough:
    """Play a game with the seed of its file."""
    return play(wanted, kept_seed(wanted))


def golden_games(edition: str) -> list[Playthrough]:
    """Play all golden games of an edition."""
    return [kept(wanted) for wanted in WANTED if wanted.edition == edition]


def golden_log(edition: str) -> list[Any]:
    """Give everything that happens in them."""
    return [event for game in golden_games(edition) for event in game.log]
