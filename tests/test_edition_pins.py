"""The content of a published version never changes; whoever changes it raises the version."""

import json
from pathlib import Path
from shutil import copyfile

import pytest

from services.rules.editions import load_edition
from services.scoring.editions import load_table
from tests import edition_pins
from tests.edition_pins import PINS, SOURCES, Source, content_hash, main, problems

AGAIN = "then run make pin again"


@pytest.fixture
def rules(tmp_path: Path) -> Source:
    return copied(SOURCES[0], tmp_path / "rules")


@pytest.fixture
def scoring(tmp_path: Path) -> Source:
    return copied(SOURCES[1], tmp_path / "scoring")


def copied(source: Source, folder: Path) -> Source:
    """Copy the edition files of one family, and record them as they are."""
    folder.mkdir()
    for path in source.folder.glob("gob-*.yaml"):
        copyfile(path, folder / path.name)
    copy = Source(folder, source.read)
    assert main([copy]) == 0
    return copy


def change(source: Source, name: str, right: str, wrong: str) -> None:
    path = source.folder / name
    text = path.read_text(encoding="utf-8")
    assert text.count(right) == 1, f"{right!r} stands there {text.count(right)} times"
    path.write_text(text.replace(right, wrong), encoding="utf-8")


@pytest.mark.parametrize("source", SOURCES, ids=["rules", "scoring"])
def test_every_edition_file_is_as_its_version_is_recorded(source: Source) -> None:
    assert problems(source) == []
    assert set(source.pins()) >= {path.stem for path in source.files()}


@pytest.mark.parametrize("source", SOURCES, ids=["rules", "scoring"])
def test_what_is_recorded_is_written_in_order_with_whole_hashes(source: Source) -> None:
    text = (source.folder / PINS).read_text(encoding="utf-8")
    pins = json.loads(text)
    assert [*pins] == sorted(pins)
    for versions in pins.values():
        assert [*versions] == sorted(versions, key=int)
        assert {len(bytes.fromhex(digest)) for digest in versions.values()} == {32}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("grannies: 8", "grannies: 9"),
        ("  grannies: 5\n  students: 5\n", "  students: 5\n  grannies: 5\n"),
        ("name: Rome", "name: Roma"),
        ("                          tou---y----cin", "                          gra---y----cin"),
        ("stu+gra    tou+fli", "stu        tou+fli"),
        ("stu---y----met.1", "stu--------met.1"),
    ],
)
def test_changed_rules_need_a_raised_version(
    rules: Source, capsys: pytest.CaptureFixture[str], right: str, wrong: str
) -> None:
    before = (rules.folder / PINS).read_bytes()
    change(rules, "gob-rome.yaml", right, wrong)
    sentence = "gob-rome.yaml: version 1 is recorded with other content; "
    sentence += f"raise `version` in gob-rome.yaml, {AGAIN}"
    assert problems(rules) == [sentence]
    assert main([rules]) == 1
    assert capsys.readouterr().err == f"{sentence}\n"
    assert (rules.folder / PINS).read_bytes() == before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("    values: [1, 1, 1, 2, 2, 2, 3, 3]", "    values: [1, 1, 1, 2, 2, 2, 3, 4]"),
        ("19: 10}", "19: 11}"),
        ("    yellow: 10\n    blue: 6", "    yellow: 9\n    blue: 6"),
    ],
)
def test_changed_points_need_a_raised_version(scoring: Source, right: str, wrong: str) -> None:
    change(scoring, "gob-paris.yaml", right, wrong)
    (sentence,) = problems(scoring)
    assert sentence.startswith("gob-paris.yaml: version 1 is recorded with other content")
    assert main([scoring]) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("right", "other"),
    [
        ("name: Rome", "name: Rome   # the eternal city"),
        ("# .7 is the departure", "# That is, .7 is the departure"),
        ("name: Rome", "name:    Rome\n\n"),
        ("name: Rome", 'name: "Rome"'),
        ("  cards: [aik, bgm,", "  cards: [ aik,bgm,"),
        ("met.1------tou+fld\n", "met.1------tou+fld   \n"),
    ],
)
def test_comments_and_blank_space_are_no_content(rules: Source, right: str, other: str) -> None:
    change(rules, "gob-rome.yaml", right, other)
    load_edition(rules.folder / "gob-rome.yaml")
    assert problems(rules) == []


def test_a_raised_version_is_refused_until_it_is_recorded(
    rules: Source, capsys: pytest.CaptureFixture[str]
) -> None:
    change(rules, "gob-rome.yaml", "grannies: 8", "grannies: 9")
    change(rules, "gob-rome.yaml", "version: 1", "version: 2")
    assert problems(rules) == ["gob-rome.yaml: version 2 is not recorded; run make pin"]
    capsys.readouterr()
    assert main([rules]) == 0
    assert capsys.readouterr().out.endswith("rules/gob-rome.yaml: version 2 recorded\n")
    assert problems(rules) == []
    assert main([rules]) == 0
    assert capsys.readouterr().out == "every version is recorded already\n"


def test_recording_a_new_version_keeps_every_old_one(rules: Source) -> None:
    before = rules.pins()
    for version in range(2, 12):
        change(rules, "gob-rome.yaml", f"version: {version - 1}\n", f"version: {version}\n")
        assert main([rules]) == 0
    after = rules.pins()
    assert [*after["gob-rome"]] == [str(version) for version in range(1, 12)]
    assert after.pop("gob-rome")["1"] == before.pop("gob-rome")["1"]
    assert after == before


def test_a_version_is_never_lowered(rules: Source) -> None:
    change(rules, "gob-rome.yaml", "version: 1", "version: 2")
    assert main([rules]) == 0
    change(rules, "gob-rome.yaml", "version: 2", "version: 1")
    sentence = "gob-rome.yaml: version 1 is older than 2, which is recorded already"
    assert problems(rules) == [sentence]
    before = (rules.folder / PINS).read_bytes()
    assert main([rules]) == 1
    assert (rules.folder / PINS).read_bytes() == before


def test_one_refusal_keeps_everything_from_being_recorded(rules: Source, scoring: Source) -> None:
    change(rules, "gob-london.yaml", "version: 1", "version: 2")
    change(scoring, "gob-paris.yaml", "19: 10}", "19: 11}")
    assert main([rules, scoring]) == 1
    assert [*rules.pins()["gob-london"]] == ["1"]


def test_a_version_that_is_no_number_is_refused(rules: Source) -> None:
    change(rules, "gob-rome.yaml", "version: 1", "version: new")
    sentence = "gob-rome.yaml: `version` must be a whole number, not 'new'"
    assert problems(rules) == [sentence]
    assert main([rules]) == 1


def test_the_version_itself_is_no_part_of_the_hash(scoring: Source) -> None:
    path = scoring.folder / "gob-paris.yaml"
    before = content_hash(scoring.read(path))
    change(scoring, "gob-paris.yaml", "version: 1", "version: 7")
    assert load_table(path).version == 7
    assert content_hash(scoring.read(path)) == before


@pytest.mark.slow
def test_make_pin_records_rules_and_scoring() -> None:
    makefile = Path(edition_pins.__file__).parents[1] / "Makefile"
    assert "-m tests.edition_pins" in makefile.read_text(encoding="utf-8")
    assert [source.folder.parent.name for source in SOURCES] == ["rules", "scoring"]
