"""The edition files of Get on Board, beside the facts of the printed editions."""

import pytest

from tests.rules.editions.printed import ours, printed, where_printed

CITIES = ("gob-london", "gob-new-york", "gob-paris", "gob-rome")

pytestmark = where_printed


@pytest.mark.parametrize("city", CITIES)
def test_the_board_is_drawn_as_printed(city: str) -> None:
    assert ours(city)["board"].rstrip() == printed(city)["board"].rstrip()


@pytest.mark.parametrize("city", CITIES)
def test_players_and_departures_are_as_printed(city: str) -> None:
    for key in ("id", "family", "players", "departures"):
        assert ours(city)[key] == printed(city)[key]


@pytest.mark.parametrize("city", CITIES)
def test_the_objectives_are_as_printed(city: str) -> None:
    mine, theirs = ours(city), printed(city)
    assert mine["common_objectives"] == theirs["common_objectives"]
    assert mine["personal_objectives"] == {
        "hidden": theirs["personal_objectives_hidden"],
        "cards": theirs["personal_objectives"],
    }


@pytest.mark.parametrize("city", CITIES)
def test_the_tickets_are_as_printed(city: str) -> None:
    mine, theirs = ours(city)["tickets"], printed(city)["tickets"]
    assert mine["shapes"] == {str(top): row for top, row in theirs["shapes"].items()}
    assert mine["colours"] == theirs["colours"]
    assert mine.get("borders") == theirs.get("border")


@pytest.mark.parametrize("city", CITIES)
def test_the_landmarks_are_as_printed(city: str) -> None:
    mine, theirs = ours(city), printed(city)
    symbols = {meaning: symbol for symbol, meaning in mine["legend"].items()}
    named = {symbols[place]: name for place, name in mine.get("landmarks", {}).items()}
    # YAML takes the unquoted key `off` for the value false.
    wanted = {symbol or "off": name for symbol, name in theirs.get("landmarks", {}).items()}
    assert named == wanted


@pytest.mark.parametrize("city", CITIES)
def test_the_boxes_of_the_sheet_are_as_printed(city: str) -> None:
    mine, theirs = ours(city)["sheet"], printed(city)["sheet"]
    assert mine["turn_zone"] == len(theirs["turn_zone"])
    assert mine["grannies"] == len(theirs["grannies"])
    assert mine["students"] == theirs["students"]["boxes"]
    assert mine["tourists"]["rows"] == theirs["tourists"]["rows"]
    assert mine["tourists"]["boxes"] == theirs["tourists"]["boxes"]
    if "traffic" in theirs:
        assert mine["traffic"] == len(theirs["traffic"])
        assert mine["businesspeople"]["bonus"] == theirs["businesspeople"]["bonus"]
    else:
        assert mine["connections"] == theirs["connections"]["circles"]
        assert mine["metro"] == theirs["metro"]["spaces"]
