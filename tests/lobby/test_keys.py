"""Keys: made once, rotated without refusing anybody, and none of them readable by others."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from jwt import get_unverified_header
from structlog.testing import capture_logs

from services.lobby.keys import OWN, PATTERN, Keys, ensure_keys, rotate
from services.plumbing.errors import InvalidTokenError
from services.plumbing.http.tokens import Tokens


def signed(folder: Path) -> str:
    return sign(Keys(folder, heard_of=0))


def sign(keys: Keys) -> str:
    return keys.sign("p.ana", "play", "session", datetime.now(UTC) + timedelta(minutes=1))


def signed_by(token: str) -> str:
    return str(get_unverified_header(token)["kid"])


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


def test_a_lobby_that_runs_signs_with_a_new_key_when_all_have_heard_of_it(tmp_path: Path) -> None:
    ensure_keys(tmp_path)
    running, patient = Keys(tmp_path, 0, 0), Keys(tmp_path, 0)
    first = signed_by(sign(running))
    public = rotate(tmp_path, keep=2)
    assert signed_by(sign(patient)) == first
    assert len(patient.published()["keys"]) == 2  # type: ignore[arg-type]
    token = sign(running)
    assert signed_by(token) == max(path.stem for path in tmp_path.glob(PATTERN)) != first
    assert player(public, token) == "p.ana"


def test_the_folder_is_looked_at_every_few_seconds_only(tmp_path: Path) -> None:
    ensure_keys(tmp_path)
    running = Keys(tmp_path, heard_of=0)
    first = signed_by(sign(running))
    rotate(tmp_path, keep=2)
    assert signed_by(sign(running)) == first


@pytest.mark.parametrize("content", [b"", b"no key at all"])
def test_a_lobby_goes_on_with_the_keys_it_knows_if_a_new_one_cannot_be_read(
    content: bytes, tmp_path: Path
) -> None:
    ensure_keys(tmp_path)
    running = Keys(tmp_path, 0, 0)
    first = signed_by(sign(running))
    (tmp_path / "signing-99.pem").write_bytes(content)
    with capture_logs() as logs:
        assert signed_by(sign(running)) == first
    assert [line["event"] for line in logs] == ["keys_not_read"]
    for path in tmp_path.glob(PATTERN):
        path.unlink()
    assert signed_by(sign(running)) == first


def test_who_may_read_the_first_keys_may_read_new_ones(tmp_path: Path) -> None:
    ensure_keys(tmp_path)
    for path in tmp_path.iterdir():
        path.chmod(0o644)
    umask = os.umask(0o077)
    try:
        rotate(tmp_path, keep=2)
    finally:
        os.umask(umask)
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o644}


def test_secrets_follow_from_ids_and_the_folder(tmp_path: Path) -> None:
    for name in ("one", "two"):
        ensure_keys(tmp_path / name)
    one, two = Keys(tmp_path / "one"), Keys(tmp_path / "two")
    secrets = {one.secret_of("a"), one.secret_of("b"), two.secret_of("a")}
    assert len(secrets) == 3
    assert all(len(secret) == 43 for secret in secrets)
    assert Keys(tmp_path / "one").secret_of("a") == one.secret_of("a")
