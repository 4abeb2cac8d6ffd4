"""What can be played: cities and boxes, as the newest engine of each says."""

from typing import Any

from services.lobby.app.editions import served_editions
from tests.engines import engine
from tests.lobby.app.people import Town


def test_a_city_is_for_as_many_as_its_newest_version_says(here: Town) -> None:
    here.around.others = [engine(3, players=[2, 3, 4]), engine(2, players=[5])]
    page: Any = served_editions(here.lobby, None, 100)
    rome = next(item for item in page["items"] if item["id"] == "gob-rome")
    assert rome["players"] == [2, 3, 4]
    assert [each["edition_version"] for each in rome["versions"]] == [1, 2, 3]
