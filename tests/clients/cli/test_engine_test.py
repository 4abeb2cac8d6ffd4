"""`interchange engine-test`: the kit's findings as text, as JSON and as an exit code."""

import pytest

from clients.cli.commands import engine_test
from clients.cli.errors import Exit
from clients.kit import Finding, TokenSource
from clients.kit.running import Report
from tests.clients.cli.stage import URL, Ran, Stage

FINDING = Finding("setup", "no game begins")


def kit(*findings: Finding) -> object:
    """Give a kit that always finds the same."""

    def run(url: str, edition: str, token: TokenSource, report: Report) -> list[Finding]:
        report(f"{edition} at {url} with {token('kit-1')}")
        return [*findings]

    return run


def tried(stage: Stage, monkeypatch: pytest.MonkeyPatch, *findings: Finding, **flags: str) -> Ran:
    monkeypatch.setattr(engine_test, "run", kit(*findings))
    command = flags.get("command", "echo token-of-{player}")
    more = ["--json"] if "json" in flags else []
    return stage.run("engine-test", "gob-oslo", "--token-command", command, *more)


def test_a_sound_edition_is_reported_as_it_is_tried(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = tried(stage, monkeypatch)
    assert (ran.code, ran.err) == (Exit.DONE, "")
    assert ran.out == f"gob-oslo at {URL} with token-of-kit-1\n"


def test_findings_end_with_a_code_of_their_own(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = tried(stage, monkeypatch, FINDING)
    assert ran.code == Exit.UNTRUE
    assert "gob-oslo is not sound: 1 finding." in ran.err


def test_programs_get_the_findings_alone(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = tried(stage, monkeypatch, FINDING, json="yes")
    assert ran.document == {
        "edition": "gob-oslo",
        "findings": [{"check": "setup", "detail": "no game begins"}],
    }


def test_without_tokens_nothing_is_tried(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = tried(stage, monkeypatch, command="false")
    assert ran.code == Exit.USAGE
    assert "no token" in ran.err
    assert "--token-command" in ran.err
