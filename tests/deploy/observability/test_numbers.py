"""What is documented, shown and watched is what a running platform tells after a game."""

import re
from collections.abc import Iterator
from contextlib import closing
from random import Random
from typing import Final, NamedTuple

import pytest
from prometheus_client.parser import text_string_to_metric_families

from services.contracts.ids import RULES_QUEUE
from services.plumbing.connections import connect
from services.plumbing.queues import queue
from tests.deploy.observability.files import OF_TARGETS, Asked, asked, documented, expressions
from tests.e2e.guests import Guest
from tests.e2e.metrics import metric
from tests.e2e.players import Client
from tests.servers import wait_until
from tests.service import WORKERS, Running, running_service

ROME: Final = "gob-rome"
WAIT: Final = 90.0
OF_HISTOGRAMS: Final = ("_bucket", "_count", "_sum")
SERVICES: Final = ("rules", "scoring", "lobby")


class Told(NamedTuple):
    """What a platform tells, by the names that are documented."""

    labels: dict[str, frozenset[str] | None]
    """None if there is nothing to tell yet, and so no labels are seen."""
    histograms: frozenset[str]


pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Told]:
    """Run a platform, let a game be played on it, and give what it tells then."""
    folder = tmp_path_factory.mktemp("told")
    with running_service(folder, PROMETHEUS_MULTIPROC_DIR=str(folder / "metrics")) as running:
        play(running)
        lose_a_job(running)
        with Client(running) as client:
            yield read(client.send("GET", "/metrics").body.decode())


def play(service: Running) -> None:
    """Let a guest play with a bot, leave, and look at the score."""
    with closing(Guest(service, "Ana")) as guest:
        table = guest.lobby("POST", "/tables", game=ROME, most=2)
        address = guest.lobby("POST", f"/tables/{table['id']}/bots")["playing"]["address"]
        wait_until(lambda: _turn(guest, address), WAIT)
        guest.move(address, Random(1))  # noqa: S311
        assert guest.rules("POST", f"{address}/resignation").status_code == 201
        score = f"/scoring/v1/games/{address.rpartition('/')[2]}/score"
        wait_until(lambda: guest.rules("GET", score).json().get("final"), WAIT)


def _turn(guest: Guest, address: str) -> bool:
    """Tell whether the guest may move."""
    return bool(guest.rules("GET", f"{address}/legal-moves").json()["moves"])


def lose_a_job(service: Running) -> None:
    """Let a job get lost that a sweeper has to find."""
    own = queue(connect(service.store.url), RULES_QUEUE.format(edition=ROME))
    service.end("rules")
    with Client(service) as client:
        client.end(client.create(ROME))
        own.empty()  # type: ignore[no-untyped-call]
        service.start("rules", WORKERS["rules"])
        wait_until(lambda: metric(client, "rules_swept_total", queue=own.name) > 0, WAIT)


def read(text: str) -> Told:
    """Give the metrics under the names that they are documented with, and their labels."""
    found: dict[str, frozenset[str] | None] = {}
    histograms = set()
    for family in text_string_to_metric_families(text):
        name = f"{family.name}_total" if family.type == "counter" else family.name
        pairs = {pair for sample in family.samples for pair in sample.labels.items()}
        labels = frozenset(label for label, value in pairs if value and label != "le")
        found[name] = labels if family.samples else None
        if family.type == "histogram":
            histograms.add(name)
    return Told(found, frozenset(histograms))


def labels_of(told: Told, name: str) -> frozenset[str]:
    """Give the labels of a metric; one with nothing to tell yet has those of another service."""
    _, _, rest = name.partition("_")
    others = [told.labels.get(f"{each}_{rest}") for each in SERVICES]
    own = told.labels[name]
    return frozenset[str]().union(*filter(None, others)) if own is None else own


def meant(told: Told, name: str) -> list[str]:
    """Give the metrics that a name or a pattern in an expression means."""
    parts = {f"{each}{end}": each for each in told.histograms for end in OF_HISTOGRAMS}
    plain = {each: each for each in told.labels if each not in told.histograms}
    return [each for word, each in {**parts, **plain}.items() if re.fullmatch(name, word)]


def wrong(told: Told, each: Asked) -> bool:
    """Tell whether an expression asks for something that is not told."""
    found = meant(told, each.name)
    known = {"le", *OF_TARGETS}.union(*(labels_of(told, name) for name in found))
    patterns = each.name.count("|") + 1
    return len(found) < patterns or not each.labels <= known


def test_every_metric_that_is_told_is_documented_and_the_other_way_round(told: Told) -> None:
    assert sorted(documented()) == sorted(told.labels)


def test_every_metric_has_the_labels_of_the_documentation(told: Told) -> None:
    found = {name: labels_of(told, name) for name in told.labels}
    assert found == documented()


@pytest.mark.parametrize("expression", sorted({*expressions()}))
def test_an_expression_asks_for_what_is_told(told: Told, expression: str) -> None:
    assert asked(expression)
    assert [each for each in asked(expression) if each.name != "up" and wrong(told, each)] == []


def test_an_expression_that_asks_for_something_else_is_found(told: Told) -> None:
    for bad in (
        "sum(rate(rules_moves[5m]))",
        'rules_moves_total{city="x"}',
        "sum by (city) (rules_moves_total)",
        '{__name__=~"(rules|scoring|bots)_queue_depth"}',
        "rules_streams_bucket",
    ):
        assert any(wrong(told, each) for each in asked(bad)), bad
