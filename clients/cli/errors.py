"""What a command can end with: its exit code, and what people are told."""

from enum import IntEnum
from http import HTTPStatus
from typing import Any

from clients.cli.advice import advice_for


class Exit(IntEnum):
    """The exit codes, each with a sentence about it."""

    about: str

    def __new__(cls, code: int, about: str) -> "Exit":
        """Keep the sentence beside the number."""
        member = int.__new__(cls, code)
        member._value_ = code
        member.about = about
        return member

    DONE = 0, "done"
    REFUSED = 1, "the platform has refused, and said why"
    USAGE = 2, "the command, a setting or a file cannot be understood"
    UNAVAILABLE = 3, "the platform cannot be reached, has failed, or asks to wait"
    NOT_ALLOWED = 4, "nobody is logged in, or the token does not allow this"
    UNTRUE = 5, "the record of `verify` is not a true one, or `engine-test` has found something"
    INTERRUPTED = 130, "ended by Ctrl-C"


class CommandError(Exception):
    """A command that ends: with a sentence, what to do next, and a code."""

    exit = Exit.USAGE

    def __init__(self, sentence: str, advice: str = "") -> None:
        super().__init__(sentence)
        self.sentence, self.advice = sentence, advice

    def lines(self) -> list[str]:
        """Give what people read."""
        return [self.sentence, *([self.advice] if self.advice else [])]

    def document(self) -> dict[str, Any]:
        """Give what programs read."""
        return {"error": self.sentence, "advice": self.advice or None, "exit": int(self.exit)}


class SettingsError(CommandError):
    """A setting, an argument or a file that makes no sense."""


class UntrueError(CommandError):
    """A record that does not replay to what it says."""

    exit = Exit.UNTRUE


class FoundError(CommandError):
    """An edition that is not as the contract wants it."""

    exit = Exit.UNTRUE


class UnreachableError(CommandError):
    """Nobody answers."""

    exit = Exit.UNAVAILABLE


class LoginNeededError(CommandError):
    """There is no token to ask with."""

    exit = Exit.NOT_ALLOWED


class ProblemError(CommandError):
    """The platform has answered with a problem document."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(_sentence(problem), advice_for(problem))
        self.problem = problem
        self.code = str(problem.get("code", ""))
        self.status = int(problem.get("status", 0))
        self.exit = _exit_of(self.status)

    def lines(self) -> list[str]:
        """Give what the server said: sentence, code and rule, what is wrong where, its id."""
        known = {"code": self.code, "rule": self.problem.get("rule")}
        facts = "  ".join(f"{name} {value}" for name, value in known.items() if value)
        places = [f"{where}: {what}" for where, what in _places(self.problem.get("errors"))]
        wrong = [place for place in places if place not in self.sentence]
        failed = self.status >= HTTPStatus.INTERNAL_SERVER_ERROR
        request = [f"request {self.problem.get('request_id')}"] if failed else []
        advice = [self.advice] if self.advice else []
        return [self.sentence, *([facts] if facts else []), *wrong, *request, *advice]

    def document(self) -> dict[str, Any]:
        """Give the problem as it came."""
        return {**super().document(), "problem": self.problem}


def _sentence(problem: dict[str, Any]) -> str:
    title, detail = str(problem.get("title") or ""), str(problem.get("detail") or "")
    if not detail or detail == title:
        return title or "The platform has refused."
    return f"{title}: {detail}" if title else detail


def _exit_of(status: int) -> Exit:
    if status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
        return Exit.NOT_ALLOWED
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR or status == HTTPStatus.TOO_MANY_REQUESTS:
        return Exit.UNAVAILABLE
    return Exit.REFUSED


def _places(errors: Any, at: str = "") -> list[tuple[str, str]]:  # noqa: ANN401 (nested lists)
    """Flatten what does not fit the contract: where it is, and what is wrong."""
    if isinstance(errors, dict):
        return [
            found
            for name, each in errors.items()
            for found in _places(each, f"{at}.{name}" if at else str(name))
        ]
    if isinstance(errors, list):
        return [found for each in errors for found in _places(each, at)]
    return [(at, str(errors))] if errors else []
