"""Plays recorded games through rules and scoring, and writes down what they make of them.

    python -m tests.conformance.replay < games.jsonl > replayed.jsonl

One game a line, in and out, of any family. `legal`, `legal_sha1`, `eliminated` and `result` are
written as computed, whether they were there or not; everything else stays as it was. So the engines
agree with a file of games when both files say the same. A game that cannot be played is written
with `"error": {"turn": n, "code": ..., "rule": ..., "detail": ...}` (`"move": n` where a record
lists moves): n counts from 0 and is null if the game could not even be set up; what came before it
is written as computed, and the other games go on. A game that stops before its end gets the scores
as they stand.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from services.rules.core.family import AnyFamily
from services.rules.core.registry import Registry
from services.rules.editions import load_editions
from services.rules.families import FAMILIES
from services.scoring.core.game import score_game
from services.scoring.core.table import PointsTable
from services.scoring.editions import load_tables
from tests.conformance import get_on_board, on_the_underground
from tests.conformance.record import Game, Unplayable

RECORDS: Final[Mapping[AnyFamily, Any]] = {
    FAMILIES["get-on-board"]: get_on_board,
    FAMILIES["on-the-underground"]: on_the_underground,
}
"""How the records of each family are read and written."""
SHORT: Final = "gob-"
"""What records of the first family leave out in front of a city."""


@dataclass(frozen=True)
class Replayer:
    """The engines and points tables that games are played with."""

    editions: Registry
    tables: Mapping[str, PointsTable]

    def replay(self, game: Game) -> Game:
        """Play one game; give it back with everything that can be computed."""
        written = {key: value for key, value in game.items() if key not in ("result", "error")}
        item = "move" if "moves" in game else "turn"
        try:
            self._play(game, written)
        except Unplayable as error:
            written["error"] = error.to_json(item)
        return written

    def _play(self, game: Game, written: Game) -> None:
        done: list[Game] = []
        with Unplayable.at(None):
            name = game["edition"] if game["edition"] in self.editions else SHORT + game["edition"]
            entry = self.editions[name]
            family, edition = entry.family, entry.edition
            records = RECORDS[family]
            recorded = list(game[records.LIST])
            state = records.set_up(edition, game)
        written[records.LIST] = done + recorded
        for each, after in records.play(edition, state, recorded):
            done.append(each)
            written[records.LIST] = done + recorded[len(done) :]
            state = after
        outcome: Game = family.outcome(edition, state)
        scored = score_game(self.tables[name], outcome["seats"])
        written["result"] = records.result(outcome, scored)


def replay_lines(lines: Iterable[str]) -> Iterator[str]:
    """Replay games given as lines of JSON."""
    for line in lines:
        if line.strip():
            yield json.dumps(_replay_line(_replayer(), line), separators=(",", ":"))


@cache
def _replayer() -> Replayer:
    return Replayer(load_editions(), load_tables())


def _replay_line(replayer: Replayer, line: str) -> Game:
    try:
        game = json.loads(line)
    except ValueError as error:
        return {"error": Unplayable(None, "bad_record", None, f"not JSON: {error}").to_json()}
    if not isinstance(game, dict):
        return {"error": Unplayable(None, "bad_record", None, "not a JSON object").to_json()}
    return replayer.replay(game)


def main() -> int:
    """Read standard input, write standard output, and count on standard error."""
    games = errors = 0
    for line in replay_lines(sys.stdin):
        print(line, flush=True)
        games += 1
        errors += '"error":{' in line
    print(f"{games} games replayed, {errors} of them with an error", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
