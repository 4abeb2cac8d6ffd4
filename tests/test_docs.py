"""What is not documented, or documented wrongly, fails here."""

import re
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from services.rules.editions import FOLDER
from services.rules.families import FAMILIES

ROOT: Final = Path(__file__).resolve().parents[1]
PAGES: Final = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")
RULES: Final = sorted(path.name for path in (ROOT / "docs" / "rules").glob("*.md"))
"""The pages with the rules, one a family."""
SHARED_RULES: Final = ROOT.parent / "shared" / "rules"
ROW: Final = re.compile(r"^\| *([A-Z]{3}-[A-Z][0-9]+) *\|", re.MULTILINE)
MENTIONED: Final = re.compile(r"\b[A-Z]{3}-[A-Z][0-9]+\b")
SOURCES: Final = (".py", ".yaml")
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
    folders = (ROOT / "docs", ROOT / "deploy")
    pages = (page for folder in folders for page in sorted(folder.rglob("*.md")))
    return [*(ROOT / page for page in PAGES), *pages]


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


def rule_rows(page: str) -> list[str]:
    """Give the ids of the rules that have a row on a page, as often as they have one."""
    return ROW.findall(read(Path("docs/rules") / page))


def sources() -> list[Path]:
    """List the files of the services that may name a rule."""
    return [path for path in (ROOT / "services").rglob("*") if path.suffix in SOURCES]


def without_row(text: str) -> set[str]:
    """Name the rules that a text mentions and that have no row on any page."""
    return set(MENTIONED.findall(text)) - {rule for page in RULES for rule in rule_rows(page)}


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


def test_every_family_has_a_page_with_its_rules() -> None:
    assert [page.removesuffix(".md") for page in RULES] == sorted(FAMILIES)


@pytest.mark.parametrize("page", RULES)
def test_every_rule_of_a_page_has_exactly_one_row(page: str) -> None:
    rows = Counter(rule_rows(page))
    assert len(rows) > 40
    assert [rule for rule, count in rows.items() if count > 1] == []


def test_every_page_of_rules_has_a_prefix_of_its_own() -> None:
    prefixes = [{rule.partition("-")[0] for rule in rule_rows(page)} for page in RULES]
    assert prefixes == [{"GOB"}, {"OTU"}]


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_mentions_no_rule_that_there_is_not(page: Path) -> None:
    assert without_row(page.read_text(encoding="utf-8")) == set()


def test_the_services_name_no_rule_that_there_is_not() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in sources())
    assert len(set(MENTIONED.findall(text))) > 80
    assert without_row(text) == set()


def test_a_rule_without_a_row_is_found() -> None:
    assert without_row("by GOB-P1 and (OTU-P7), not GOB-P99; OTU-Z1.") == {"GOB-P99", "OTU-Z1"}


@pytest.mark.slow
@pytest.mark.parametrize("page", RULES)
@pytest.mark.skipif(
    not SHARED_RULES.is_dir(), reason="the original lists of rules are not beside the project"
)
def test_the_rules_are_those_of_the_original_list(page: str) -> None:
    original = ROW.findall((SHARED_RULES / page).read_text(encoding="utf-8"))
    assert sorted(rule_rows(page)) == sorted(set(original))
