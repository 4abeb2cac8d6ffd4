"""The edition files of On the Underground, beside the facts of the printed editions."""

from typing import Any

import pytest

from tests.rules.editions.changed import original
from tests.rules.editions.on_the_underground.cities import NEW_YORK, PARIS
from tests.rules.editions.printed import ours, printed, where_printed

CITIES = (NEW_YORK, PARIS)
DEFAULTS = {"kind": "plain", "cards": 0, "cluster": None}
"""What our files leave out."""

pytestmark = where_printed


def facts(station: dict[str, Any]) -> dict[str, Any]:
    """Give what is said of a station, without hints for its drawing."""
    whole = DEFAULTS | station
    return {key: whole[key] for key in ("name", "at", "kind", "cards", "cluster")}


@pytest.mark.slow
@pytest.mark.parametrize("city", CITIES)
def test_what_stands_at_the_top_is_as_printed(city: str) -> None:
    keys = ("id", "family", "name", "passenger_start", "destinations_per_turn", "size", "tokens")
    for key in keys:
        assert ours(city)[key] == printed(city)[key]


@pytest.mark.slow
@pytest.mark.rule("OTU-S2")
@pytest.mark.parametrize("city", CITIES)
def test_the_score_tiles_are_as_printed(city: str) -> None:
    wanted = {
        str(seats): [" ".join(tile) for tile in tiles]
        for seats, tiles in printed(city)["score_tiles"].items()
    }
    assert ours(city)["score_tiles"] == wanted


@pytest.mark.parametrize("city", CITIES)
def test_every_station_is_as_printed(city: str) -> None:
    mine, theirs = ours(city)["stations"], printed(city)["stations"]
    assert [*mine] == [*theirs]
    for name, station in theirs.items():
        assert (name, facts(mine[name])) == (name, facts(station))


@pytest.mark.parametrize("city", CITIES)
def test_every_connection_is_as_printed(city: str) -> None:
    mine, theirs = ours(city)["connections"], printed(city)["connections"]
    wanted = {" | ".join(sorted((a, b))): spaces for a, b, spaces, _ in theirs}
    assert len(wanted) == len(theirs)
    assert mine == wanted


@pytest.mark.parametrize(("city", "number"), [(NEW_YORK, 22), (PARIS, 4)])
def test_what_is_marked_as_reconstructed_is_what_the_facts_mark_so(city: str, number: int) -> None:
    theirs = printed(city)["connections"]
    added = {" | ".join(sorted((a, b))) for a, b, _, mark in theirs if mark == "added"}
    _, _, below = original(city).partition("\n  # reconstructed\n")
    assert {line.partition(":")[0].strip() for line in below.splitlines()} == added
    assert len(added) == number


def test_the_landmarks_of_paris_are_as_printed() -> None:
    assert ours(PARIS)["landmarks"] == printed(PARIS)["landmark_types"]
    assert "landmark_types" not in printed(NEW_YORK)


def test_the_clusters_of_new_york_are_as_printed() -> None:
    stations = ours(NEW_YORK)["stations"].values()
    found = {station["cluster"] for station in stations if "cluster" in station}
    assert found == set(printed(NEW_YORK)["clusters"])
    assert "clusters" not in printed(PARIS)


@pytest.mark.rule("OTU-E3")
def test_the_secret_objectives_of_paris_are_as_printed() -> None:
    cards = enumerate(printed(PARIS)["secret_objectives"], start=1)
    assert ours(PARIS)["secret_objectives"] == {str(n): card["stations"] for n, card in cards}
    assert "secret_objectives" not in printed(NEW_YORK)
