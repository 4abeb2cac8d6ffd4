"""What is not documented, or documented wrongly, fails here."""

import re
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from services.rules.editions import FOLDER

ROOT: Final = Path(__file__).resolve().parents[1]
PAGES: Final = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")
RULES: Final = Path("docs/rules/get-on-board.md")
SHARED_RULES: Final = ROOT.parent / "shared" / "rules" / "get-on-board.md"
LINK: Final = re.compile(
    r"\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)|^\[[^\]]+\]:\s+(\S+)", re.MULTILINE
)
ELSEWHERE: Final = re.compile(r"[a-z][a-z+.-]*:|//|#")
CODE: Final = re.compile(r"^(```|~~~).*?^\1|`[^`\n]*`", re.MULTILINE | re.DOTALL)
TARGET: Final = re.compile(r"^([a-z][a-z-]*):(?!=)(.*)$", re.MULTILINE)


def read(page: str | Path) -> str:
    path = ROOT / page
    return path.read_text(encoding="utf-8") if path.exists() else ""


def pages() -> list[Path]:
    """List every page that people read."""
    return [*(ROOT / page for page in PAGES), *sorted((ROOT / "docs").rglob("*.md"))]


def targets() -> dict[str, str]:
    """Give the targets of the Makefile, each with the rest of its line."""
    return dict(TARGET.findall(read("Makefile")))


def broken_links(page: Path, root: Path = ROOT) -> list[str]:
    """List the links of a page that lead to no file of the project."""
    text = CODE.sub("", page.read_text(encoding="utf-8"))
    links = [inline or reference for inline, reference in LINK.findall(text)]
    return [link for link in links if not (ELSEWHERE.match(link) or leads(page, link, root))]


def leads(page: Path, link: str, root: Path) -> bool:
    file = (page.parent / link.partition("#")[0]).resolve()
    return file.exists() and file.is_relative_to(root)


def rule_rows(text: str) -> list[str]:
    """Give the ids of the rules that have a row of their own, as often as they have one."""
    return re.findall(r"^\| *(GOB-[A-Z][0-9]+) *\|", text, re.MULTILINE)


@pytest.mark.parametrize("page", PAGES)
def test_the_page_is_there_and_has_a_title(page: str) -> None:
    assert read(page).startswith("# ")


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_to_a_file(page: Path) -> None:
    assert page.exists()
    assert broken_links(page) == []


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    (tmp_path / "outside.md").touch()
    page = tmp_path / "project" / "page.md"
    page.parent.mkdir()
    page.with_name("there.md").touch()
    page.write_text(
        "[a](there.md) [b](there.md#part) [c](#part) [d](https://example.org/x.md)\n"
        '[e](gone.md) [f](../outside.md#part) ![g](gone.png "a picture") `[h](code.md)`\n'
        "```\n[i](block.md)\n```\n[j]: gone-too.md\n",
        encoding="utf-8",
    )
    assert broken_links(page, page.parent) == [
        "gone.md",
        "../outside.md#part",
        "gone.png",
        "gone-too.md",
    ]


def test_the_targets_of_the_makefile_are_those_it_declares() -> None:
    declared = re.search(r"^\.PHONY: (.*)$", read("Makefile"), re.MULTILINE)
    assert declared
    assert sorted(declared[1].split()) == sorted(targets())


@pytest.mark.parametrize("target", targets())
def test_every_make_target_has_a_help_text(target: str) -> None:
    assert re.search(r" ## \S", targets()[target])


@pytest.mark.parametrize("target", targets())
def test_every_make_target_is_mentioned_to_readers(target: str) -> None:
    assert re.search(rf"\bmake {target}\b", read("README.md") + read("CONTRIBUTING.md"))


def test_the_changelog_begins_with_what_is_not_released() -> None:
    headings = re.findall(r"^## (.*)$", read("CHANGELOG.md"), re.MULTILINE)
    assert headings
    assert "Unreleased" in headings[0]


@pytest.mark.parametrize("edition", sorted(path.stem for path in FOLDER.glob("*.yaml")))
def test_every_edition_is_mentioned_to_readers(edition: str) -> None:
    assert edition in read("README.md") + read("docs/editions.md")


def test_every_rule_has_exactly_one_row() -> None:
    text = read(RULES)
    rows = Counter(rule_rows(text))
    assert len(rows) > 60
    assert [rule for rule, count in rows.items() if count > 1] == []
    mentioned = set(re.findall(r"\bGOB-[A-Z][0-9]+\b", text))
    assert mentioned - set(rows) == set()


@pytest.mark.skipif(
    not SHARED_RULES.exists(), reason="the original list of rules is not beside the project"
)
def test_the_rules_are_those_of_the_original_list() -> None:
    original = rule_rows(SHARED_RULES.read_text(encoding="utf-8"))
    assert sorted(rule_rows(read(RULES))) == sorted(set(original))
