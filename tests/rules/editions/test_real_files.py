"""The edition files of the project load, each with the family that it names."""

from pathlib import Path

import pytest

from services.rules.core.errors import EditionError
from services.rules.editions import FOLDER, load_edition, load_editions
from services.rules.families import FAMILIES, get_on_board, on_the_underground
from tests.rules.editions.changed import LONDON, OTU_PARIS, ROME, changed, original, write
from tests.support import EDITIONS

CITIES = {
    "get-on-board": {"gob-london", "gob-new-york", "gob-paris", "gob-rome"},
    "on-the-underground": {"otu-new-york", "otu-paris"},
}


@pytest.mark.slow
def test_every_file_of_the_folder_is_loaded_under_its_name() -> None:
    names = sorted(path.stem for path in FOLDER.glob("*.yaml"))
    editions = load_editions()
    assert list(editions) == names
    assert [editions[name].edition.id for name in names] == names


@pytest.mark.parametrize("family", CITIES)
def test_every_city_of_a_family_has_a_file(family: str) -> None:
    played = {name for name, entry in EDITIONS.items() if entry.family is FAMILIES[family]}
    assert played == CITIES[family]


def test_an_entry_holds_the_family_that_its_file_names() -> None:
    entry = load_edition(FOLDER / "gob-rome.yaml")
    assert entry.family is FAMILIES["get-on-board"] is get_on_board
    assert (entry.edition.id, entry.edition.players) == (ROME, (2, 3))
    other = load_edition(FOLDER / "otu-paris.yaml")
    assert other.family is FAMILIES["on-the-underground"] is on_the_underground
    assert (other.edition.id, other.edition.players) == (OTU_PARIS, (2, 3, 4, 5))


def test_a_folder_is_loaded_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    write(tmp_path, ROME, original(ROME))
    write(tmp_path, LONDON, original(LONDON))
    write(tmp_path, OTU_PARIS, original(OTU_PARIS))
    (tmp_path / "versions.json").write_text("{}", encoding="utf-8")
    assert list(load_editions(tmp_path)) == [LONDON, ROME, OTU_PARIS]
    write(tmp_path, LONDON, changed(original(LONDON), "departures: 12", "departures: x"))
    with pytest.raises(EditionError, match=r"gob-london\.yaml:\d+: departures: expected a whole"):
        load_editions(tmp_path)
