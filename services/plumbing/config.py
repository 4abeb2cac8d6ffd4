"""Settings from the environment, or from files it names: read once, wrong values refused."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from services.plumbing.cluster.address import is_cluster

FILE: Final = "_FILE"
"""REDIS_URL_FILE names a file that holds REDIS_URL. What is secret is better kept in a file: the
environment of a process is shown by many tools, and inherited by whatever it starts."""


class ConfigError(Exception):
    """A setting that cannot be used."""


def setting(environment: Mapping[str, str], name: str, default: str = "") -> str:
    """Read a setting, or the file that holds it; what is empty counts as not said."""
    value, path = environment.get(name, ""), environment.get(name + FILE, "")
    if value and path:
        raise ConfigError(f"{name} and {name}{FILE} are both set: one of them has to go")
    return (_content(name + FILE, path) if path else value) or default


def names(text: str) -> tuple[str, ...]:
    """Read names with commas between them."""
    return tuple(name for part in text.split(",") if (name := part.strip()))


def queues_url(environment: Mapping[str, str], default: str) -> str:
    """Read where queues, announcements and limits are: on one server, never on a cluster."""
    said = setting(environment, "QUEUES_URL")
    url = said or setting(environment, "REDIS_URL") or default
    if not is_cluster(url):
        return url
    why = "is a cluster" if said else "is not set, and REDIS_URL is a cluster"
    raise ConfigError(
        f"QUEUES_URL {why}: queues, announcements and limits need a plain server, "
        "such as redis://queues:6379/0"
    )


def seconds(environment: Mapping[str, str], name: str, default: int) -> int:
    """Read a number of seconds, at most a day."""
    text = setting(environment, name, str(default))
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 86_400:
        found = quoted(environment, name, text)
        raise ConfigError(f"{name} is {found}: expected seconds, from 1 to 86400")
    return int(text)


def number(environment: Mapping[str, str], name: str, default: int, allowed: range) -> int:
    """Read a whole number."""
    text = setting(environment, name, str(default))
    if not text.isascii() or not text.isdigit() or int(text) not in allowed:
        shown = quoted(environment, name, text)
        raise ConfigError(f"{name} is {shown}: expected {allowed.start} to {allowed.stop - 1}")
    return int(text)


def quoted(environment: Mapping[str, str], name: str, text: str) -> str:
    """Give what may be said of a value that is refused: a file may hold a secret by mistake."""
    return f"what {environment[name + FILE]} holds" if environment.get(name + FILE) else repr(text)


def _content(name: str, path: str) -> str:
    """Give what a file holds, without the newline at its end; no error shows any of it."""
    try:
        return Path(path).read_text(encoding="utf-8").rstrip("\r\n")
    except OSError as error:
        raise ConfigError(f"{name}: {path} cannot be read: {error.strerror}") from error
    except ValueError:  # from None: what could not be read is in the error
        raise ConfigError(f"{name}: {path} holds no text in UTF-8") from None
