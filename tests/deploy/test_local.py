"""`make up`: one command, one port, clear words when something is wrong, nothing left behind."""

import json
import os
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.embedded import running_server
from deploy.settings import ROOT
from tests.deploy.running import Up, is_alive, refused, up, wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are read from /proc")


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    """Run a platform for the tests that do it no harm."""
    with up(tmp_path_factory.mktemp("up") / "data") as running:
        yield running


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.mark.slow
def test_it_says_where_it_is_and_how_to_use_it(platform: Up) -> None:
    host, port = platform.place
    assert host == "127.0.0.1"
    for line in (
        f"documentation  http://127.0.0.1:{port}/lobby/docs, http://127.0.0.1:{port}/rules/docs",
        f"data           {platform.data}",
        f"register       curl http://127.0.0.1:{port}/lobby/v1/players --json",
        "stop           Ctrl-C",
    ):
        assert line in platform.text


@pytest.mark.slow
def test_the_programs_know_what_they_need(platform: Up) -> None:
    _, port = platform.place
    said = json.loads(platform.get("/fake/environment"))
    assert said["REDIS_URL"].startswith("unix:///")
    assert said["RULES_ADDRESS"] == f"http://127.0.0.1:{port}/rules/v1"
    assert said["RULES_KEYS"] == str(platform.data / "keys" / "keys.json")
    assert said["PROMETHEUS_MULTIPROC_DIR"] == str(platform.data / "metrics")


@pytest.mark.slow
def test_a_setting_in_a_file_is_said_once(data: Path, tmp_path: Path) -> None:
    for name, value in {"workers": "1\n", "address": "https://rules.example/v1\n"}.items():
        (tmp_path / name).write_text(value)
    files = {"WORKERS_FILE": tmp_path / "workers", "RULES_ADDRESS_FILE": tmp_path / "address"}
    settings = {name: str(path) for name, path in files.items()}
    with up(data, WORKERS="", **settings) as running:
        said = json.loads(running.get("/fake/environment"))
    assert (said["WORKERS"], said["WORKERS_FILE"]) == ("1", "")
    assert "RULES_ADDRESS" not in said
    assert said["RULES_ADDRESS_FILE"] == str(tmp_path / "address")


@pytest.mark.slow
def test_its_folder_is_private_and_unknown_to_git(platform: Up) -> None:
    assert stat.S_IMODE(platform.data.stat().st_mode) == 0o700
    assert (platform.data / ".gitignore").read_text() == "*\n"


@pytest.mark.slow
def test_a_second_one_on_the_same_folder_is_refused_and_disturbs_nothing(platform: Up) -> None:
    _, port = platform.place
    family = platform.family()
    said = refused(platform.data, PORT=str(port))
    place = f"http://127.0.0.1:{port} (process {platform.process.pid})"
    assert said == f"Interchange is already running at {place}\n"
    assert platform.family() == family
    assert platform.get("/readyz")


@pytest.mark.slow
def test_a_port_that_is_taken_is_named_before_anything_is_started(platform: Up, data: Path) -> None:
    _, port = platform.place
    said = refused(data, PORT=str(port))
    assert said.startswith(f"Port {port} of 127.0.0.1 is taken by another program")
    assert not (data / "valkey").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "value"),
    [("PORT", "eighty"), ("PORT", "65536"), ("PORT", "-1"), ("PORT", "8" * 5000), ("WORKERS", "0")],
)
def test_a_setting_that_makes_no_sense_is_named(data: Path, name: str, value: str) -> None:
    said = refused(data, **{name: value})
    assert said.startswith(f"{name} is '{value}', but has to be a number from ")
    assert not data.exists()


@pytest.mark.slow
def test_an_address_that_is_not_of_this_machine_is_named(data: Path) -> None:
    assert "HOST=192.0.2.1 PORT=0 cannot be listened on" in refused(data, HOST="192.0.2.1")


@pytest.mark.slow
def test_a_data_folder_that_is_a_file_is_named(data: Path) -> None:
    data.touch()
    assert refused(data) == f"the data folder {data} is no folder that can be written to\n"


@pytest.mark.slow
def test_ctrl_c_ends_everything_and_the_data_stay(data: Path) -> None:
    with up(data) as running:
        assert running.get("/fake/count") == "1"
        family = running.family()
        assert len(family) == 4
        assert running.end(signal.SIGINT) == 0
        assert not any(map(is_alive, family))
        assert running.text.endswith("Interchange has ended.\n")
    with up(data) as running:
        assert running.get("/fake/count") == "2"


@pytest.mark.slow
def test_a_killed_one_leaves_no_process_and_no_lock_and_its_data(data: Path) -> None:
    with up(data) as running:
        assert running.get("/fake/count") == "1"
        _, port = running.place
        family = running.family()
        running.end(signal.SIGKILL)
        wait_until(lambda: not any(map(is_alive, family)))
        assert not any(map(is_alive, family))
    with up(data, PORT=str(port)) as running:
        assert running.get("/fake/count") == "2"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "name"),
    [("gunicorn", "web"), ("fake_platform work", "worker"), ("valkey-server", "server")],
)
def test_a_killed_program_is_started_again(platform: Up, part: str, name: str) -> None:
    before = int(platform.get("/fake/count"))
    killed = platform.member(part)
    os.kill(killed, signal.SIGKILL)
    platform.wait_for(f"{name} was killed (SIGKILL)")
    wait_until(lambda: any(part in command for command in platform.family().values()))
    assert platform.member(part) != killed
    wait_until(lambda: platform.get("/readyz").startswith('{"status":"ok"'))
    assert int(platform.get("/fake/count")) == before + 1


@pytest.mark.slow
def test_a_server_that_was_named_is_used_and_left_alone(tmp_path: Path, data: Path) -> None:
    with running_server(tmp_path / "other") as server, up(data, REDIS_URL=server.url) as running:
        assert running.get("/fake/count") == "1"
        assert not any("valkey-server" in command for command in running.family().values())
        assert not (data / "valkey").exists()
        assert running.end(signal.SIGTERM) == 0
        assert server.state() == "ready"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["REDIS_URL", "QUEUES_URL"])
def test_a_server_that_does_not_answer_is_named_without_its_password(data: Path, name: str) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        port = nobody.getsockname()[1]
        said = refused(data, **{name: f"redis://ana:secret@127.0.0.1:{port}/0"})
    assert f"{name}: redis://127.0.0.1:{port} cannot be used" in said
    assert "secret" not in said


@pytest.mark.slow
@pytest.mark.parametrize("url", ["http://x:secret@y", "redis://:sec/ret@y:1", "redis://y:secret"])
def test_an_address_that_is_none_is_refused_without_showing_it(data: Path, url: str) -> None:
    said = refused(data, REDIS_URL=url)
    assert "REDIS_URL" in said
    assert "sec" not in said


@pytest.mark.slow
def test_damaged_data_are_named_and_nothing_else_is_started(data: Path) -> None:
    with running_server(data / "valkey"):
        pass
    (log,) = data.glob("valkey/appendonlydir/*.incr.aof")
    log.write_bytes(b"rubbish\r\n" * 10)
    said = refused(data)
    assert "server ended with exit code 1; its log " in said
    assert "Bad file format" in said
    assert "Starting the worker" not in said


@pytest.mark.slow
def test_an_application_that_cannot_be_loaded_ends_everything_at_once(data: Path) -> None:
    said = refused(data, FAKE_APP_FAILS="1")
    assert "this application does not load" in said
    assert "web ended with exit code 3" in said


@pytest.mark.slow
def test_help_explains_the_environment() -> None:
    command = [sys.executable, "-m", "deploy.local", "--help"]
    done = subprocess.run(command, check=True, cwd=ROOT, capture_output=True, text=True)
    for name in ("PORT", "HOST", "DATA", "WORKERS", "REDIS_URL", "QUEUES_URL", "RULES_KEYS"):
        assert f"  {name} " in done.stdout
