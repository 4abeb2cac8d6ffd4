"""The secrets of a deployment: `python -m deploy.secrets FOLDER` makes those that are missing.

  users.acl     what Redis or Valkey lets everybody do (aclfile); of passwords only hashes
  <user>.url    the address of the server with a user's password (for REDIS_URL_FILE)
  lobby-keys/   the keys that sign tokens (for LOBBY_KEYS), and the public ones in keys.json

What --rotate and --forget print are commands for a server that runs, to be given to it by an
operator: `… --rotate scoring | redis-cli -u "$(cat FOLDER/operator.url)"`. They cut nobody off, as
ACL LOAD does on some servers.

What is there stays: passwords and keys are never replaced, and a line of users.acl about a user
that is not ours is kept. What our users may do is written anew, as a new release may need more.

The folder is for its owner alone (0700). The files in it can be read by everybody (0644, folders
0755) who gets that far: containers run under user ids of their own, and each mounts the single
files it needs. Such a mount holds on to the very file, so files are written over, not exchanged.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from secrets import token_urlsafe
from typing import Final
from urllib.parse import urlsplit

from deploy.acl import HEALTH, NamesError, acl_file, names
from deploy.settings import ROOT
from services.lobby.keys import ensure_keys

ACL: Final = "users.acl"
KEYS: Final = "lobby-keys"
SERVER: Final = "redis:6379"
PRIVATE: Final = 0o700
FOLDER: Final = 0o755
FILE: Final = 0o644


class SecretsError(Exception):
    """The secrets cannot be made; the message says why."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the secrets, or change passwords."""
    given = _parser().parse_args(arguments)
    try:
        secrets = Secrets(given.folder, _editions(), given.redis)
        secrets.make()
        for user in given.rotate:
            secrets.rotate(user)
        for user in given.forget:
            secrets.forget(user)
    except (SecretsError, NamesError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except OSError as error:
        sys.stderr.write(f"{error.filename} cannot be used: {error.strerror}\n")
        return 1
    return 0


class Secrets:
    """The secrets in a folder."""

    def __init__(self, folder: Path, editions: Sequence[str], server: str = SERVER) -> None:
        if not re.fullmatch(r"[A-Za-z0-9.-]+:[0-9]{1,5}", server):
            raise SecretsError(f"{server!r} is no address of a server, such as {SERVER}")
        self._folder = folder
        self._editions = editions
        self._server = server
        self._users = names(editions)

    def make(self) -> None:
        """Make what is missing."""
        self._folder.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        self._folder.chmod(PRIVATE)
        for user in self._users:
            if not self._url(user).exists():
                url = f"redis://{user}:{token_urlsafe(32)}@{self._server}/0"
                _write(self._url(user), f"{url}\n")
        self._write_acl({user: self._good(user) for user in self._users})
        ensure_keys(self._folder / KEYS)
        for path in (self._folder / KEYS).iterdir():
            path.chmod(FILE)
        (self._folder / KEYS).chmod(FOLDER)

    def rotate(self, user: str) -> None:
        """Give a user a new password; the old one is good as well until it is forgotten."""
        old = self._known(user)
        if len(old) > 1:
            raise SecretsError(f"{user} has an old password still: --forget {user} first")
        url = self._url(user).read_text(encoding="utf-8")
        _write(self._url(user), url.replace(self._password(user), token_urlsafe(32), 1))
        new = _hash(self._password(user))
        self._change(user, [new, *old])
        print(f"ACL SETUSER {user} #{new}")

    def forget(self, user: str) -> None:
        """Let only the newest password of a user be good."""
        newest, *old = self._known(user)
        self._change(user, [newest])
        for each in old:
            print(f"ACL SETUSER {user} !{each}")

    def _change(self, user: str, hashes: list[str]) -> None:
        self._write_acl({**{each: self._good(each) for each in self._users}, user: hashes})

    def _known(self, user: str) -> list[str]:
        if user not in self._users:
            raise SecretsError(f"there is no user {user!r}; there are {', '.join(self._users)}")
        return self._good(user)

    def _good(self, user: str) -> list[str]:
        """Give the hashes of the passwords of a user, the newest first."""
        newest = _hash(self._password(user))
        line = self._lines().get(user, "")
        return [newest, *(each for each in re.findall(r" #(\w{64})", line) if each != newest)]

    def _lines(self) -> dict[str, str]:
        """Give the lines of users.acl, by user."""
        path = self._folder / ACL
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        return {line.split()[1]: line for line in text.splitlines() if line.startswith("user ")}

    def _write_acl(self, passwords: dict[str, list[str]]) -> None:
        ours = {"default", HEALTH, *self._users}
        others = [f"{line}\n" for user, line in self._lines().items() if user not in ours]
        _write(self._folder / ACL, acl_file(self._editions, passwords) + "".join(others))

    def _password(self, user: str) -> str:
        try:
            password = urlsplit(self._url(user).read_text(encoding="utf-8").strip()).password
        except ValueError:
            password = None
        if not password:
            raise SecretsError(f"{self._url(user)} holds no address with a password")
        return password

    def _url(self, user: str) -> Path:
        return self._folder / f"{user}.url"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m deploy.secrets",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="such as deploy/secrets")
    parser.add_argument(
        "--redis",
        metavar="HOST:PORT",
        default=SERVER,
        help=f"where the server is, for addresses that are made now (default {SERVER})",
    )
    parser.add_argument(
        "--rotate",
        metavar="USER",
        action="append",
        default=[],
        help="give a user another password; the old one is good as well until --forget",
    )
    parser.add_argument(
        "--forget",
        metavar="USER",
        action="append",
        default=[],
        help="let the old password of a user be good no more",
    )
    return parser


def _editions() -> list[str]:
    """Name the editions there are."""
    return sorted(path.stem for path in (ROOT / "services/rules/editions").glob("*.yaml"))


def _write(path: Path, text: str) -> None:
    """Write a file, or write over it, unless it says so already."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
    path.chmod(FILE)


def _hash(password: str) -> str:
    return sha256(password.encode()).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
