"""The secrets of a deployment: made once, changed without cutting anybody off, never shown."""

import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from redis.exceptions import AuthenticationError

from deploy.secrets import main
from services.lobby.keys import Keys
from tests.deploy.guarded import SERVERS, Guarded, guarded
from tests.support import EDITIONS

USERS = {*(f"rules-{edition}" for edition in EDITIONS)} | {
    *("rules", "lobby", "scoring", "bots", "operator")
}


def content(folder: Path) -> dict[str, bytes]:
    """Give everything in a folder."""
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def password(folder: Path, user: str) -> str:
    return (folder / f"{user}.url").read_text().partition(f"//{user}:")[2].partition("@")[0]


def line(folder: Path, user: str) -> str:
    lines = (folder / "users.acl").read_text().splitlines()
    return next(each for each in lines if each.startswith(f"user {user} "))


def test_all_secrets_are_made_and_only_hashes_are_for_the_server(tmp_path: Path) -> None:
    folder = tmp_path / "one" / "secrets"
    assert main([str(folder), "--redis", "valkey:6380"]) == 0
    assert {path.stem for path in folder.glob("*.url")} == USERS
    passwords = {user: password(folder, user) for user in USERS}
    assert len({*passwords.values()}) == len(USERS)
    for user, secret in passwords.items():
        assert (folder / f"{user}.url").read_text() == f"redis://{user}:{secret}@valkey:6380/0\n"
        assert f" #{sha256(secret.encode()).hexdigest()} " in line(folder, user)
        assert secret not in (folder / "users.acl").read_text()
    assert len(Keys(folder / "lobby-keys").published()["keys"]) == 1  # type: ignore[arg-type]


def test_containers_read_single_files_and_nobody_else_gets_into_the_folder(tmp_path: Path) -> None:
    umask = os.umask(0o077)
    try:
        assert main([str(tmp_path / "secrets")]) == 0
    finally:
        os.umask(umask)
    folder = tmp_path / "secrets"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / "lobby-keys").stat().st_mode & 0o777 == 0o755
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert {path.stat().st_mode & 0o777 for path in files} == {0o644}


def test_what_is_there_stays(tmp_path: Path) -> None:
    assert main([str(tmp_path)]) == 0
    before = content(tmp_path)
    assert main([str(tmp_path), "--redis", "elsewhere:1"]) == 0
    assert content(tmp_path) == before
    (tmp_path / "bots.url").unlink()
    assert main([str(tmp_path)]) == 0
    changed = {name for name, text in content(tmp_path).items() if text != before[name]}
    assert {Path(name).name for name in changed} == {"bots.url", "users.acl"}


def test_users_of_somebody_else_stay_and_what_ours_may_do_is_written_anew(tmp_path: Path) -> None:
    assert main([str(tmp_path)]) == 0
    acl, right = tmp_path / "users.acl", line(tmp_path, "lobby")
    other = "user grafana on #" + "a" * 64 + " -@all +info"
    acl.write_text(acl.read_text().replace(right, right.replace(" +info", "")) + f"{other}\n")
    inode = acl.stat().st_ino
    assert main([str(tmp_path)]) == 0
    assert (line(tmp_path, "lobby"), line(tmp_path, "grafana")) == (right, other)
    assert acl.stat().st_ino == inode  # what a container has mounted


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--rotate", "nobody"], "there is no user 'nobody'; there are rules-gob-london, "),
        (["--forget", "health"], "there is no user 'health'; there are "),
        (["--redis", "redis"], "'redis' is no address of a server, such as redis:6379"),
        (["--rotate", "bots", "--rotate", "bots"], "bots has an old password still: --forget bots"),
    ],
)
def test_what_makes_no_sense_is_told_in_a_sentence(
    arguments: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path), *arguments]) == 1
    assert capsys.readouterr().err.startswith(sentence)


def test_a_file_without_a_password_is_told_and_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path)]) == 0
    (tmp_path / "bots.url").write_text("redis://redis:6379/0\n")
    assert main([str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"{tmp_path}/bots.url holds no address with a password\n"
    (tmp_path / "file").touch()
    assert main([str(tmp_path / "file")]) == 1
    assert capsys.readouterr().err == f"{tmp_path}/file cannot be used: File exists\n"


@pytest.fixture(scope="module", params=SERVERS)
def guard(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Guarded]:
    """Run a server."""
    with guarded(tmp_path_factory.mktemp("secrets"), request.param) as running:
        yield running


@pytest.mark.slow
def test_two_passwords_are_good_until_the_old_one_is_forgotten(guard: Guarded) -> None:
    old, address = guard.client("scoring"), guard.url("scoring").partition("@")[2]
    guard.change("--rotate", "scoring")
    new = guard.client("scoring")
    assert guard.url("scoring").partition("@")[2] == address
    old.connection_pool.disconnect()
    assert (old.ping(), new.ping()) == (True, True)
    guard.change("--forget", "scoring")
    assert old.ping() is True  # who is connected stays
    old.connection_pool.disconnect()
    with pytest.raises(AuthenticationError):
        old.ping()
    assert new.ping() is True


@pytest.mark.slow
def test_a_server_knows_the_same_after_it_has_read_the_file_again(guard: Guarded) -> None:
    guard.change("--rotate", "bots")
    told = guard.operator.acl_list()
    load(guard)
    assert [*map(sorted_hashes, guard.operator.acl_list())] == [*map(sorted_hashes, told)]
    guard.change("--forget", "bots")
    told = guard.operator.acl_list()
    load(guard)
    assert guard.operator.acl_list() == told


def load(guard: Guarded) -> None:
    """Let the server read the file again; Redis 7.0 closes all connections for it."""
    guard.operator.acl_load()
    guard.operator.connection_pool.disconnect()


def sorted_hashes(line: str) -> list[str]:
    """Give the words of a line; the order of passwords says nothing."""
    return sorted(line.split())
