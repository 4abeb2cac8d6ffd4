"""The address of a cluster, and which settings may be one."""

import subprocess
import sys

import pytest

from clients.bots.worker import __main__ as bots
from deploy.settings import SettingError, check_server, read_settings, shown
from services.lobby.config import read_config as read_lobby
from services.plumbing.cluster.address import Address, is_cluster, read_address
from services.plumbing.config import ConfigError
from services.plumbing.connections import connect, connect_to_wait
from services.rules.config import read_config as read_rules
from services.scoring.config import read_config as read_scoring

CLUSTER = "redis+cluster://one:7000,two:7001"
SERVER = "redis://queues:6379/0"
READERS = [read_rules, read_scoring, read_lobby]


def test_an_address_names_nodes_with_a_user_and_a_password() -> None:
    found = read_address("redis+cluster://ana:p%40ss@one:7000,two,[::1]:7002/0")
    assert found == Address("redis://ana:p%40ss@one:7000", (("two", 6379), ("::1", 7002)))


def test_an_address_with_tls_may_say_more() -> None:
    found = read_address("rediss+cluster://[::1]:7000?ssl_ca_certs=/ca.pem")
    assert found == Address("rediss://[::1]:7000?ssl_ca_certs=/ca.pem", ())


@pytest.mark.parametrize("url", [SERVER, "rediss://one", "unix:///run/redis.sock?db=0", ""])
def test_other_addresses_mean_one_server(url: str) -> None:
    assert not is_cluster(url)


@pytest.mark.parametrize(
    "url",
    [
        "redis+cluster://",
        "redis+cluster://:7000",
        "redis+cluster://one,",
        "redis+cluster://one:7000,,two:7000",
        "redis+cluster://one:many",
        "redis+cluster://one:0",
        "redis+cluster://one:70000",
        "redis+cluster://one:7000/1",
        "redis+cluster://one:7000/games",
        "redis+cluster://one:7000?db=2",
        "redis+cluster://one:7000?socket_timeout=long",
        "redis+cluster://one:7000#two",
        "redis+cluster://ana:secret@one:x",
    ],
)
def test_an_address_that_makes_no_sense_is_refused_without_its_password(url: str) -> None:
    for make in (connect, connect_to_wait):
        with pytest.raises(ValueError, match="cluster") as refusal:
            make(url)
        assert "secret" not in str(refusal.value)


@pytest.mark.parametrize("read", READERS)
def test_queues_on_a_cluster_are_refused(read: object) -> None:
    assert callable(read)
    with pytest.raises(ConfigError, match="QUEUES_URL is a cluster: queues"):
        read({"REDIS_URL": SERVER, "QUEUES_URL": CLUSTER, "LOBBY_KEYS": "keys"})
    with pytest.raises(ConfigError, match="QUEUES_URL is not set, and REDIS_URL is a cluster"):
        read({"REDIS_URL": CLUSTER, "LOBBY_KEYS": "keys"})
    found = read({"REDIS_URL": CLUSTER, "QUEUES_URL": SERVER, "LOBBY_KEYS": "keys"})
    assert (found.redis_url, found.queues_url) == (CLUSTER, SERVER)


def test_bots_do_not_begin_with_queues_on_a_cluster(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BOTS_EDITIONS", "gob-rome")
    monkeypatch.setenv("QUEUES_URL", CLUSTER)
    assert bots.main() == 1
    assert "bots: QUEUES_URL is a cluster" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("service", ["rules", "scoring"])
def test_a_worker_says_why_it_does_not_begin(service: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", f"services.{service}.worker"],
        env={"REDIS_URL": CLUSTER},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    assert f"{service} worker: QUEUES_URL is not set, and REDIS_URL is a cluster" in ended.stderr


def test_make_up_refuses_what_the_services_would_refuse() -> None:
    with pytest.raises(SettingError, match="QUEUES_URL is not set, and REDIS_URL is a cluster"):
        read_settings({"REDIS_URL": CLUSTER})
    with pytest.raises(SettingError, match="REDIS_URL: 'one:x' is no node of a cluster"):
        check_server("REDIS_URL", "redis+cluster://one:x")
    nobody = "redis+cluster://ana:secret@127.0.0.1:1"
    with pytest.raises(SettingError, match=r"127\.0\.0\.1:1 cannot be used") as refusal:
        check_server("REDIS_URL", nobody)
    assert "secret" not in str(refusal.value)
    assert shown(nobody) == "redis+cluster://127.0.0.1:1"
