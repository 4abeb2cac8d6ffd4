"""The registry: which editions there are, and which family plays each."""

import pytest

from services.rules.core.errors import UnknownEditionError
from services.rules.core.registry import Registry
from services.rules.families import FAMILIES
from tests.support import EDITIONS


def test_an_edition_is_found_by_its_id() -> None:
    assert EDITIONS
    for name in EDITIONS:
        entry = EDITIONS[name]
        assert entry.edition.id == name
        assert entry.family in FAMILIES.values()


def test_an_unknown_edition_is_refused_with_the_ones_there_are() -> None:
    with pytest.raises(UnknownEditionError) as refusal:
        EDITIONS["gob-atlantis"]
    assert refusal.value.code == "unknown_edition"
    assert "'gob-atlantis'" in refusal.value.detail
    for name in EDITIONS:
        assert name in refusal.value.detail


def test_editions_come_in_alphabetical_order() -> None:
    backwards = {name: EDITIONS[name] for name in sorted(EDITIONS, reverse=True)}
    registry = Registry(backwards)
    assert list(registry) == sorted(backwards)
    assert list(registry.values()) == [EDITIONS[name] for name in sorted(backwards)]


def test_an_edition_can_be_asked_for_without_an_error() -> None:
    name = next(iter(EDITIONS))
    assert name in EDITIONS
    assert "gob-atlantis" not in EDITIONS
    assert EDITIONS.get(name) is EDITIONS[name]
    with pytest.raises(UnknownEditionError):
        EDITIONS.get("gob-atlantis")


def test_a_registry_keeps_its_own_list() -> None:
    entries = dict(EDITIONS)
    registry = Registry(entries)
    entries.clear()
    assert len(registry) == len(EDITIONS) > 0
    assert len(Registry({})) == 0
