"""`python -m clients.kit` on the platform as it is deployed."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from clients.kit.__main__ import main
from clients.kit.notes import CHECKS
from deploy.settings import ROOT
from tests.service import Running

KIT: Final = ROOT / "clients" / "kit"


@pytest.fixture(scope="module")
def service(platform: Running) -> Iterator[Running]:
    """Give the platform; nothing may go wrong inside."""
    before = len(platform.failures())
    yield platform
    assert platform.failures()[before:] == []


def tokens(folder: Path) -> str:
    """Say what prints a token."""
    return f"{sys.executable} -m deploy.keys {{player}} --data {folder}"


@pytest.mark.slow
@pytest.mark.parametrize(
    "edition", ["gob-paris", pytest.param("otu-new-york", marks=pytest.mark.deep)]
)
def test_a_real_edition_passes(service: Running, edition: str) -> None:
    command = [sys.executable, "-m", "clients.kit", edition, "--url", service.url]
    command += ["--token-command", tokens(service.folder)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    words = [line.split()[0] for line in done.stdout.splitlines() if "looked at" in line]
    assert words == ["passed"] * len(CHECKS)


@pytest.mark.slow
def test_what_is_wrong_is_told_by_the_exit_code(
    service: Running, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["--url", service.url, "--token-command", tokens(service.folder)]
    assert main(["gob-atlantis", *given]) == 1
    assert "- setup: " in capsys.readouterr().out


def test_a_service_that_is_not_there_is_a_finding(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gob-rome", "--url", "http://127.0.0.1:9", "--token-command", "echo x"]) == 1
    assert "could not go on (ConnectError" in capsys.readouterr().out


@pytest.mark.slow
def test_without_tokens_nothing_is_tried(
    capsys: pytest.CaptureFixture[str], service: Running
) -> None:
    assert main(["gob-rome", "--url", service.url, "--token-command", "false"]) == 2
    assert capsys.readouterr().err.startswith("no token: ")


def test_the_kit_knows_nothing_of_the_services() -> None:
    for file in KIT.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
            assert not [each for each in names if each.split(".")[0] == "services"], file
