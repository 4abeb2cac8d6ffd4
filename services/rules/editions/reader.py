"""Reads an edition file with the line of every key, and refuses what YAML would let pass."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import yaml

from services.plumbing.documents import composed
from services.rules.core.errors import EditionError
from services.rules.core.types import Json

TAGS: Final = {
    f"tag:yaml.org,2002:{name}" for name in ("map", "seq", "str", "int", "float", "bool", "null")
}
"""The kinds of values that these files use."""


@dataclass(frozen=True, slots=True)
class File:
    """What a file says, and where it says it."""

    content: Mapping[str, Json]
    lines: Mapping[str, int] = field(repr=False)

    def line(self, key: str, row: int | None = None) -> int:
        """Give the line of a dotted key, or of a row of the drawing that stands there.

        A key that is missing is looked for where it should be: in what would hold it.
        """
        while key and key not in self.lines:
            key = key.rpartition(".")[0]
        line = self.lines.get(key, 1)
        return line if row is None else line + 1 + row


def read_file(path: Path) -> File:
    """Read a file of keys and values."""
    try:
        text = path.read_text(encoding="utf-8")
        loader = yaml.SafeLoader(text)
        node = composed(text, loader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise EditionError("", f"not YAML: {error.problem}", file=f"{path.name}:{line}") from error
    except (OSError, yaml.YAMLError, ValueError, OverflowError, RecursionError) as error:
        raise EditionError("", f"cannot be read: {error}", file=path.name) from error
    if not isinstance(node, yaml.MappingNode):
        raise EditionError("", "expected keys and values", file=path.name)
    lines: dict[str, int] = {}
    content = _Reading(path.name, loader, lines).mapping(node, "")
    return File(content, lines)


@dataclass(frozen=True, slots=True)
class _Reading:
    name: str
    loader: yaml.SafeLoader
    lines: dict[str, int]
    seen: set[int] = field(default_factory=set)

    def mapping(self, node: yaml.MappingNode, place: str) -> dict[str, Json]:
        values: dict[str, Json] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                raise self._error(key_node, place, "a key must be a text")
            key = str(key_node.value)
            inner = f"{place}.{key}" if place else key
            if key in values:
                raise self._error(key_node, inner, "the key stands here twice")
            self.lines[inner] = key_node.start_mark.line + 1
            values[key] = self.value(value_node, inner)
        return values

    def value(self, node: yaml.Node, place: str) -> Json:
        if id(node) in self.seen:
            raise self._error(node, place, "aliases are not used in these files")
        self.seen.add(id(node))
        if node.tag not in TAGS:
            raise self._error(node, place, "this is not a number or a text")
        if isinstance(node, yaml.MappingNode):
            return self.mapping(node, place)
        if isinstance(node, yaml.SequenceNode):
            return [self.value(item, place) for item in node.value]
        return self._scalar(node, place)

    def _scalar(self, node: yaml.Node, place: str) -> Json:
        try:
            value: Json = self.loader.construct_object(node)
        except (ValueError, KeyError) as error:
            raise self._error(node, place, "this is not a number or a text") from error
        return value

    def _error(self, node: yaml.Node, place: str, reason: str) -> EditionError:
        line = node.start_mark.line + 1
        return EditionError(place, reason, file=f"{self.name}:{line}")
