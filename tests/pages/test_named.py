"""Commands that pages name exist; blocks say what they are; what is not run has a reason."""

from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from deploy.settings import ROOT
from tests.pages.existing import TARGET, objection
from tests.pages.not_run import NOT_RUN, PROGRAMS_ELSEWHERE, Cover
from tests.pages.reading import (
    PROGRAMS,
    SHOWN,
    TYPED,
    Block,
    Command,
    Named,
    blocks,
    named,
    pages,
    typed,
)

COMMANDS = [
    command
    for page in pages()
    for block in blocks(page)
    if block.language in TYPED
    for command in typed(block)
]
EVERYWHERE = {**NOT_RUN, **PROGRAMS_ELSEWHERE}


@pytest.mark.slow
@pytest.mark.parametrize("page", pages())
def test_every_block_says_what_it_is(page: str) -> None:
    allowed = {*TYPED, *PROGRAMS, *SHOWN}
    assert [block.line for block in blocks(page) if block.language not in allowed] == []


@pytest.mark.slow
@pytest.mark.parametrize("page", pages())
def test_every_command_that_is_named_exists(page: str) -> None:
    found = {f"{page}:{each.line}: `{each.text}`": objection(each) for each in named(page)}
    assert {where: wrong for where, wrong in found.items() if wrong} == {}


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: f"{command.page}:{command.line}")
def test_a_command_that_is_not_run_exists_at_least(command: Command) -> None:
    assert objection(Named(command.page, command.line, command.short, "")) == ""


@pytest.mark.parametrize("line", NOT_RUN)
def test_what_is_not_run_is_on_a_page(line: str) -> None:
    assert any(fnmatchcase(command.short, line) for command in COMMANDS)


@pytest.mark.parametrize("page", PROGRAMS_ELSEWHERE)
def test_a_program_that_is_run_elsewhere_is_on_its_page(page: str) -> None:
    assert any(block.language in PROGRAMS for block in blocks(page))


@pytest.mark.parametrize("line", EVERYWHERE)
def test_what_is_not_run_has_a_reason_and_is_covered_by_something_real(line: str) -> None:
    cover: Cover = EVERYWHERE[line]
    assert len(cover.why.split()) > 2
    targets = TARGET.findall((ROOT / "Makefile").read_text(encoding="utf-8"))
    assert (ROOT / cover.by).exists() or cover.by.removeprefix("make ") in targets


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("make fly", "make has no target fly"),
        ("make up SPEED=3", "nobody reads SPEED"),
        ("make up PORT=9000", ""),
        ("make -s token PLAYER=ana", ""),
        ("interchange fly", "there is no fly in interchange"),
        ("interchange tables fly", "there is no fly in tables"),
        (".venv/bin/interchange play gob-rome --fly", "play has no --fly"),
        ("interchange play gob-rome --bots", ""),
        ("python -m services.fly", "there is no program services.fly"),
        ("python -m services.scoring dead --fly", "no --fly"),
        ("python -m services.scoring dead --retry all", ""),
        ("gunicorn -c deploy/gunicorn.conf.py 'services.rules.api:fly()'",
         "services.rules.api has no fly()"),
        ("fly make", ""),
        ("make", ""),
    ],
)  # fmt: skip
def test_a_command_that_does_not_exist_is_found(text: str, wrong: str) -> None:
    assert objection(Named("page", 1, text, "")) == wrong


def test_options_of_a_row_belong_to_its_commands() -> None:
    row = "| `interchange tables sit TABLE`, `interchange tables leave TABLE` | (`{}`) |"
    sit = "interchange tables sit TABLE"
    assert objection(Named("page", 1, sit, row.format("--invite"))) == ""
    assert objection(Named("page", 1, sit, row.format("--fly"))) == "sit has no --fly"


def test_blocks_are_taken_apart_as_bash_reads_them(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "Text.\n\n```sh\n# a comment\na \\\n  b   # why\nX=$(c\nd)\n```\n\n"
        "1. Inside a list:\n   ```console\n   $ e\n   answer …\n   $ f\n   ```\n`g h`\n",
        encoding="utf-8",
    )
    first, second = blocks("page.md", tmp_path)
    assert (first.line, first.language) == (4, "sh")
    assert [(each.line, each.short) for each in typed(first)] == [(5, "a b"), (7, "X=$(c d)")]
    found = [(each.line, each.text, each.answer) for each in typed(second)]
    assert found == [(13, "e", "answer …"), (15, "f", "")]
    assert [(each.line, each.text) for each in named("page.md", tmp_path)] == [(17, "g h")]


def test_a_block_that_bash_does_not_understand_is_refused() -> None:
    with pytest.raises(AssertionError, match=r"page\.md:3: bash does not understand"):
        typed(Block("page.md", 3, "sh", "echo 'open\n"))
