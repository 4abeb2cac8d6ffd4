"""Every error the rules can answer with: a small tree, each leaf with a stable code.

A broken rule is named by its id (`GOB-P6`), so that a client can show why.
"""

from collections.abc import Mapping
from typing import ClassVar


class RulesError(Exception):
    """The root: something the rules refuse, with a sentence for people and a code for programs."""

    code: ClassVar[str] = "rules_error"

    def __init__(self, detail: str, rule: str | None = None) -> None:
        super().__init__(detail)
        self.detail = detail
        self.rule = rule


class EditionError(RulesError):
    """An edition that cannot be used: which key of its file, which row of a drawing, and why.

    The families know no files; whoever read one adds its name and line by `in_file`.
    """

    code = "bad_edition"

    def __init__(self, key: str, reason: str, *, row: int | None = None, file: str = "") -> None:
        super().__init__(": ".join(part for part in (file, key, reason) if part))
        self.key = key
        self.reason = reason
        self.row = row

    def in_file(self, name: str, line: int) -> "EditionError":
        """Say the same with the file and the line in front."""
        return EditionError(self.key, self.reason, row=self.row, file=f"{name}:{line}")


class UnknownEditionError(RulesError):
    """No edition of that name is loaded."""

    code = "unknown_edition"


class SetupError(RulesError):
    """A game that cannot be set up this way."""

    code = "bad_setup"


class SeatsError(SetupError):
    """The edition is not for this number of players."""

    code = "wrong_number_of_players"


class DrawError(SetupError):
    """A recorded or given draw that these cards could not have produced."""

    code = "impossible_draw"

    def __init__(self, what: str, reason: str, rule: str | None = None) -> None:
        super().__init__(f"{what}: {reason}", rule)
        self.what = what
        self.reason = reason

    def under(self, rules: Mapping[str, str]) -> "DrawError":
        """Say the same with the rule by which these cards are dealt."""
        return DrawError(self.what, self.reason, rules[self.what])


class StateError(RulesError):
    """A stored state, move or event that does not belong here or is not whole."""

    code = "bad_document"


class MoveError(RulesError):
    """A move that is refused."""

    code = "refused_move"


class MalformedMoveError(MoveError):
    """Not a move of this family at all."""

    code = "malformed_move"


class IllegalMoveError(MoveError):
    """A move that breaks a rule; `rule` says which."""

    code = "illegal_move"


class NotYourTurnError(MoveError):
    """The seat may not act now."""

    code = "not_your_turn"


class GameOverError(MoveError):
    """The game has ended."""

    code = "game_over"


class ReplayError(RulesError):
    """A log that does not lead to what it claims."""

    code = "replay_mismatch"
