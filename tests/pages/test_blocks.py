"""Every block of the pages is run as it stands, against a platform that `make up` has started."""

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase

import pytest

from tests.pages.not_run import NOT_RUN, PROGRAMS_ELSEWHERE
from tests.pages.reading import PROGRAMS, TYPED, Command, blocks, pages, typed
from tests.pages.site import Site, running_site

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]


def commands_of(page: str) -> list[Command]:
    """Give the commands of a page that are run."""
    to_type = [block for block in blocks(page) if block.language in TYPED]
    found = [command for block in to_type for command in typed(block)]
    return [each for each in found if not any(fnmatchcase(each.short, line) for line in NOT_RUN)]


def programs_of(page: str) -> list[str]:
    return [block.text for block in blocks(page) if block.language in PROGRAMS]


def as_shown(answer: str, shown: str) -> bool:
    """Compare an answer with what a page shows; `…` stands for anything."""
    pattern = ".*?".join(re.escape(part) for part in shown.strip().split("…"))
    return re.fullmatch(pattern, answer.strip(), re.DOTALL) is not None


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Run one platform for all pages."""
    with running_site(tmp_path_factory.mktemp("site")) as running:
        yield running


@pytest.mark.parametrize("page", [page for page in pages() if commands_of(page)])
def test_every_command_of_a_page_can_be_typed_as_it_stands(site: Site, page: str) -> None:
    commands = commands_of(page)
    said = site.type_in(commands)
    last, answer = commands[len(said.answers) - 1], said.answers[-1]
    assert said.code == 0, f"{page}:{last.line}: {last.text}\n{answer}"
    assert len(said.answers) == len(commands), f"{page}:{last.line} ends the session: {last.text}"
    for command, answer in zip(commands, said.answers, strict=True):
        if command.answer is not None:
            assert as_shown(answer, command.answer), f"{page}:{command.line} answers:\n{answer}"


@pytest.mark.parametrize(
    "page", [page for page in pages() if programs_of(page) and page not in PROGRAMS_ELSEWHERE]
)
def test_every_program_of_a_page_runs_and_answers_as_shown(site: Site, page: str) -> None:
    done = site.run_python([block for block in blocks(page) if block.language in PROGRAMS])
    assert done.returncode == 0, f"{page}\n{done.stdout}"


def test_what_a_page_shows_is_compared(site: Site) -> None:
    assert as_shown("one\ntwo 22 three\n", "one\ntwo … three")
    assert not as_shown("one\ntwo\n", "one")
    said = site.type_in([Command("page", 1, "echo first"), Command("page", 2, "false")])
    assert (said.code, said.answers) == (1, ["first\n", ""])
    refused = site.type_in([Command("page", 1, "curl -s http://127.0.0.1:8080/lobby/v1/me")])
    assert refused.code != 0
    assert "token_needed" in refused.answers[0]
