"""YAML with its places: quick where it is sound, and in Python where something is wrong."""

from typing import Final

import yaml

FAST: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The reader in C, which not every build of the library has."""


def composed(text: str, loader: yaml.SafeLoader) -> yaml.Node | None:
    """Compose a document with libyaml, some five times as fast; the other one complains better."""
    try:
        found: yaml.Node | None = yaml.compose(text, FAST)
    except yaml.YAMLError:
        found = loader.get_single_node()
    return found
