"""Named tuples as JSON documents: written down whole, read back strictly."""

import json
import re
from typing import Any, NamedTuple, TypeAlias

import pytest

from services.rules.core.documents import Events, Origin, check_origin, freeze, named, thaw
from services.rules.core.errors import StateError
from services.rules.core.types import JsonObject


class Stop(NamedTuple):
    """A named tuple within others."""

    station: str
    tokens: tuple[int, ...]


class Departed(NamedTuple):
    """An event with values of every sort."""

    seat: int
    line: str | None
    first: Stop
    stops: tuple[Stop, ...]
    rows: tuple[tuple[int, ...], ...]


class Arrived(NamedTuple):
    """An event with a single field."""

    seat: int


Event: TypeAlias = Departed | Arrived

EVENTS = Events[Event]("Trams", {"departed": Departed, "arrived": Arrived})
DEPARTED = Departed(
    seat=1,
    line=None,
    first=Stop("nord", ()),
    stops=(Stop("ost", (1, 2)), Stop("vest", (3,))),
    rows=((1,), (), (2, 3)),
)
DOCUMENT: dict[str, Any] = {
    "type": "departed",
    "seat": 1,
    "line": None,
    "first": {"station": "nord", "tokens": []},
    "stops": [{"station": "ost", "tokens": [1, 2]}, {"station": "vest", "tokens": [3]}],
    "rows": [[1], [], [2, 3]],
}


def types_within(value: Any) -> set[type]:
    """Give the types of a value and of everything in it."""
    inner = [types_within(item) for item in value] if isinstance(value, tuple) else []
    return {type(value)}.union(*inner)


def test_an_event_is_written_down_under_its_name_and_whole() -> None:
    document = EVENTS.to_json(DEPARTED)
    assert document == DOCUMENT
    assert list(document) == ["type", *Departed._fields]
    assert EVENTS.to_json(Arrived(2)) == {"type": "arrived", "seat": 2}


def test_an_event_comes_back_through_text_as_it_was() -> None:
    for event in (DEPARTED, Arrived(0)):
        again = EVENTS.from_json(json.loads(json.dumps(EVENTS.to_json(event))))
        assert again == event
        assert types_within(again) == types_within(event)


def test_reading_an_event_leaves_the_document_alone() -> None:
    document: JsonObject = {"type": "arrived", "seat": 2}
    EVENTS.from_json(document)
    assert document == {"type": "arrived", "seat": 2}


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"seat": 1},
        {"type": None, "seat": 1},
        {"type": "Arrived", "seat": 1},
        {"type": "parked", "seat": 1},
        {"type": ["arrived"], "seat": 1},
        {"type": "arrived"},
        {"type": "arrived", "seat": 1, "speed": 9},
        {**DOCUMENT, "first": None},
        {**DOCUMENT, "first": {"station": "nord"}},
        {**DOCUMENT, "first": {"station": "nord", "tokens": [], "colour": "red"}},
        {**DOCUMENT, "first": {"station": "nord", "tokens": "12"}},
        {**DOCUMENT, "first": ["nord", []]},
        {**DOCUMENT, "stops": None},
        {**DOCUMENT, "stops": {}},
        {**DOCUMENT, "stops": [7]},
        {**DOCUMENT, "stops": [{"station": "ost"}]},
        {**DOCUMENT, "rows": 7},
        {**DOCUMENT, "rows": [7]},
        {**DOCUMENT, "rows": ["12"]},
    ],
    ids=repr,
)
def test_what_is_no_event_of_the_family_is_refused(document: dict[str, Any]) -> None:
    with pytest.raises(StateError) as refusal:
        EVENTS.from_json(document)
    assert refusal.value.code == "bad_document"
    assert refusal.value.detail == f"not an event of Trams: {document!r}"


def test_named_tuples_thaw_to_objects_and_others_to_lists() -> None:
    assert thaw(Stop("ost", (1, 2))) == {"station": "ost", "tokens": [1, 2]}
    assert thaw((Stop("ost", ()), (1, (2, "x")))) == [
        {"station": "ost", "tokens": []},
        [1, [2, "x"]],
    ]
    for plain in (None, True, 7, "text", 1.5):
        assert thaw(plain) is plain


def test_lists_freeze_to_tuples_all_the_way_down() -> None:
    assert freeze([1, ["a", []], [[2]]]) == (1, ("a", ()), ((2,),))
    for plain in (None, False, 7, "text", {"a": 1}):
        assert freeze(plain) is plain


def test_a_named_tuple_is_read_from_its_fields_in_any_order() -> None:
    assert named(Stop, {"tokens": [1, 2], "station": "ost"}) == Stop("ost", (1, 2))


@pytest.mark.parametrize(
    ("values", "wrong"),
    [
        ({"station": "ost"}, ["tokens"]),
        ({"station": "ost", "tokens": [], "colour": "red"}, ["colour"]),
        ({"station": "ost", "colour": "red"}, ["colour", "tokens"]),
        ({}, ["station", "tokens"]),
    ],
)
def test_fields_that_are_missing_or_too_many_are_named(
    values: dict[str, Any], wrong: list[str]
) -> None:
    with pytest.raises(ValueError, match=re.escape(repr(wrong))) as refusal:
        named(Stop, values)
    assert refusal.value.args == (wrong,)


OURS = Origin("otu-paris", 2, 3)


def test_a_state_of_the_same_rules_is_welcome() -> None:
    check_origin(Origin("otu-paris", 2, 3), OURS)
    assert str(OURS) == "otu-paris version 2, engine 3"


@pytest.mark.parametrize(
    "other", [Origin("otu-rome", 2, 3), Origin("otu-paris", 1, 3), Origin("otu-paris", 2, 4)]
)
def test_a_state_of_other_rules_is_refused(other: Origin) -> None:
    with pytest.raises(StateError) as refusal:
        check_origin(other, OURS)
    assert refusal.value.detail == f"a state of {other}, not of otu-paris version 2, engine 3"
