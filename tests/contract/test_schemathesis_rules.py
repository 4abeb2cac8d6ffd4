"""Schemathesis against the rules; in a file of its own, so that it runs beside the others."""

from pathlib import Path

import pytest

from tests.contract.brief import PATIENCE, assert_nothing_found, hear

pytestmark = [pytest.mark.slow, pytest.mark.timeout(PATIENCE)]


def test_schemathesis_finds_nothing_in_the_rules(tmp_path: Path) -> None:
    assert_nothing_found(hear("rules", tmp_path))
