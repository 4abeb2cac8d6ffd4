"""The embedded server: it keeps what it has answered, and says clearly why it cannot start."""

import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest
import redis

from deploy.embedded import Embedded, ServerError, running_server
from deploy.settings import ROOT

STARTER: Final = """
import sys, time
from pathlib import Path
from deploy.embedded import Embedded
print(Embedded(Path(sys.argv[1])).start().pid, flush=True)
time.sleep(60)
"""
needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends orphans")


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
    return port


def client_of(server: Embedded) -> redis.Redis:
    return redis.Redis.from_url(server.url, decode_responses=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder whose name would trouble a careless configuration or URL."""
    return tmp_path / 'a "b" 100%?'


@pytest.mark.slow
def test_what_was_answered_survives_a_kill(folder: Path) -> None:
    server = Embedded(folder).start()
    with client_of(server) as client:
        client.set("move", "C5")
    server.kill()
    with running_server(folder) as again, client_of(again) as client:
        assert client.get("move") == "C5"


@pytest.mark.slow
def test_a_server_may_be_started_again_after_its_end(folder: Path) -> None:
    with running_server(folder) as server:
        with client_of(server) as client:
            client.set("move", "C5")
        server.stop()
        assert server.pid is None
        server.start()
        with client_of(server) as client:
            assert client.get("move") == "C5"


@pytest.mark.slow
def test_nothing_is_evicted_and_every_answer_is_on_disk(folder: Path) -> None:
    with running_server(folder) as server, client_of(server) as client:
        asked = ("appendonly", "appendfsync", "maxmemory-policy", "save")
        found = {name: client.config_get(name)[name] for name in asked}
    assert found == {
        "appendonly": "yes",
        "appendfsync": "always",
        "maxmemory-policy": "noeviction",
        "save": "",
    }


@pytest.mark.slow
def test_tests_may_have_it_faster(folder: Path) -> None:
    with running_server(folder, fsync="no") as server, client_of(server) as client:
        assert client.config_get("appendfsync") == {"appendfsync": "no"}


@pytest.mark.slow
def test_only_its_user_can_open_its_socket_and_its_data(folder: Path) -> None:
    with running_server(folder) as server:
        paths = [folder, server.socket, *folder.rglob("*.aof")]
        assert len(paths) == 3
        assert [stat.S_IMODE(path.stat().st_mode) & 0o077 for path in paths] == [0, 0, 0]


@pytest.mark.slow
def test_a_socket_whose_path_would_be_too_long_lies_in_a_private_place(folder: Path) -> None:
    deep = folder / ("deep" * 20) / ("deeper" * 10)
    with running_server(deep) as server:
        with client_of(server) as client:
            assert client.ping()
        place = server.socket.parent
        assert deep not in server.socket.parents
        assert stat.S_IMODE(place.stat().st_mode) == 0o700
    assert not place.exists()


@pytest.mark.slow
def test_a_port_is_opened_on_this_machine_only_if_asked_for(folder: Path) -> None:
    server = Embedded(folder, port=free_port())
    with running_server(folder, port=server.port), redis.Redis.from_url(server.tcp_url) as client:
        assert client.config_get("bind") == {"bind": "127.0.0.1"}
    with running_server(folder) as server, pytest.raises(ServerError, match="its socket only"):
        assert server.tcp_url


def test_a_port_that_is_taken_is_named(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(ServerError, match=f"(?s)ended at once.*{port}.*already in use"):
            Embedded(folder, port=port).start()


@pytest.mark.slow
def test_a_second_server_on_a_folder_is_refused_and_the_first_goes_on(folder: Path) -> None:
    with running_server(folder) as server:
        with pytest.raises(ServerError, match="already running"):
            Embedded(folder).start()
        with client_of(server) as client:
            assert client.ping()


@pytest.mark.slow
def test_damaged_data_is_named_with_the_end_of_the_log(folder: Path) -> None:
    with running_server(folder) as server, client_of(server) as client:
        for number in range(100):
            client.set(f"key-{number}", "value")
    (log,) = folder.glob("appendonlydir/*.incr.aof")
    log.write_bytes(b"*3\r\n$3\r\nSET" + b"?" * 50 + log.read_bytes()[60:])
    with pytest.raises(ServerError, match=r"(?s)valkey.log ends with.*Bad file format"):
        Embedded(folder).start()


@pytest.mark.slow
def test_half_a_command_at_the_end_of_the_log_is_left_out(folder: Path) -> None:
    with running_server(folder) as server, client_of(server) as client:
        client.set("move", "C5")
    (log,) = folder.glob("appendonlydir/*.incr.aof")
    log.write_bytes(log.read_bytes() + b"*3\r\n$3\r\nSET\r\n$4\r\nmo")
    with running_server(folder) as server, client_of(server) as client:
        assert client.get("move") == "C5"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Give a folder on a disk of its own with four megabytes."""
    place = tmp_path / "small"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(place)]
    if sys.platform != "linux" or subprocess.run(command, check=False).returncode:
        pytest.skip("only root can mount a small disk")
    try:
        yield place
    finally:
        command = ["umount", "--lazy", str(place)]
        subprocess.run(command, check=True)


def fill(disk: Path) -> Path:
    """Fill a disk to its last byte; give the file that does it."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"x" * 512)
    return ballast


@pytest.mark.slow
def test_a_full_disk_is_named_and_what_was_answered_is_there_when_there_is_room(
    small_disk: Path,
) -> None:
    server = Embedded(small_disk / "valkey").start()
    with client_of(server) as client:
        client.set("move", "C5")
        ballast = fill(small_disk)
        with pytest.raises(redis.ConnectionError):
            client.set("much", "x" * 100_000)
    assert f"it ended; the disk of {server.folder} is full: make room" in server.failure("it ended")
    server.stop()
    ballast.unlink()
    with running_server(server.folder) as again, client_of(again) as client:
        assert client.get("move") == "C5"
        assert client.set("move", "D5")
        assert "is full" not in again.failure("it ended")


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ServerError, match="file/data cannot be used: Not a directory"):
        Embedded(tmp_path / "file" / "data").start()


@pytest.mark.slow
def test_loading_is_waited_for_and_told(folder: Path) -> None:
    with running_server(folder, fsync="no") as server, client_of(server) as client:
        client.mset({f"key-{number}": "value" * 100 for number in range(4000)})
        client.bgrewriteaof()
        while client.info("persistence")["aof_rewrite_in_progress"]:
            pass
    slow = {"key-load-delay": "600", "loading-process-events-interval-bytes": "1024"}
    server = Embedded(folder, more=slow)
    said: list[str] = []
    try:
        server.start(said.append)
        assert server.state() == "ready"
        with client_of(server) as client:
            assert client.dbsize() == 4000
    finally:
        server.stop()
    assert said
    assert all(line.startswith("The embedded server reads its data (") for line in said)


@pytest.mark.slow
@needs_linux
def test_a_server_does_not_outlive_a_process_that_is_killed(folder: Path) -> None:
    starter = subprocess.Popen(
        [sys.executable, "-c", STARTER, str(folder)], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    with starter:
        assert starter.stdout is not None
        server = Path("/proc") / starter.stdout.readline().strip()
        assert server.exists()
        starter.kill()
    deadline = time.monotonic() + 5
    while server.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not server.exists()
