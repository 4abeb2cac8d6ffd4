"""The public keys of those who sign tokens (JWKS), in a file or at an address."""

from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Final, Protocol, TypeAlias

import httpx
import orjson
import structlog
from jwt import PyJWK, PyJWKSet, PyJWTError

from services.plumbing.config import ConfigError
from services.plumbing.http.client import make_client

Known: TypeAlias = Mapping[str, PyJWK]
"""Keys by their id (`kid`)."""

LOOK_AGAIN: Final = 2.0
"""Seconds after which a changed file is noticed, or an address is asked for an unknown key."""
ASK_AGAIN: Final = 60.0
"""Seconds after which an address is asked in any case: keys may have been taken back."""
TIMEOUT: Final = 2.0
ADDRESS: Final = ("http://", "https://")


class Keys(Protocol):
    """Where the keys come from."""

    def known(self) -> Known:
        """Give the keys; the very same object as long as they have not changed."""

    def known_with(self, name: str) -> Known:
        """Give the keys, after another look if one of this name is not among them."""


def keys_from(place: str | Path | None) -> Keys:
    """Say where the keys come from: an address, a file, or nowhere."""
    if isinstance(place, str) and place.startswith(ADDRESS):
        return FetchedKeys(place)
    return KeyFile(Path(place) if place else None)


class KeyFile:
    """Keys in a file, which may be exchanged while we run."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._known: Known = {}
        self._looked = float("-inf")
        self._stamp: int | None = None

    def known(self) -> Known:
        """Give the keys, read again when their file is another one."""
        now = monotonic()
        if self._path is not None and now >= self._looked + LOOK_AGAIN:
            self._looked = now
            stamp = self._path.stat().st_mtime_ns if self._path.exists() else None
            if stamp is not None and stamp != self._stamp:
                self._known = read_keys(self._path.read_bytes())
                self._stamp = stamp
        return self._known

    def known_with(self, _: str) -> Known:
        """Give the keys: a file has been looked at just now."""
        return self._known


class FetchedKeys:
    """Keys at an address. While it cannot be reached, those stay that are known."""

    def __init__(self, address: str) -> None:
        try:
            self._address = httpx.URL(address)
        except httpx.InvalidURL as error:
            raise ConfigError(f"{address!r} is no address of keys: {error}") from error
        if not self._address.host:
            raise ConfigError(f"{address!r} is no address of keys: it names no host")
        self._http = make_client(TIMEOUT)
        self._known: Known = {}
        self._text = b""
        self._asked = float("-inf")
        self._asking = Lock()

    def known(self) -> Known:
        """Give the keys, asked for again after a while; one asks, the others go on meanwhile."""
        if monotonic() >= self._asked + ASK_AGAIN and self._asking.acquire(blocking=False):
            try:
                self._ask()
            finally:
                self._asking.release()
        return self._known

    def known_with(self, name: str) -> Known:
        """Give the keys; all who miss one wait for the same answer."""
        if name not in self._known:
            with self._asking:
                if name not in self._known and monotonic() >= self._asked + LOOK_AGAIN:
                    self._ask()
        return self._known

    def _ask(self) -> None:
        try:
            text = self._http.get(self._address).raise_for_status().content
            if text != self._text:
                self._known = read_keys(text)
                self._text = text
        except (httpx.HTTPError, PyJWTError, ValueError, TypeError, AttributeError) as error:
            structlog.get_logger().warning("keys_not_fetched", error=str(error))
        finally:
            self._asked = monotonic()


def read_keys(text: bytes) -> Known:
    """Read public keys (JWKS)."""
    keys = PyJWKSet.from_dict(orjson.loads(text))
    return {str(key.key_id): key for key in keys.keys}
