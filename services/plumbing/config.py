"""Settings from the environment: read once, wrong values refused."""

from collections.abc import Mapping


class ConfigError(Exception):
    """A setting that cannot be used."""


def names(text: str) -> tuple[str, ...]:
    """Read names with commas between them."""
    return tuple(name for part in text.split(",") if (name := part.strip()))


def seconds(environment: Mapping[str, str], name: str, default: int) -> int:
    """Read a number of seconds, at most a day."""
    text = environment.get(name) or str(default)
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 86_400:
        raise ConfigError(f"{name} is {text!r}: expected seconds, from 1 to 86400")
    return int(text)


def number(environment: Mapping[str, str], name: str, default: int, allowed: range) -> int:
    """Read a whole number."""
    text = environment.get(name) or str(default)
    if not text.isascii() or not text.isdigit() or int(text) not in allowed:
        raise ConfigError(f"{name} is {text!r}: expected {allowed.start} to {allowed.stop - 1}")
    return int(text)
