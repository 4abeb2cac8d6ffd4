"""The recorded games agree, and the replay command says so for any file of games."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.replay import replay_lines
from tests.support import QUICK_TABLES

GAMES = Path(__file__).parent / "games"
FILES = sorted(GAMES.glob("*.jsonl"))
COMPUTED = ("legal", "legal_sha1", "eliminated")
QUICK_FILES = {f"{name}-{seats}p" for name, seats in QUICK_TABLES}
SHORT_NAMES = {"new-york", "london", "paris", "rome"}


def first_game(file: str = "gob-rome-3p.jsonl") -> dict[str, Any]:
    game: dict[str, Any] = json.loads((GAMES / file).read_text().splitlines()[0])
    return game


def replayed(*games: object) -> list[dict[str, Any]]:
    lines = (game if isinstance(game, str) else json.dumps(game) for game in games)
    return [json.loads(line) for line in replay_lines(lines)]


def test_all_256_games_are_here() -> None:
    games = {file.stem: len(file.read_text().splitlines()) for file in FILES}
    assert sum(number for name, number in games.items() if name.startswith("gob-")) == 160
    assert sum(number for name, number in games.items() if name.startswith("otu-")) == 96
    assert len(FILES) == 16


@pytest.mark.slow
@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, marks=() if file.stem in QUICK_FILES else pytest.mark.slow, id=file.stem)
        for file in FILES
    ],
)
def test_legal_moves_eliminations_and_scores_agree(file: Path) -> None:
    recorded = file.read_text().splitlines()
    for line, (recorded_line, written) in enumerate(
        zip(recorded, replay_lines(recorded), strict=True), start=1
    ):
        game = json.loads(recorded_line)
        assert json.loads(written) == game, f"{file.name}:{line}"
        if game["edition"] in SHORT_NAMES:  # the records of this family have one form
            assert written == recorded_line, f"{file.name}:{line} differs in form"


@pytest.mark.slow
@pytest.mark.parametrize("file", ["gob-paris-5p.jsonl", "otu-paris-5p.jsonl"])
def test_bare_games_are_completed(file: str) -> None:
    whole = first_game(file)
    bare = {key: value for key, value in whole.items() if key != "result"}
    items = "turns" if "turns" in whole else "moves"
    bare[items] = [
        {key: value for key, value in item.items() if key not in COMPUTED} for item in whole[items]
    ]
    assert replayed(bare) == [whole]


@pytest.mark.slow
def test_wrong_figures_are_written_as_computed() -> None:
    whole, wrong = first_game(), first_game()
    wrong["turns"][3]["legal"] = 99
    wrong["turns"][4]["legal_sha1"] = "0" * 40
    wrong["turns"][5]["eliminated"] = True
    wrong["result"][1]["total"] += 1
    assert replayed(wrong) == [whole]


def test_an_illegal_path_is_an_error_and_the_others_go_on() -> None:
    whole, broken = first_game(), first_game()
    broken["turns"][2]["path"] = ["K9"]
    first, second = replayed(broken, whole)
    assert first["error"]["turn"] == 2
    assert first["error"]["code"] == "illegal_move"
    assert first["error"]["rule"] == "GOB-P1"
    assert "result" not in first
    assert first["turns"][:2] == whole["turns"][:2]
    assert second == whole


@pytest.mark.parametrize(
    ("change", "turn", "code", "rule"),
    [
        ({"seats": 4}, None, "wrong_number_of_players", "GOB-S1"),
        ({"sheets": [4, 4, 3]}, None, "impossible_draw", "GOB-S2"),
        ({"common": ["operas", "monuments"]}, None, "impossible_draw", "GOB-S3"),
        ({"personal": ["cfn", "djl", "zzz"]}, None, "impossible_draw", "GOB-S4"),
        ({"departures": [3, 3, 2]}, None, "impossible_draw", "GOB-S5"),
        ({"departures": [3, 4, 7]}, None, "impossible_draw", "GOB-S5"),
        ({"deck": [1, 2, 3]}, None, "impossible_draw", "GOB-S6"),
        ({"edition": "atlantis"}, None, "unknown_edition", None),
        ({"edition": 7}, None, "bad_record", None),
        ({"turns": "none"}, 0, "bad_record", None),
    ],
)
def test_a_game_that_cannot_be_set_up_says_why(
    change: dict[str, Any], turn: int | None, code: str, rule: str | None
) -> None:
    (written,) = replayed({**first_game(), **change})
    error = written["error"]
    assert (error["turn"], error["code"], error["rule"]) == (turn, code, rule)
    assert error["detail"]


def test_a_turn_out_of_order_is_an_error() -> None:
    game = first_game()
    game["turns"][0], game["turns"][1] = game["turns"][1], game["turns"][0]
    (written,) = replayed(game)
    assert written["error"]["turn"] == 0
    assert written["error"]["code"] == "not_your_turn"


def test_a_turn_of_another_round_is_an_error() -> None:
    game = first_game()
    game["turns"][4]["round"] += 1
    error = replayed(game)[0]["error"]
    assert (error["turn"], error["code"], error["rule"]) == (4, "not_your_turn", "GOB-R5")


def test_a_turn_after_the_end_is_an_error() -> None:
    game = first_game()
    game["turns"].append(dict(game["turns"][-1]))
    (written,) = replayed(game)
    assert written["error"]["turn"] == len(game["turns"]) - 1
    assert written["error"]["code"] in ("game_over", "not_your_turn")


def test_a_game_that_stops_early_has_the_scores_as_they_stand() -> None:
    game = first_game()
    del game["turns"][10:]
    (written,) = replayed(game)
    assert "error" not in written
    assert len(written["result"]) == 3


@pytest.mark.parametrize("line", ["not json", "[]", "7", "{}", '{"edition": null}'])
def test_a_line_that_is_no_game_is_an_error_of_its_own(line: str) -> None:
    (written,) = replayed(line)
    assert written["error"]["code"] == "bad_record"


@pytest.mark.slow
def test_the_command_reads_standard_input_and_writes_standard_output() -> None:
    text = (GAMES / "gob-new-york-2p.jsonl").read_text()
    done = subprocess.run(
        [sys.executable, "-m", "tests.conformance.replay"],
        input=text + "\nnonsense\n",
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    *games, nonsense = done.stdout.splitlines()
    assert "\n".join(games) == text.strip()
    assert "error" in json.loads(nonsense)
    assert done.stderr == "21 games replayed, 1 of them with an error\n"
