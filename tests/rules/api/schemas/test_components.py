"""The specification made of the schemas is sound, closed, and says all there is to say."""

from collections.abc import Iterator
from typing import Any

import pytest
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import fields
from openapi_spec_validator import validate

from services.rules.api.schemas import Document, EventField, Kind, MoveField, OneOf, teach
from services.rules.app.standing_in import HANDED_OVER
from services.rules.families.get_on_board.events import EVENT_TYPES as GET_ON_BOARD
from services.rules.families.on_the_underground.events import EVENT_TYPES as ON_THE_UNDERGROUND
from tests.rules.api.schemas.components import (
    UNIONS,
    check_schema,
    complaint,
    components,
    fits,
    specification,
)

EXAMPLES = [
    (name, example)
    for name, schema in components().items()
    for example in schema.get("examples", ())
]


def objects(schema: Any) -> Iterator[dict[str, Any]]:
    """Find every schema of an object with members, however deep."""
    if isinstance(schema, dict):
        if "properties" in schema:
            yield schema
        for part in schema.values():
            yield from objects(part)


@pytest.mark.slow
def test_the_specification_is_openapi() -> None:
    validate(specification())


@pytest.mark.slow
@pytest.mark.parametrize("name", components())
def test_every_component_is_a_json_schema_that_says_what_it_is(name: str) -> None:
    schema = components()[name]
    check_schema(schema)
    assert schema["description"].endswith(".")


def test_no_object_may_have_unknown_members() -> None:
    found = list(objects(components()))
    assert len(found) > len(UNIONS)
    assert [schema for schema in found if schema.get("additionalProperties") is not False] == []


@pytest.mark.parametrize("name", UNIONS)
def test_a_union_refers_to_schemas_of_different_names(name: str) -> None:
    refs = [each["$ref"] for each in components()[name]["oneOf"]]
    assert len(refs) == len(set(refs)) > 1
    assert {ref.rpartition("/")[2] for ref in refs} <= components().keys()


@pytest.mark.parametrize(
    ("name", "by"), [("Move", "type"), ("Event", "type"), ("Edition", "family")]
)
def test_a_discriminator_names_every_schema_by_its_only_word(name: str, by: str) -> None:
    union = components()[name]
    mapping = union["discriminator"]["mapping"]
    assert union["discriminator"]["propertyName"] == by
    assert [*mapping.values()] == [each["$ref"] for each in union["oneOf"]]
    for word, ref in mapping.items():
        schema = components()[ref.rpartition("/")[2]]
        assert schema["properties"][by]["enum"] == [word]
        assert by in schema["required"]


def test_every_event_of_both_families_and_of_the_service_has_a_schema() -> None:
    published = components()["Event"]["discriminator"]["mapping"]
    assert published.keys() == {*GET_ON_BOARD, *ON_THE_UNDERGROUND, HANDED_OVER}


def test_every_move_has_examples_that_fit() -> None:
    moves = {
        ref.rpartition("/")[2] for ref in components()["Move"]["discriminator"]["mapping"].values()
    }
    assert {name for name, _ in EXAMPLES} == moves
    for name, example in EXAMPLES:
        assert fits(name, example), complaint(name, example)
        assert fits("Move", example)


def test_a_union_that_may_be_null_is_one_or_null() -> None:
    table = components()["Everything"]["properties"]["table"]
    assert table == {
        "description": "May be hidden.",
        "anyOf": [{"$ref": "#/components/schemas/Table"}, {"type": "null"}],
    }


def test_marshmallows_own_plugin_can_be_taught_the_unions() -> None:
    class Envelope(Document):
        move = MoveField(required=True)
        events = fields.List(EventField())

    plugin = MarshmallowPlugin()
    with pytest.raises(ValueError, match="no specification"):
        teach(plugin)
    spec = APISpec("Documents", "1", "3.1.0", plugins=[plugin])
    teach(plugin)
    spec.components.schema("Envelope", schema=Envelope)
    schemas = spec.to_dict()["components"]["schemas"]
    assert schemas["Envelope"]["properties"]["move"] == {"$ref": "#/components/schemas/Move"}
    assert {name: schemas[name] for name in ("Move", "Event")} == {
        name: components()[name] for name in ("Move", "Event")
    }


def test_a_union_of_two_schemas_with_the_same_word_is_refused() -> None:
    class Early(Document):
        type = Kind("train")

    class Late(Document):
        type = Kind("train")

    with pytest.raises(ValueError, match="Train: every schema needs a type of its own"):
        OneOf("Train", Early(), Late(), by="type")
