"""Options of the whole test suite."""

import gc
from collections import Counter
from collections.abc import Generator, Iterator

import pytest
import structlog
from hypothesis import HealthCheck, settings

from tests.cluster import Cluster, running_cluster
from tests.service import Running, running_service

structlog.configure(
    processors=[
        *structlog.get_config()["processors"][:-1],
        # The usual one shows the variables of every frame, and takes a second for it.
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
    ]
)
settings.register_profile(
    "the same everywhere",
    derandomize=True,  # a law that fails here fails for everybody
    deadline=None,  # the machines are noisy, and a slow test is no broken law
    suppress_health_check=[HealthCheck.too_slow],
)
for name, examples in {"half": 50, "quick": 20}.items():
    settings.register_profile(
        name, settings.get_profile("the same everywhere"), max_examples=examples
    )
settings.load_profile("the same everywhere")


@pytest.fixture(scope="session")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run the platform for every file that leaves it as it was; webhooks may lead here."""
    folder = tmp_path_factory.mktemp("platform")
    with running_service(folder, LOBBY_PRIVATE_WEBHOOKS="yes") as running:
        yield running


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Run a cluster of three nodes for all tests of stores; each uses keys of its own."""
    with running_cluster(tmp_path_factory.mktemp("cluster")) as running:
        yield running


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let golden files be rewritten; `make golden` does."""
    parser.addoption(
        "--rewrite-golden",
        action="store_true",
        help="rewrite the golden files instead of comparing with them",
    )


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep the tests out of the search for garbage: thousands that are not, looked at ever again.

    Nothing is looked for while they are collected, and none of them afterwards.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the laws; begin with the files that take long, so that no core is idle at the end."""
    for item in items:
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker(pytest.mark.law)
    tests = Counter(item.path for item in items)
    slow = Counter(item.path for item in items if item.get_closest_marker("slow"))
    items.sort(key=lambda item: -slow[item.path] / tests[item.path])
