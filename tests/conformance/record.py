"""What a recorded game is, and how one that cannot be played says so."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

from services.rules.core.errors import RulesError

Game: TypeAlias = dict[str, Any]


class Unplayable(Exception):  # noqa: N818
    """A record that the rules refuse: at which turn or move, with which code, by which rule."""

    def __init__(self, number: int | None, code: str, rule: str | None, detail: str) -> None:
        super().__init__(detail)
        self.number = number
        self.code = code
        self.rule = rule
        self.detail = detail

    def to_json(self, item: str = "turn") -> Game:
        """Write it as the replay command does; `item` is what the record counts."""
        return {item: self.number, "code": self.code, "rule": self.rule, "detail": self.detail}

    @classmethod
    @contextmanager
    def at(cls, number: int | None) -> Iterator[None]:
        """Make whatever goes wrong inside an error of this turn or move (None: of the set-up)."""
        try:
            yield
        except RulesError as error:
            raise cls(number, error.code, error.rule, error.detail) from error
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            raise cls(number, "bad_record", None, f"not a whole record: {error!r}") from error
