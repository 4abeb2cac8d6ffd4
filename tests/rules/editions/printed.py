"""The facts of the printed editions, where these lie beside the project: an extra check."""

from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from services.rules.editions import FOLDER
from services.rules.editions.reader import read_file

PRINTED: Final = Path(__file__).resolve().parents[4] / "shared" / "editions"

where_printed = pytest.mark.skipif(
    not PRINTED.is_dir(), reason="the facts of the printed editions are not beside the project"
)


@cache
def ours(city: str) -> Any:
    """Give the content of our file."""
    return read_file(FOLDER / f"{city}.yaml").content


@cache
def printed(city: str) -> Any:
    """Give the facts of the printed edition."""
    return yaml.safe_load((PRINTED / f"{city}.yaml").read_text(encoding="utf-8"))
