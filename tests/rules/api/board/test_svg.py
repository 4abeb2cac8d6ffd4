"""Markup, and texts that fit."""

import pytest

from services.plumbing.pictures.lettering import ELLIPSIS, clean, fitted, width
from services.plumbing.pictures.svg import element, group, number, path, through, words


def test_an_element_has_attributes_and_children() -> None:
    written = group(path("M0 0", stroke_width=1.5), fill="none")
    assert written == '<g fill="none"><path d="M0 0" stroke-width="1.5"/></g>'


def test_texts_and_attributes_are_escaped() -> None:
    written = words("<b>&", 0, 0, 10, id="\"><script>'")
    assert "&lt;b&gt;&amp;" in written
    assert 'id="&quot;&gt;&lt;script&gt;&#x27;"' in written


@pytest.mark.parametrize(
    ("value", "text"), [(1, "1"), (1.25, "1.2"), (-0.04, "0"), (10, "10"), (-3.5, "-3.5")]
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert number(value) == text


def test_a_path_goes_from_point_to_point() -> None:
    assert through([(0, 0), (1.5, 2)]) == "M0 0L1.5 2"


def test_an_element_without_children_is_closed() -> None:
    assert element("g") == "<g/>"


def test_a_text_that_fits_is_left_alone() -> None:
    assert fitted("Ada", 100, 12) == "Ada"


def test_a_long_text_is_shortened_to_its_room() -> None:
    short = fitted("W" * 200, 100, 12, bold=True)
    assert short.endswith(ELLIPSIS)
    assert 80 < width(short, 12, bold=True) <= 100


def test_wide_scripts_need_more_room() -> None:
    assert width("東京", 10) > 2 * width("to", 10) > 0


def test_accents_need_no_room() -> None:
    assert width("Émile", 10) == width("Emile", 10)


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("a\x00b\x1bc", "a b c"),
        ("  two\nlines\t", "two lines"),
        ("\u202eevil\u2066", "evil"),
        ("half \ud800 letter", "half letter"),
        ("e\u0301", "é"),
        ("\ufffe", ""),
    ],
)
def test_what_no_document_may_hold_is_taken_out(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


def test_only_the_beginning_of_an_endless_name_is_looked_at() -> None:
    assert len(clean("a" * 10_000)) < 200
