"""What the environment says about `make up`, read once; a value that makes no sense is refused."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import SplitResult, urlsplit

from services.plumbing.cluster import address as clusters
from services.plumbing.config import FILE, ConfigError, queues_url, quoted, setting
from services.plumbing.connections import FAILURES, connect

ROOT: Final = Path(__file__).resolve().parents[1]
PORT: Final = 8080
HOST: Final = "127.0.0.1"
SERVERS: Final = ("REDIS_URL", "QUEUES_URL")
MOST_WORKERS: Final = 64
USUAL_WORKERS: Final = 4
EXAMPLES: Final = "redis://localhost:6379/0 or unix:///path/to/socket?db=0"


class SettingError(Exception):
    """A setting that cannot be used; the message says which and why."""


@dataclass(frozen=True)
class Settings:
    """How the platform is to be run here."""

    host: str
    port: int
    data: Path
    workers: int
    servers: Mapping[str, str]
    """REDIS_URL and QUEUES_URL, as far as they were named."""


def read_settings(environment: Mapping[str, str]) -> Settings:
    """Read the settings, or the files that hold them; what is empty counts as not said."""
    servers = {name: url for name in SERVERS if (url := _said(environment, name))}
    data = _said(environment, "DATA")
    try:
        queues_url(servers, "")
    except ConfigError as error:
        raise SettingError(str(error)) from None
    return Settings(
        host=_said(environment, "HOST") or HOST,
        port=_number(environment, "PORT", PORT, range(65536)),
        data=Path(data or ROOT / ".data").expanduser().absolute(),
        workers=_number(environment, "WORKERS", _cores(), range(1, MOST_WORKERS + 1)),
        servers=servers,
    )


def without(ours: Mapping[str, str], environment: Mapping[str, str]) -> dict[str, str]:
    """Leave out what somebody has put into a file: a setting is said once."""
    return {name: value for name, value in ours.items() if not environment.get(name + FILE)}


def check_server(name: str, url: str) -> None:
    """Make sure that the server of a URL answers; its password is never shown."""
    try:
        client = connect(url)
    except ValueError as error:
        why = f": {error}" if clusters.is_cluster(url) else f" is no address such as {EXAMPLES}"
        raise SettingError(f"{name}{why}") from error
    try:
        client.ping()
    except (*FAILURES, OSError) as error:
        reason = _without_password(str(error), url)
        raise SettingError(f"{name}: {shown(url)} cannot be used: {reason}") from error


def shown(url: str) -> str:
    """Give the part of a server's URL that everybody may see."""
    if clusters.is_cluster(url):
        return clusters.shown(url)
    parts = urlsplit(url)
    if parts.scheme == "unix":
        return f"unix://{parts.path}"
    return f"{parts.scheme}://{_address(parts)}"


def _address(parts: SplitResult) -> str:
    try:
        return f"{parts.hostname or 'localhost'}:{parts.port or 6379}"
    except ValueError:
        return "…"


def _without_password(text: str, url: str) -> str:
    password = urlsplit(url).password
    return text.replace(password, "…") if password else text


def _said(environment: Mapping[str, str], name: str) -> str:
    try:
        return setting(environment, name).strip()
    except ConfigError as error:
        raise SettingError(str(error)) from error


def _number(environment: Mapping[str, str], name: str, default: int, allowed: range) -> int:
    text = _said(environment, name) or str(default)
    if not text.isascii() or not text.isdigit() or len(text) > 5 or int(text) not in allowed:
        found, span = quoted(environment, name, text), f"{allowed.start} to {allowed.stop - 1}"
        raise SettingError(f"{name} is {found}, but has to be a number from {span}")
    return int(text)


def _cores() -> int:
    """Give the number of processes to answer with: one a core that we may use, not too many."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), USUAL_WORKERS)
    return min(os.cpu_count() or 1, USUAL_WORKERS)
