"""Strict reading of an edition's content: every key is asked for by type, and none is left over."""

from collections.abc import Mapping
from typing import Final, NoReturn

from services.rules.core.errors import EditionError
from services.rules.core.types import Json

MOST: Final = 999
"""Nothing in these games is counted further; a larger number is a slip of the keyboard."""


class Content:
    """A mapping of an edition file, and the place it stands at."""

    def __init__(self, values: Mapping[str, Json], place: str = "") -> None:
        self._values = values
        self._place = place
        self._asked: set[str] = set()
        self._parts: dict[str, Content] = {}

    def place(self, key: str) -> str:
        """Name a key from the top of the file: `sheet.tourists.rows`."""
        return f"{self._place}.{key}" if self._place else key

    def fail(self, key: str, reason: str) -> NoReturn:
        """Refuse the value of a key."""
        raise EditionError(self.place(key), reason)

    def has(self, key: str) -> bool:
        """Say whether an optional key is there."""
        return key in self._values

    def names(self) -> tuple[str, ...]:
        """Name every key, in the order of the file."""
        return tuple(self._values)

    def text(self, key: str) -> str:
        """Read a text."""
        value = self._take(key)
        if not isinstance(value, str) or not value.strip():
            self.fail(key, f"expected a text, found {value!r}")
        return value

    def flag(self, key: str) -> bool:
        """Read true or false."""
        value = self._take(key)
        if not isinstance(value, bool):
            self.fail(key, f"expected true or false, found {value!r}")
        return value

    def whole(self, key: str, most: int = MOST) -> int:
        """Read a whole number from 1 up."""
        return self._between(key, 1, most)

    def count(self, key: str) -> int:
        """Read how many there are, which may be none."""
        return self._between(key, 0, MOST)

    def wholes(self, key: str) -> tuple[int, ...]:
        """Read a list of whole numbers."""
        numbers = []
        for value in self._list(key):
            if not isinstance(value, int) or isinstance(value, bool):
                self.fail(key, f"expected whole numbers, found {value!r}")
            numbers.append(value)
        return tuple(numbers)

    def texts(self, key: str) -> tuple[str, ...]:
        """Read a list of texts."""
        texts = []
        for value in self._list(key):
            if not isinstance(value, str):
                self.fail(key, f"expected texts, found {value!r}")
            texts.append(value)
        return tuple(texts)

    def point(self, key: str) -> tuple[float, float]:
        """Read two numbers, a place on a map."""
        numbers = []
        for value in self._list(key):
            if not isinstance(value, int | float) or isinstance(value, bool):
                self.fail(key, f"expected two numbers, found {value!r}")
            numbers.append(value)
        if len(numbers) != 2 or not all(abs(number) <= MOST for number in numbers):
            self.fail(key, f"expected two numbers up to {MOST}, found {numbers!r}")
        return float(numbers[0]), float(numbers[1])

    def part(self, key: str) -> "Content":
        """Read a mapping, to be read strictly in its turn."""
        value = self._take(key)
        if not isinstance(value, dict):
            self.fail(key, f"expected keys and values, found {value!r}")
        return self._parts.setdefault(key, Content(value, self.place(key)))

    def finish(self) -> None:
        """Refuse every key that nobody asked for, in the parts too."""
        for key in self._values:
            if key not in self._asked:
                self.fail(key, "unknown key")
        for part in self._parts.values():
            part.finish()

    def _take(self, key: str) -> Json:
        self._asked.add(key)
        if key not in self._values:
            self.fail(key, "missing")
        return self._values[key]

    def _between(self, key: str, least: int, most: int) -> int:
        value = self._take(key)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            self.fail(key, f"expected a whole number from {least} to {most}, found {value!r}")
        return value

    def _list(self, key: str) -> list[Json]:
        value = self._take(key)
        if not isinstance(value, list) or not value:
            self.fail(key, f"expected a list, found {value!r}")
        return value
