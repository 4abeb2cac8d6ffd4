"""The kit passes a sound service, and finds each of several things that are spoiled in others."""

from pathlib import Path
from typing import Final

import pytest

from clients.kit import Finding, game, run
from clients.kit.notes import CHECKS, ENDING, SETUP
from tests.clients.kit.spoiling import Change, Spoil, serving, untouched
from tests.clients.kit.spoils import SPOILS

ROME: Final = "gob-rome"


def findings(
    folder: Path, spoil: Spoil = untouched, change: Change | None = None, edition: str = ROME
) -> tuple[list[Finding], list[str]]:
    """Let the kit try a service; give what it finds, and what it says."""
    lines: list[str] = []
    with serving(folder, spoil, change) as (url, api):
        return run(url, edition, api.token, lines.append), lines


@pytest.mark.slow
def test_a_sound_service_passes_and_everything_was_looked_at(tmp_path: Path) -> None:
    found, lines = findings(tmp_path)
    assert found == []
    table = [line.split()[0] for line in lines if "looked at" in line]
    assert table == ["passed"] * len(CHECKS)


@pytest.mark.slow
@pytest.mark.parametrize(
    "how",
    [
        pytest.param(how, marks=() if at % 3 == 0 else pytest.mark.deep)
        for at, how in enumerate(SPOILS)
    ],
)
def test_what_is_spoiled_is_found(tmp_path: Path, how: str) -> None:
    spoil, change, check = SPOILS[how]
    found, lines = findings(tmp_path, spoil, change)
    assert check in {finding.check for finding in found}, found
    assert f"FAILED  {check}" in "\n".join(lines)
    told = [line for line in lines if line.startswith("- ")]
    assert told == [f"- {finding.check}: {finding.detail}" for finding in found]


@pytest.mark.slow
def test_a_game_without_an_end_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "MOST_MOVES", 5)
    found, _ = findings(tmp_path)
    assert {finding.check for finding in found} == {ENDING}
    assert found[0].detail == "2 players: no end after 5 moves"


def test_an_edition_that_is_not_there_is_a_finding(tmp_path: Path) -> None:
    found, lines = findings(tmp_path, edition="gob-atlantis")
    assert [finding.check for finding in found] == [SETUP]
    assert "answered 404" in found[0].detail
    assert "missing" in {line.split()[0] for line in lines if "looked at" in line}


def test_everything_that_is_asked_for_has_been_spoiled() -> None:
    assert {check for *_, check in SPOILS.values()} | {ENDING} == {*CHECKS}
