"""Generated clients and a running platform, for every test that asks for them."""

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from tests.contract.client import Package, generate
from tests.contract.run import brief_service
from tests.service import WORKERS, Running


@pytest.fixture(scope="session")
def clients(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Package]]:
    """Generate the client of a service when it is first asked for."""
    folder = tmp_path_factory.mktemp("clients")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        yield cache(lambda service: generate(service, folder))


@pytest.fixture(scope="module")
def service(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Running]:
    """Run the platform with the workers that a file needs; it must not fail."""
    workers = getattr(request.module, "CONCERNED", WORKERS)
    with brief_service(tmp_path_factory.mktemp("platform"), workers) as running:
        yield running
        assert running.failures() == []
