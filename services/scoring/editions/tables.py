"""Loading points tables from YAML: a table is right in every detail, or it is refused.

An error names the file, the line, the place in the document and the reason. Duplicate keys,
which YAML readers usually let pass, are refused, and so are aliases: a table is read as written.
"""

from __future__ import annotations

from pathlib import Path

import yaml

from services.plumbing.documents import composed
from services.scoring.core.document import Node, Place, spell
from services.scoring.core.errors import TableError
from services.scoring.core.families import FAMILIES
from services.scoring.core.table import PointsTable, read_table

FOLDER = Path(__file__).parent

_YAML = "tag:yaml.org,2002:"
_SCALARS = {_YAML + kind for kind in ("str", "int", "bool", "float", "null")}


def load_tables(folder: Path = FOLDER) -> dict[str, PointsTable]:
    """Load every points table of a folder, by edition id."""
    tables = {path.stem: load_table(path) for path in sorted(folder.glob("*.yaml"))}
    if not tables:
        raise TableError(str(folder), "", "no points table in this folder")
    return tables


def load_table(path: Path) -> PointsTable:
    """Load one points table; its id must be the name of the file."""
    source = _Source(path.name)
    document = Node(source.read(path), (), source.refusal)
    table = read_table(document, FAMILIES)
    if table.id != path.stem:
        document.at("id", table.id).refuse(f"'{table.id}' in a file named '{path.name}'")
    return table


class _Source:
    """One file, and the line on which each place of its document stands."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.lines: dict[Place, int] = {}
        self._read: set[yaml.Node] = set()

    def refusal(self, place: Place, reason: str) -> TableError:
        return TableError(self.file, spell(place), reason, self.lines.get(place))

    def read(self, path: Path) -> object:
        try:
            return self._compose(path.read_text(encoding="utf-8"))
        except yaml.MarkedYAMLError as error:
            line = error.problem_mark.line + 1 if error.problem_mark else None
            raise TableError(self.file, "", error.problem or str(error), line) from error
        except (OSError, ValueError, yaml.YAMLError) as error:
            raise TableError(self.file, "", f"cannot be read: {error}") from error

    def _compose(self, text: str) -> object:
        loader = yaml.SafeLoader(text)
        try:
            root = composed(text, loader)
            if root is None:
                raise TableError(self.file, "", "the file is empty")
            return self._plain(loader, root, ())
        finally:
            loader.dispose()

    def _plain(self, loader: yaml.SafeLoader, node: yaml.Node, place: Place) -> object:
        self.lines.setdefault(place, node.start_mark.line + 1)
        if node in self._read:  # only an alias leads to the same node again
            raise self.refusal(place, "aliases are not allowed")
        self._read.add(node)
        if isinstance(node, yaml.MappingNode) and node.tag == f"{_YAML}map":
            return self._mapping(loader, node, place)
        if isinstance(node, yaml.SequenceNode) and node.tag == f"{_YAML}seq":
            return [
                self._plain(loader, item, (*place, index)) for index, item in enumerate(node.value)
            ]
        return self._scalar(loader, node, place)

    def _mapping(
        self, loader: yaml.SafeLoader, node: yaml.MappingNode, place: Place
    ) -> dict[str | int, object]:
        found: dict[str | int, object] = {}
        for key_node, value_node in node.value:
            key = self._scalar(loader, key_node, place)
            if not isinstance(key, (str, int)) or isinstance(key, bool):
                raise self.refusal(place, f"a key is text or an integer, not {key!r}")
            step = (*place, key)
            if key in found:
                raise TableError(
                    self.file, spell(step), "duplicate key", key_node.start_mark.line + 1
                )
            self.lines[step] = key_node.start_mark.line + 1
            found[key] = self._plain(loader, value_node, step)
        return found

    def _scalar(self, loader: yaml.SafeLoader, node: yaml.Node, place: Place) -> object:
        if node.tag not in _SCALARS:
            raise self.refusal(place, f"'{node.tag}' has no place in a points table")
        value: object = loader.construct_object(node)
        return value
