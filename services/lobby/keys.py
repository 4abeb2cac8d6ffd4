"""The keys of the lobby: those that sign tokens for the other services, and one for its own.

A folder holds them, one file each. The newest key signs; all that are there are published, so that
tokens signed before a rotation are good until they expire. `python -m services.lobby keys` rotates,
and nothing has to be started again: the folder is looked at every few seconds, and a new key signs
only when everybody has had the time to hear of it.
"""

import hmac
import os
from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes
from time import monotonic, time_ns
from typing import Final, TypeAlias

import jwt
import orjson
import structlog
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from jwt.algorithms import OKPAlgorithm

from services.contracts.ids import AUDIENCE, ISSUER

Named: TypeAlias = tuple[str, Ed25519PrivateKey]

ALGORITHM: Final = "EdDSA"
PUBLIC: Final = "keys.json"
OWN: Final = "own.key"
"""From this the secrets of bearer tokens follow."""
PATTERN: Final = "signing-*.pem"
LOOK_AGAIN: Final = 2.0
"""Seconds between two looks into the folder."""
HEARD_OF: Final = 10.0
"""Seconds after which a key signs: processes of the lobby, and services that ask them for the
keys or read the file, look every two seconds each, one after the other."""


class Keys:
    """The keys in a folder."""

    def __init__(
        self, folder: Path, look_again: float = LOOK_AGAIN, heard_of: float = HEARD_OF
    ) -> None:
        self._folder = folder
        self._look_again = look_again
        self._heard_of = heard_of
        self._own = (folder / OWN).read_bytes()
        self._signing = [(path.stem, _read(path)) for path in sorted(folder.glob(PATTERN))]
        self._looked = monotonic()

    def sign(self, player: str, scope: str, session: str, until: datetime) -> str:
        """Give a token by which rules and scoring know a player."""
        name, key = _signs(self._keys(), self._heard_of)
        claims = {
            "iss": ISSUER,
            "aud": AUDIENCE,
            "sub": player,
            "scope": scope,
            "sid": session,
            "exp": int(until.timestamp()),
        }
        return jwt.encode(claims, key, algorithm=ALGORITHM, headers={"kid": name})

    def published(self) -> Mapping[str, object]:
        """Give the public keys (JWKS)."""
        return {"keys": [_public(name, key) for name, key in self._keys()]}

    def secret_of(self, token: str) -> str:
        """Give the secret of a bearer token by its id: it is kept nowhere."""
        digest = hmac.digest(self._own, token.encode(), "sha256")
        return urlsafe_b64encode(digest).decode().rstrip("=")

    def _keys(self) -> list[Named]:
        """Give the keys, the oldest first; if they cannot be read, those that are known."""
        if monotonic() >= self._looked + self._look_again:
            self._looked = monotonic()
            try:
                paths = sorted(self._folder.glob(PATTERN))
                if paths and [path.stem for path in paths] != [name for name, _ in self._signing]:
                    self._signing = [(path.stem, _read(path)) for path in paths]
            except (OSError, ValueError, TypeError) as error:
                structlog.get_logger().warning("keys_not_read", error=str(error))
        return self._signing


def ensure_keys(folder: Path) -> Path:
    """Make the keys that are missing; give the file with the public ones."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not (folder / OWN).exists():
        _create(folder / OWN, token_bytes(32))
    if not list(folder.glob(PATTERN)):
        _add_key(folder)
    return publish(folder)


def rotate(folder: Path, keep: int) -> Path:
    """Add a key that signs from now on, and remove the oldest beyond so many."""
    ensure_keys(folder)
    _add_key(folder)
    for old in sorted(folder.glob(PATTERN))[:-keep]:
        old.unlink()
    return publish(folder)


def publish(folder: Path) -> Path:
    """Write the public keys down, for services that read them from a file."""
    path = folder / PUBLIC
    fresh = path.with_suffix(f".{os.getpid()}")
    fresh.write_bytes(orjson.dumps(Keys(folder).published()))
    fresh.chmod(fresh.stat().st_mode | _readers(folder))
    return fresh.replace(path)


def _signs(keys: Sequence[Named], heard_of: float) -> Named:
    """Say which key signs: the newest that everybody knows, or the first if there is none yet."""
    until = f"signing-{time_ns() - int(heard_of * 1e9):020}"
    return next((key for key in reversed(keys) if key[0] < until), keys[0])


def _add_key(folder: Path) -> None:
    key = Ed25519PrivateKey.generate()
    text = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    mark = sha256(key.public_key().public_bytes_raw()).hexdigest()[:8]
    _create(folder / f"signing-{time_ns():020}-{mark}.pem", text, _readers(folder))


def _readers(folder: Path) -> int:
    """Say who may read the keys besides their owner: whoever may read the first one.

    The lobby in a container runs under another user than the one who makes keys for it.
    """
    return (folder / OWN).stat().st_mode & 0o044


def _create(path: Path, content: bytes, readers: int = 0) -> None:
    """Write a secret file, whole or not at all, unless somebody else has in the same moment."""
    fresh = path.with_suffix(f".{os.getpid()}")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(content)
    fresh.chmod(0o600 | readers)
    with suppress(FileExistsError):
        path.hardlink_to(fresh)
    fresh.unlink()


def _read(path: Path) -> Ed25519PrivateKey:
    key = serialization.load_pem_private_key(path.read_bytes(), password=None)
    if not isinstance(key, Ed25519PrivateKey):
        raise TypeError(f"{path.name} is not an Ed25519 key")
    return key


def _public(name: str, key: Ed25519PrivateKey) -> dict[str, object]:
    document = OKPAlgorithm.to_jwk(key.public_key(), as_dict=True)
    return {**document, "kid": name, "alg": ALGORITHM, "use": "sig"}
