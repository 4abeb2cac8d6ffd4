"""The fields that documents are made of: as strict as JSON Schema, and documented as they check."""

import re
from collections.abc import Mapping
from typing import Any, Final, TypeAlias, TypedDict, Unpack

from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from marshmallow import RAISE, Schema, fields, validate
from marshmallow.exceptions import ValidationError

from services.plumbing.types import Json, JsonObject


class Options(TypedDict, total=False):
    """What can be told of every field."""

    required: bool
    allow_none: bool
    load_default: Any
    metadata: dict[str, Any]


class StrictInteger(fields.Integer):
    """A whole number: 1, or 1.0 which JSON Schema holds for the same, but not true, "1" or 1.5."""

    def _validated(self, value: object) -> int:
        if isinstance(value, float) and value.is_integer():
            return int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class StrictBoolean(fields.Boolean):
    """True or false, and nothing that only means so, such as 1 or "yes"."""

    def _deserialize(self, value: object, *_: object, **__: object) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


StrictList: TypeAlias = fields.List[Any]
"""Marshmallow's own list, which takes neither an object nor a text for one."""


class Pattern(validate.Validator):
    """A pattern that fits the whole text; its `$` is the very end, as in ECMAScript."""

    def __init__(self, pattern: str) -> None:
        self.regex = re.compile(pattern)
        """Where apispec looks for what to publish."""

    def __call__(self, value: str) -> str:
        """Check a text."""
        if self.regex.fullmatch(value) is None:
            raise ValidationError(f"Does not match {self.regex.pattern}")
        return value


class Kind(fields.String):
    """The member that says which document this is: always the same word."""

    def __init__(self, word: str) -> None:
        super().__init__(required=True, validate=validate.Equal(word))
        self.word = word


class OneOf(fields.Field[JsonObject]):
    """One of several documents, told apart by the `Kind` at `by`. A component of its own.

    It loads strictly, and gives the document back as it came, but with 1 for 1.0. Without `by` it
    is there to document replies, and loads nothing.
    """

    default_error_messages: Final = {"unknown": "Expected an object with {by}: {kinds}."}  # type: ignore[misc]

    def __init__(
        self, name: str, *schemas: Schema, by: str = "", **options: Unpack[Options]
    ) -> None:
        super().__init__(**options)
        self.component = name
        self.schemas = schemas
        self.by = by
        self.kinds: Mapping[str, Schema] = {
            field.word: schema
            for schema in schemas
            if isinstance(field := schema.fields.get(by), Kind)
        }
        if by and len(self.kinds) != len(schemas):
            raise ValueError(f"{name}: every schema needs a {by} of its own")

    def _deserialize(self, value: object, *_: object, **__: object) -> JsonObject:
        kind = value.get(self.by) if isinstance(value, dict) else None
        if not isinstance(value, dict) or not isinstance(kind, str) or kind not in self.kinds:
            raise self.make_error("unknown", by=self.by, kinds=" or ".join(self.kinds))
        document: JsonObject = self.kinds[kind].load(value, unknown=RAISE)
        return document


def teach(plugin: MarshmallowPlugin | OpenAPIConverter) -> None:
    """Teach apispec what a `OneOf` is."""
    converter = plugin.converter if isinstance(plugin, MarshmallowPlugin) else plugin
    if converter is None:
        raise ValueError("the plugin belongs to no specification yet")
    converter.add_attribute_function(one_of_to_properties)  # type: ignore[no-untyped-call]


def one_of_to_properties(
    converter: OpenAPIConverter, field: fields.Field[Any], **_: object
) -> JsonObject:
    """Refer to the union's component, which is made when it is first referred to."""
    if not isinstance(field, OneOf):
        return {}
    components = converter.spec.components
    if field.component not in components.schemas:
        components.schema(field.component, _union(converter, field))
    whole: JsonObject = components.get_ref("schema", field.component)
    return {"anyOf": [whole, {"type": "null"}]} if field.allow_none else whole


def summary(kind: type) -> str:
    """Give the first paragraph of a docstring, as one line."""
    return " ".join((kind.__doc__ or "").partition("\n\n")[0].split())


def _union(converter: OpenAPIConverter, field: OneOf) -> JsonObject:
    resolve = converter.resolve_nested_schema
    refs = [resolve(schema) for schema in field.schemas]  # type: ignore[no-untyped-call]
    union: JsonObject = {"description": summary(type(field)), "oneOf": list(refs)}
    if field.by:
        mapping: Json = {kind: ref["$ref"] for kind, ref in zip(field.kinds, refs, strict=True)}
        union["discriminator"] = {"propertyName": field.by, "mapping": mapping}
    return union
