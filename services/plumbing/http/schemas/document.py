"""Documents, and how each becomes a component of the specification with its description."""

from typing import ClassVar

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema

from services.plumbing.http.schemas.fields import summary, teach
from services.plumbing.types import JsonObject


class Document(Schema):
    """What an HTTP body holds; nothing unknown is in it. Its docstring becomes its description.

    A `Meta.description` would do that too, but then apispec forgets that nothing unknown is in it.
    """

    examples: ClassVar[tuple[JsonObject, ...]] = ()
    members: ClassVar[int | None] = None
    """How many members it always has, where one of them may be another."""


class DocumentPlugin(MarshmallowPlugin):
    """Marshmallow's plugin that knows `OneOf` and `Document`."""

    def init_spec(self, spec: APISpec) -> None:
        """Begin a specification."""
        super().init_spec(spec)
        teach(self)

    def schema_helper(  # type: ignore[override]  # apispec's own two signatures differ
        self, name: str, _: object, schema: "Schema | type[Schema] | None" = None, **more: object
    ) -> JsonObject:
        """Make a component of a schema."""
        if schema is None:
            return {}
        component: JsonObject = super().schema_helper(name, _, schema, **more)  # type: ignore[no-untyped-call]
        return component | _described(schema if isinstance(schema, type) else type(schema))


def _described(kind: type[Schema]) -> JsonObject:
    about = summary(kind)
    more: JsonObject = {"description": about} if about else {}
    if issubclass(kind, Document):
        if kind.examples:
            more["examples"] = list(kind.examples)
        if kind.members:
            more["minProperties"] = more["maxProperties"] = kind.members
    return more
