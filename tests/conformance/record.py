"""What a recorded game is, and how one that cannot be played says so."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

from services.rules.core.errors import RulesError

Game: TypeAlias = dict[str, Any]


class Unplayable(Exception):  # noqa: N818
    """A record that the rules refuse: at which turn, with which code, by which rule."""

    def __init__(self, turn: int | None, code: str, rule: str | None, detail: str) -> None:
        super().__init__(detail)
        self.turn = turn
        self.code = code
        self.rule = rule
        self.detail = detail

    def to_json(self) -> Game:
        """Write it as the replay command does."""
        return {"turn": self.turn, "code": self.code, "rule": self.rule, "detail": self.detail}

    @classmethod
    @contextmanager
    def at(cls, turn: int | None) -> Iterator[None]:
        """Turn whatever goes wrong inside into an error of this turn (None: of the set-up)."""
        try:
            yield
        except RulesError as error:
            raise cls(turn, error.code, error.rule, error.detail) from error
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            raise cls(turn, "bad_record", None, f"not a whole record: {error!r}") from error
