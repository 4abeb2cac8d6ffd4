"""Plays recorded games through rules and scoring, and writes down what they make of them.

    python -m tests.conformance.replay < games.jsonl > replayed.jsonl

One game a line, in and out. `legal`, `legal_sha1`, `eliminated` and `result` are written as
computed, whether they were there or not; everything else stays as it was. So the engines agree with
a file of games when both files are the same. A game that cannot be played is written with
`"error": {"turn": n, "code": ..., "rule": ..., "detail": ...}`: n counts from 0, as `turns` does,
and is null if the game could not even be set up; the turns before it are written as computed, and
the other games go on. A game that stops before its end gets the scores as they stand.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from services.rules.core.registry import Registry
from services.rules.editions import load_editions
from services.scoring.core.game import score_game
from services.scoring.core.table import PointsTable
from services.scoring.editions import load_tables
from tests.conformance import get_on_board
from tests.conformance.record import Game, Unplayable


@dataclass(frozen=True)
class Replayer:
    """The engines and points tables that games are played with."""

    editions: Registry
    tables: Mapping[str, PointsTable]

    def replay(self, game: Game) -> Game:
        """Play one game; give it back with everything that can be computed."""
        written = {key: value for key, value in game.items() if key not in ("result", "error")}
        try:
            self._play(game, written)
        except Unplayable as error:
            written["error"] = error.to_json()
        return written

    def _play(self, game: Game, written: Game) -> None:
        turns: list[Game] = []
        with Unplayable.at(None):
            edition = f"gob-{game['edition'].removeprefix('gob-')}"
            entry = self.editions[edition]
            recorded = list(game["turns"])
            state = get_on_board.set_up(entry.edition, game)  # type: ignore[arg-type]
        written["turns"] = turns + recorded
        for turn, after in get_on_board.play_turns(entry.edition, state, recorded):  # type: ignore[arg-type]
            turns.append(turn)
            written["turns"] = turns + recorded[len(turns) :]
            state = after
        seats = entry.family.outcome(entry.edition, state)["seats"]
        written["result"] = get_on_board.result(score_game(self.tables[edition], seats))


def replay_lines(lines: Iterable[str]) -> Iterator[str]:
    """Replay games given as lines of JSON."""
    replayer = Replayer(load_editions(), load_tables())
    for line in lines:
        if line.strip():
            yield json.dumps(_replay_line(replayer, line), separators=(",", ":"))


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
