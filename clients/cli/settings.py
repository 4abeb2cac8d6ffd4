"""Where the platform is and who asks: by flag, by environment, or by the file of `login`."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from clients.cli.errors import SettingsError

URL: Final = "http://127.0.0.1:8080"
"""Where `make up` runs the platform."""
SECONDS: Final = 15.0
PRIVATE: Final = 0o600


class Flags(NamedTuple):
    """What was said on the command line; None where nothing was."""

    url: str | None = None
    token: str | None = None
    config: str | None = None
    json: bool = False


class Settings(NamedTuple):
    """What counts in the end."""

    url: str
    token: str | None
    file: Path
    seconds: float
    """How long an answer may take."""


def read_settings(flags: Flags, environment: Mapping[str, str]) -> Settings:
    """Put settings together: a flag counts more than the environment, and that more than a file."""
    file = config_file(flags, environment)
    stored = read_file(file)
    url = flags.url or environment.get("INTERCHANGE_URL") or stored.get("url") or URL
    url = clean_url(str(url))
    own = stored.get("tokens", {}).get(url, {}).get("token")
    token = flags.token or environment.get("INTERCHANGE_TOKEN") or own
    return Settings(url, token, file, _seconds(environment.get("INTERCHANGE_TIMEOUT")))


def config_file(flags: Flags, environment: Mapping[str, str]) -> Path:
    """Find the file: as told, or in the user's folder for settings."""
    told = flags.config or environment.get("INTERCHANGE_CONFIG")
    if told:
        return Path(told)
    folder = environment.get("XDG_CONFIG_HOME")
    home = Path(folder) if folder else Path.home() / ".config"
    return home / "interchange" / "config.json"


def clean_url(url: str) -> str:
    """Bring an address into the form in which it is compared; refuse what is none."""
    url = url.strip().rstrip("/")
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.netloc:
        example = f"An address looks like {URL}."
        raise SettingsError(f"{url or 'An empty text'} is not the address of a platform.", example)
    return url


def read_file(file: Path) -> dict[str, Any]:
    """Read the file; one that is not there is empty."""
    try:
        stored = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise SettingsError(f"{file} cannot be read: {error}", "Repair or remove it.") from error
    if not isinstance(stored, dict) or not isinstance(stored.get("tokens", {}), dict):
        raise SettingsError(f"{file} is not a file of settings.", "Repair or remove it.")
    return stored


def store_token(file: Path, url: str, entry: Mapping[str, str]) -> None:
    """Keep a token for the platform it is from, readable by nobody else."""
    stored = read_file(file)
    tokens = {**stored.get("tokens", {}), url: dict(entry)}
    _write(file, {**stored, "url": url, "tokens": tokens})


def forget_token(file: Path, url: str) -> bool:
    """Forget the token of a platform; tell whether there was one."""
    stored = read_file(file)
    tokens = dict(stored.get("tokens", {}))
    known = tokens.pop(url, None) is not None
    if known:
        _write(file, {**stored, "tokens": tokens})
    return known


def _write(file: Path, stored: Mapping[str, Any]) -> None:
    """Write beside the file and move into its place: nobody ever reads half of it."""
    new = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        new.unlink(missing_ok=True)
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE), "w") as out:  # noqa: PTH123 (its mode from the first moment)
            json.dump(stored, out, indent=2)
            out.write("\n")
        new.replace(file)
    except OSError as error:
        raise SettingsError(f"{file} cannot be written: {error}") from error


def _seconds(told: str | None) -> float:
    try:
        seconds = float(told) if told else SECONDS
    except ValueError:
        seconds = 0
    if not 0 < seconds < 3600:
        raise SettingsError(f"INTERCHANGE_TIMEOUT is a number of seconds, not {told}.")
    return seconds
