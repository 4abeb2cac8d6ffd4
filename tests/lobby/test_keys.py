"""Keys: made once, rotated without refusing anybody, and none of them readable by others."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from services.lobby.keys import OWN, PATTERN, Keys, ensure_keys, rotate
from services.plumbing.errors import InvalidTokenError
from services.plumbing.http.tokens import Tokens


def signed(folder: Path) -> str:
    return Keys(folder).sign("p.ana", "play", "session", datetime.now(UTC) + timedelta(minutes=1))


def player(public: Path, token: str) -> str | None:
    return Tokens(public).caller(f"Bearer {token}").player


def test_keys_are_made_once_and_others_cannot_read_them(tmp_path: Path) -> None:
    folder = tmp_path / "keys"
    public = ensure_keys(folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert ensure_keys(folder) == public
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    secret = [folder / OWN, *folder.glob(PATTERN)]
    assert [path.stat().st_mode & 0o777 for path in secret] == [0o600, 0o600]


def test_a_rotation_refuses_nobody_until_the_key_is_gone(tmp_path: Path) -> None:
    public = ensure_keys(tmp_path)
    first = signed(tmp_path)
    rotate(tmp_path, keep=2)
    second = signed(tmp_path)
    assert player(public, first) == player(public, second) == "p.ana"
    rotate(tmp_path, keep=2)
    with pytest.raises(InvalidTokenError):
        player(public, first)
    assert player(public, second) == "p.ana"


def test_secrets_follow_from_ids_and_the_folder(tmp_path: Path) -> None:
    for name in ("one", "two"):
        ensure_keys(tmp_path / name)
    one, two = Keys(tmp_path / "one"), Keys(tmp_path / "two")
    secrets = {one.secret_of("a"), one.secret_of("b"), two.secret_of("a")}
    assert len(secrets) == 3
    assert all(len(secret) == 43 for secret in secrets)
    assert Keys(tmp_path / "one").secret_of("a") == one.secret_of("a")
