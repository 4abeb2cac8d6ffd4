"""What every store tells beside the games: logs that have grown, engines that are up."""

from time import monotonic

import pytest

from services.contracts.messages import Engine
from services.rules.store.ports import Engines, Games
from tests.rules.store.conftest import Listening
from tests.rules.store.samples import RECEIPT, change, created


def engine(process: str, edition: str = "tram") -> Engine:
    return Engine(
        edition=edition,
        edition_version=1,
        engine_version=2,
        players=[2, 3],
        address="http://127.0.0.1/rules/v1",
        process=process,
    )


def test_news_tells_which_log_has_grown(games: Games, listening: Listening) -> None:
    place, other = created(games), created(games)
    news = listening(place.edition, other.edition)
    games.write(place, change())
    games.write(other, change())
    games.write(place, change(1))
    assert [news.next(2) for _ in range(3)] == [place, other, place]


@pytest.mark.slow
def test_there_is_no_news_if_nothing_was_written(games: Games, listening: Listening) -> None:
    place = created(games)
    news = listening(place.edition)
    games.write(place, change(5))
    games.write(place, change(key="key", receipt=RECEIPT))
    assert news.next(2) == place
    games.write(place, change(key="key", receipt=RECEIPT))
    assert news.next(0.05) is None


def test_news_that_is_closed_does_not_go_on(games: Games, listening: Listening) -> None:
    listening(created(games).edition).close()


@pytest.mark.slow
def test_who_serves_nothing_hears_nothing_and_waits(listening: Listening) -> None:
    begun = monotonic()
    assert listening().next(0.1) is None
    assert monotonic() - begun >= 0.1


def test_engines_are_up_until_they_are_stale(engines: Engines) -> None:
    engines.announce([engine("a"), engine("b")], until=100.0)
    engines.announce([engine("c")], until=200.5)
    assert sorted(each["process"] for each in engines.up(99.0)) == ["a", "b", "c"]
    assert engines.up(100.0) == [engine("c")]
    assert engines.up(201.0) == []


def test_an_engine_that_is_announced_again_is_listed_once(engines: Engines) -> None:
    engines.announce([engine("a")], until=100.0)
    engines.announce([engine("a")], until=110.0)
    assert engines.up(105.0) == [engine("a")]


def test_a_process_announces_each_of_its_editions(engines: Engines) -> None:
    both = [engine("a", "bus"), engine("a", "tram")]
    engines.announce(both, until=100.0)
    assert sorted(engines.up(1.0), key=lambda each: each["edition"]) == both


def test_engines_that_withdraw_are_gone_at_once(engines: Engines) -> None:
    engines.announce([engine("a"), engine("b")], until=100.0)
    engines.withdraw([engine("a"), engine("never announced")])
    assert engines.up(1.0) == [engine("b")]
