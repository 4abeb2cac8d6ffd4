"""The list of editions: what is served here and what engines announce, the newest of each."""

from pathlib import Path
from time import sleep
from typing import Any, Final

import pytest
from structlog.testing import capture_logs

from deploy.embedded import Embedded
from services.contracts.ids import ENGINES
from services.contracts.messages import Engine
from services.plumbing.connections import StoreError
from services.rules.api.service import make_service
from services.rules.app.rules import NO_EDITION
from services.rules.config import Config
from services.rules.store.memory import MemoryEngines
from services.rules.wiring import wire_parts
from tests.engines import announce, engine, from_before
from tests.rules.api.client import ROME, Api
from tests.servers import connected
from tests.support import EDITIONS

LIST: Final = "/rules/v1/editions"
PARIS: Final = "gob-paris"
CARD: Final = engine()["card"]
MOMENT: Final = 0.3
"""Seconds in which whoever fails to listen or to announce has said so."""


@pytest.fixture
def catalogue(tmp_path: Path) -> Api:
    """Give the API of a process that serves nothing."""
    return Api(tmp_path / "keys", editions=NO_EDITION)


def listed(api: Api, query: str = "") -> list[tuple[str, int]]:
    """Give the editions of the list with their versions."""
    page: Any = api.get(f"{LIST}{query}").json
    return [(card["id"], card["version"]) for card in page["items"]]


def test_a_catalogue_lists_what_engines_announce_by_id(catalogue: Api) -> None:
    assert listed(catalogue) == []
    announce(catalogue.service.engines, engine(), engine(4, PARIS))
    assert listed(catalogue) == [(PARIS, 4), (ROME, 1)]


def test_of_several_versions_the_newest_is_listed(catalogue: Api) -> None:
    later = {**CARD, "version": 10, "engine": 2}
    announce(
        catalogue.service.engines,
        engine(10, process="a"),
        engine(10, process="b", engine_version=2, card=later),
        engine(9, process="c"),
    )
    page: Any = catalogue.get(LIST).json
    assert page["items"] == [later]


def test_a_process_lists_its_own_editions_and_those_of_others(tmp_path: Path) -> None:
    api = Api(tmp_path / "keys", editions=(ROME,))
    announce(api.service.engines, engine(5, PARIS))
    assert listed(api) == [(PARIS, 5), (ROME, 1)]
    announce(api.service.engines, engine(2))
    assert listed(api) == [(PARIS, 5), (ROME, 2)]


def test_an_older_version_elsewhere_does_not_hide_the_own_one(tmp_path: Path) -> None:
    api = Api(tmp_path / "keys", editions=(ROME,))
    announce(api.service.engines, engine(0, card={**CARD, "version": 0}))
    assert listed(api) == [(ROME, 1)]


def test_engines_of_earlier_days_have_no_card_and_are_left_out(catalogue: Api) -> None:
    announce(catalogue.service.engines, from_before(2), engine(1, PARIS))
    assert listed(catalogue) == [(PARIS, 1)]


def test_the_list_of_all_engines_is_paged(catalogue: Api) -> None:
    announce(catalogue.service.engines, *(engine(1, name) for name in EDITIONS))
    first: Any = catalogue.get(f"{LIST}?limit=4").json
    assert [card["id"] for card in first["items"]] == sorted(EDITIONS)[:4]
    assert first["next"] == sorted(EDITIONS)[3]
    assert [name for name, _ in listed(catalogue, f"?after={first['next']}")] == sorted(EDITIONS)[
        4:
    ]


def test_the_tag_of_the_list_changes_with_the_engines(catalogue: Api) -> None:
    announce(catalogue.service.engines, engine(1))
    tag = catalogue.get(LIST).headers["ETag"]
    assert catalogue.get(LIST, headers={"If-None-Match": tag}).status_code == 304
    announce(catalogue.service.engines, engine(2))
    assert catalogue.get(LIST, headers={"If-None-Match": tag}).status_code == 200


class Unreadable(MemoryEngines):
    """Announcements that cannot be read."""

    def up(self, now: float) -> list[Engine]:
        """Fail."""
        raise StoreError(f"no engines at {now}")


def test_if_announcements_cannot_be_read_the_own_editions_are_listed(tmp_path: Path) -> None:
    api = Api(tmp_path / "keys", editions=(ROME,))
    api.service.engines = Unreadable()
    assert listed(api) == [(ROME, 1)]


def test_a_catalogue_serves_no_edition_itself(catalogue: Api) -> None:
    announce(catalogue.service.engines, engine())
    refused: Any = catalogue.get(f"{LIST}/{ROME}")
    assert (refused.status_code, refused.json["code"]) == (404, "edition_not_served")
    assert catalogue.service.readiness() == {"editions": []}


@pytest.mark.slow
def test_a_catalogue_listens_to_nothing_and_announces_nothing(
    server: Embedded, caplog: pytest.LogCaptureFixture
) -> None:
    config = Config(redis_url=server.url, queues_url=server.url, editions=NO_EDITION)
    service, client = make_service(config, wire_parts(config)), connected(server)
    with capture_logs() as logs:
        service.start()
        sleep(MOMENT)
        assert client.exists(ENGINES) == 0
        assert client.pubsub_channels() == []
        service.stop()
    assert [*caplog.records, *logs] == []
