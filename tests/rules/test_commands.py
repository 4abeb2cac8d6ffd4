"""`python -m services.rules`: records are checked, games counted, and the contract is printed."""

import io
import sys
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

import orjson
import pytest

from deploy.embedded import Embedded
from services.plumbing.callers import Request
from services.rules.__main__ import main
from services.rules.app.read_record import read_record
from services.rules.app.resign import resign
from services.rules.app.rules import Served
from services.rules.store.redis import RedisGames
from tests.engines import ROME, editions_at
from tests.rules.app.bench import NOBODY, bench, player
from tests.rules.games import every_edition
from tests.servers import connected, server
from tests.support import EDITIONS

__all__ = ["server"]


def record_of(edition: str, moves: int = 10_000) -> Any:
    """Play a game to its end, and give its record as a client gets it."""
    at = bench()
    seats = EDITIONS[edition].edition.players[0]
    place = at.create(edition, seats)
    at.play(place, Random(3), moves)  # noqa: S311
    for seat in range(seats) if moves < 10_000 else ():
        resign(at.rules, player(seat), place, Request("leaving"))
    return orjson.loads(orjson.dumps(read_record(at.rules, NOBODY, place)))


@pytest.fixture(scope="module")
def record() -> Any:
    """Give a record; whoever changes it changes a copy."""
    return record_of("gob-rome", 4)


def verify(folder: Path, record: Any) -> int:
    file = folder / "record.json"
    file.write_bytes(record if isinstance(record, bytes) else orjson.dumps(record))
    return main(["verify", str(file)])


@pytest.mark.slow
@every_edition
def test_a_true_record_is_found_true(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    record = record_of(name)
    assert verify(tmp_path, record) == 0
    said = capsys.readouterr().out
    assert f"{record['game']} is a true record of {name}" in said
    assert record["seed_commitment"] in said
    assert all(f"  {seat['standing']}" in said for seat in record["outcome"]["seats"])
    assert "the seed was chosen by the one who created the game" in said


def change(*path: str | int, to: Any) -> Callable[[Any], None]:
    """Change one place of a record."""

    def tamper(record: Any) -> None:
        *way, last = path
        for step in way:
            record = record[step]
        record[last] = to

    return tamper


def swap_events(record: Any) -> None:
    record["log"][-1], record["log"][-2] = record["log"][-2], record["log"][-1]


def another_seed(record: Any) -> None:
    record["seed"] += "!"


def another_seed_with_its_hash(record: Any) -> None:
    another = record_of_seed("another")
    record["seed"], record["seed_commitment"] = another["seed"], another["seed_commitment"]


def record_of_seed(seed: str) -> Any:
    at = bench()
    place = at.create("gob-rome", 2, seed=seed)
    for seat in range(2):
        resign(at.rules, player(seat), place, Request("leaving"))
    return read_record(at.rules, NOBODY, place)


TAMPERED: Final[dict[str, tuple[Callable[[Any], None], str]]] = {
    "another seed": (another_seed, "not the one that was committed to"),
    "another seed and hash": (another_seed_with_its_hash, "not dealt as the seed has it"),
    "another result": (change("outcome", "seats", 0, "standing", to="won"), "recorded outcome"),
    "another move": (change("log", 6, "event", "ticket", to=99), ""),
    "a gap": (lambda record: record["log"].pop(3), "should be of version"),
    "events swapped": (swap_events, "should be of version"),
    "another version": (change("log", 6, "version", to=7), "should be of version"),
    "cut off": (lambda record: record["log"].pop(), "is missing"),
    "not ended": (lambda record: record["log"].__delitem__(slice(7, None)), "has not ended"),
    "another edition": (change("edition", to="gob-atlantis"), "gob-atlantis"),
    "another engine": (change("engine_version", to=99), "engine 99"),
    "another player more": (lambda record: record["players"].append("eva"), ""),
    "players without names": (change("players", to=[1, 2]), "named by seat"),
    "no seed": (lambda record: record.pop("seed"), "not whole"),
    "no log": (change("log", to=None), "not whole"),
    "another format": (change("format", to="pgn"), "interchange-record-1"),
}


@pytest.mark.slow
@pytest.mark.parametrize("how", TAMPERED)
def test_a_record_that_was_tampered_with_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], record: Any, how: str
) -> None:
    tamper, reason = TAMPERED[how]
    changed = deepcopy(record)
    tamper(changed)
    assert verify(tmp_path, changed) == 1
    said = capsys.readouterr().err
    assert "record.json is not a true record: " in said
    assert reason in said


@pytest.mark.parametrize("text", [b"", b"{", b"\xff\xfe"])
def test_what_is_no_json_is_said_to_be_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: bytes
) -> None:
    assert verify(tmp_path, text) == 2
    assert "cannot be read" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("text", [b"1", b"[]", b'"x"', b"null", b"{}"])
def test_json_that_is_no_record_is_refused(tmp_path: Path, text: bytes) -> None:
    assert verify(tmp_path, text) == 1


def test_a_file_that_is_not_there_is_said_not_to_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(tmp_path / "nothing.json")]) == 2
    assert "nothing.json cannot be read" in capsys.readouterr().err


def test_a_record_may_come_from_standard_input(
    record: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = io.TextIOWrapper(io.BytesIO(orjson.dumps(record)))
    monkeypatch.setattr(sys, "stdin", text)
    assert main(["verify", "-"]) == 0
    assert "true record" in capsys.readouterr().out


@pytest.mark.slow
def test_games_that_are_not_over_are_counted_by_version(
    server: Embedded, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    client = connected(server)
    for version, over in ((1, 2), (1, 0), (1, 0), (2, 0), (3, 2)):
        at = bench(RedisGames(client))
        rules = replace(at.rules, served=Served(editions_at(version)))
        place = at._replace(rules=rules).create(ROME, 2)
        for seat in range(over):
            resign(rules, player(seat), place, Request("leaving"))
    monkeypatch.setenv("REDIS_URL", server.url)
    assert main(["games"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "gob-rome version 1, engine 1: 2",
        "gob-rome version 2, engine 1: 1",
        "gob-rome version 3, engine 1: 0",
    ]


def test_games_that_cannot_be_counted_are_said_not_to_be(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REDIS_URL", "unix:///nowhere/valkey.sock")
    assert main(["games"]) == 1
    assert capsys.readouterr().err.startswith("games: the store cannot be used: ")
