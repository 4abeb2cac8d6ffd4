"""Takes backups and restores them, while everything runs:

    python -m deploy.backup take .data --to BACKUP          of `make up`, with its keys
    python -m deploy.backup take redis://host:6379 --to BACKUP
    python -m deploy.backup restore BACKUP --to FOLDER       for `make up DATA=FOLDER`
    python -m deploy.backup restore BACKUP… --into URL       into an empty server or cluster

A backup is a folder: a snapshot, what is known of it, and the keys that sign tokens if they were
with the data. It appears under its name when it is whole, and so does a restored folder.
"""

import argparse
import json
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from deploy.embedded import Embedded, ServerError, running_server
from deploy.folder import make_private
from deploy.refill import RefillError, check_empty, refill
from deploy.settings import shown
from deploy.snapshot import SnapshotError, hash_of, take_snapshot
from services.plumbing.cluster.address import is_cluster
from services.plumbing.connections import FAILURES, connect

SNAPSHOT: Final = "store.rdb"
ABOUT: Final = "backup.json"
KEYS: Final = "keys"
STORE: Final = "valkey"
PART: Final = ".part"
FORMAT: Final = 1
BASE: Final = "appendonly.aof.1.base.rdb"
MANIFEST: Final = f"file {BASE} seq 1 type b\n"
"""A log that begins with a snapshot. A server with a log does not look at any other snapshot."""


class BackupError(Exception):
    """A backup cannot be taken or restored; the message says why."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 1 if it could not be done."""
    given = _parser().parse_args(arguments)
    try:
        given.run(given)
    except (
        BackupError,
        SnapshotError,
        RefillError,
        ServerError,
        ValueError,
        *FAILURES,
        OSError,
    ) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def take(where: str, backup: Path) -> None:
    """Take a backup of a data folder, or of a server."""
    with _new(backup) as part, _source(where) as url:
        begun, version = datetime.now(UTC), _version(url)
        say(f"Taking a backup of {shown(url)}")
        digest = take_snapshot(url, part / SNAPSHOT, say)
        keys = Path(where) / KEYS
        if "://" not in where and keys.is_dir():
            shutil.copytree(keys, part / KEYS)
        about = {"format": FORMAT, "taken_at": begun.isoformat(), "sha256": digest}
        (part / ABOUT).write_text(json.dumps(about | {"server": version}) + "\n", encoding="utf-8")
    say(f"{backup} has everything that was answered before {begun:%Y-%m-%d %H:%M:%S} UTC")


def restore(backup: Path, folder: Path) -> None:
    """Make a data folder for `make up` from a backup."""
    about = _checked(backup)
    with _new(folder) as part:
        if (backup / KEYS).is_dir():
            shutil.copytree(backup / KEYS, part / KEYS)
        with _reading(backup, part / STORE) as server:
            number = connect(server.url).dbsize()
    say(f"{folder} has the {number} keys of {about['taken_at']}: make up DATA={folder}")


def restore_into(backups: Sequence[Path], url: str) -> None:
    """Fill a server or a cluster, in which nothing is, from backups."""
    for backup in backups:
        _checked(backup)
    target, number = connect(url), 0
    check_empty(target)
    for backup in backups:
        beside = TemporaryDirectory(prefix=f"{backup.name}-", dir=backup.absolute().parent)
        with beside as scratch, _reading(backup, Path(scratch)) as server:
            number += refill(connect(server.url), target, say)
    say(f"{shown(url)} has {number} keys now")


def say(text: str) -> None:
    """Tell whoever waits how it goes."""
    print(text, flush=True)


@contextmanager
def _new(folder: Path) -> Iterator[Path]:
    """Make a folder that gets its name when it is whole."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BackupError(f"{folder} is there already; name a folder that is not")
    part = folder.with_name(folder.name + PART)
    if part.exists():
        raise BackupError(f"{part} was left half done; remove it, and make sure nobody is at it")
    make_private(part)
    try:
        yield part
        with suppress(FileNotFoundError):
            folder.rmdir()
        part.rename(folder)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise


@contextmanager
def _reading(backup: Path, folder: Path) -> Iterator[Embedded]:
    """Run a server on what a backup has, which also makes sure that it can be read."""
    log = folder / "appendonlydir"
    log.mkdir(mode=0o700, parents=True)
    shutil.copyfile(backup / SNAPSHOT, log / BASE)
    (log / "appendonly.aof.manifest").write_text(MANIFEST, encoding="utf-8")
    say(f"Reading {backup}")
    with running_server(folder) as server:
        yield server


@contextmanager
def _source(where: str) -> Iterator[str]:
    """Give the address of what is to be kept; a folder nobody runs on gets a server meanwhile."""
    if "://" in where:
        if is_cluster(where):
            raise BackupError(
                "a cluster has no moment of its own: take a backup of each node with slots, "
                "such as redis://host:6379, and restore them all with one command"
            )
        yield where
        return
    data = Path(where) / STORE
    if not data.is_dir():
        raise BackupError(f"{where} is no folder with the data of `make up`, and no address")
    server = Embedded(data)
    state = server.state()
    if state == "loading":
        raise BackupError(f"the server of {where} still reads its data; try again when it is ready")
    if state == "ready":
        yield server.url
        return
    with running_server(data) as own:
        yield own.url


def _version(url: str) -> str:
    found: Mapping[str, Any] = connect(url).info("server")
    return str(found.get("valkey_version") or found.get("redis_version") or "unknown")


def _checked(backup: Path) -> Mapping[str, Any]:
    """Read what is known of a backup, and make sure that the snapshot is the one."""
    if backup.name.endswith(PART):
        raise BackupError(f"{backup} is half done")
    try:
        about: Mapping[str, Any] = json.loads((backup / ABOUT).read_text(encoding="utf-8"))
        known, found = about["sha256"], hash_of(backup / SNAPSHOT)
    except (OSError, ValueError, KeyError) as error:
        raise BackupError(f"{backup} is no backup: {error}") from error
    if about.get("format") != FORMAT:
        raise BackupError(f"{backup} was made by another version of this command")
    if known != found:
        raise BackupError(f"{backup / SNAPSHOT} is not what was taken: it was cut short or changed")
    return about


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m deploy.backup",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    taking = commands.add_parser("take", help="take a backup")
    taking.add_argument("where", help="a data folder of `make up`, or the address of a server")
    taking.add_argument("--to", required=True, type=Path, help="the folder to make")
    taking.set_defaults(run=lambda given: take(given.where, given.to))
    back = commands.add_parser("restore", help="restore a backup")
    back.add_argument("backup", nargs="+", type=Path)
    target = back.add_mutually_exclusive_group(required=True)
    target.add_argument("--to", type=Path, help="a data folder to make, from one backup")
    target.add_argument("--into", metavar="URL", help="a server or cluster with nothing in it")
    back.set_defaults(run=_restore)
    return parser


def _restore(given: argparse.Namespace) -> None:
    if given.into:
        restore_into(given.backup, given.into)
    elif len(given.backup) > 1:
        raise BackupError("a data folder is made from one backup; --into takes several")
    else:
        restore(given.backup[0], given.to)


if __name__ == "__main__":
    sys.exit(main())
