"""The data folder: private, and used by one platform at a time."""

import fcntl
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO

LOCK: Final = "lock"


class FolderError(Exception):
    """The folder cannot be used; the message says why."""


def make_private(folder: Path) -> Path:
    """Make a folder for this user alone, which git leaves alone too."""
    try:
        if not folder.exists():
            folder.mkdir(mode=0o700, parents=True)
            (folder / ".gitignore").write_text("*\n", encoding="utf-8")
        if not os.access(folder, os.W_OK | os.X_OK) or not folder.is_dir():
            raise FolderError(f"the data folder {folder} is no folder that can be written to")
    except OSError as error:
        raise FolderError(f"the data folder {folder} cannot be made: {error.strerror}") from error
    return folder


@contextmanager
def held(folder: Path) -> Iterator[Callable[[str], None]]:
    """Hold the folder as long as the context lasts; gives a function that notes the address.

    The kernel lets go of the lock when the process ends, however it ends.
    """
    with _open(folder / LOCK) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise FolderError(_holder(file)) from None
        _note(file, "")
        try:
            yield lambda url: _note(file, url)
        finally:
            file.truncate(0)


def _open(path: Path) -> TextIO:
    try:
        return path.open("a+", encoding="utf-8")
    except OSError as error:
        raise FolderError(f"{path} cannot be written: {error.strerror}") from error


def _note(file: TextIO, url: str) -> None:
    file.truncate(0)
    json.dump({"process": os.getpid(), "url": url}, file)
    file.flush()


def _holder(file: TextIO) -> str:
    """Say who holds the folder."""
    file.seek(0)
    try:
        found = json.load(file)
    except ValueError:
        found = {}
    if not found.get("url"):
        return "Interchange is just being started or stopped on this data folder"
    return f"Interchange is already running at {found['url']} (process {found['process']})"
