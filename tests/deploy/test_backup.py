"""Backups of servers that are at work, and what is restored from them."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from threading import Event

import pytest

from deploy.backup import ABOUT, SNAPSHOT, main
from deploy.embedded import Embedded, running_server
from services.plumbing.connections import connect
from services.rules.store.keys import SHARDS, outbox_key
from services.rules.store.ports import Place, Written
from services.rules.store.redis import RedisGames
from tests.cluster import Cluster, free_port, running_cluster
from tests.rules.store.samples import RECEIPT, change, created, new_game, new_place
from tests.servers import connected, everything_in, wait_until

PLAYERS = 4


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Name a data folder with keys that sign tokens."""
    keys = tmp_path / "data" / "keys"
    keys.mkdir(parents=True)
    (keys / "signing.pem").write_text("secret", encoding="utf-8")
    return tmp_path / "data"


@contextmanager
def filled(data: Path) -> Iterator[Embedded]:
    """Run a server on a data folder, with a game in it."""
    with running_server(data / "valkey") as server:
        games = RedisGames(connected(server))
        place = created(games, deadline=5)
        games.write(place, change(messages=(b"m",), key="key", receipt=RECEIPT))
        yield server


def ends_in(server: Embedded) -> dict[bytes, int]:
    """Say until which millisecond everything is kept; -1 is for good."""
    client = connected(server)
    return {key: client.execute_command("PEXPIRETIME", key) for key in client.scan_iter()}


def run(*words: object) -> int:
    return main([str(word) for word in words])


class Load:
    """Players who move as fast as they can, each in a game of their own."""

    def __init__(self, games: RedisGames) -> None:
        self.answered = [0] * PLAYERS
        self.places = [Place("tram", f"game {number}") for number in range(PLAYERS)]
        self._over = Event()
        self._games = games

    def play(self, number: int) -> None:
        """Move until it is over."""
        place = self.places[number]
        self._games.create(place, new_game())
        while not self._over.is_set():
            version = self.answered[number]
            wanted = change(version, messages=(b"%d/%d" % (number, version),))
            assert self._games.write(place, wanted) == Written()
            self.answered[number] += 1

    def end(self) -> None:
        """Let them stop."""
        self._over.set()


@pytest.mark.slow
def test_a_backup_under_load_has_what_was_answered_before_and_no_half_move(
    data: Path, tmp_path: Path
) -> None:
    with filled(data) as server, ThreadPoolExecutor(PLAYERS) as pool:
        load = Load(RedisGames(connected(server)))
        work = [pool.submit(load.play, number) for number in range(PLAYERS)]
        wait_until(lambda: min(load.answered) > 50, 30)
        before = list(load.answered)
        assert run("take", data, "--to", tmp_path / "backup") == 0
        after = list(load.answered)
        wait_until(lambda: all(load.answered[at] > after[at] for at in range(PLAYERS)), 30)
        load.end()
        assert [each.result() for each in work] == [None] * PLAYERS
    assert run("restore", tmp_path / "backup", "--to", tmp_path / "restored") == 0
    with running_server(tmp_path / "restored" / "valkey") as server:
        games = RedisGames(connected(server))
        moves = 0
        for number, place in enumerate(load.places):
            kept = games.read(place)
            assert kept is not None
            assert before[number] <= kept.version <= after[number] + 1  # written, not yet answered
            events = games.events(place, 3, 1_000_000)
            assert events == [b"of version %d" % (at + 1) for at in range(kept.version)]
            assert kept.state == b"state %d" % kept.version
            moves += kept.version
            assert games.write(place, change(kept.version)) == Written()
        outboxes = [outbox_key("tram", shard) for shard in range(SHARDS)]
        assert sum(map(connected(server).xlen, outboxes)) == moves
    assert (tmp_path / "restored" / "keys" / "signing.pem").read_text() == "secret"


@pytest.mark.slow
def test_a_folder_on_which_nothing_runs_is_backed_up_as_well(data: Path, tmp_path: Path) -> None:
    with filled(data) as server:
        everything = everything_in(connected(server))
    assert run("take", data, "--to", tmp_path / "backup") == 0
    assert run("restore", tmp_path / "backup", "--to", tmp_path / "restored") == 0
    for folder in (data, tmp_path / "restored"):
        with running_server(folder / "valkey") as server:
            assert everything_in(connected(server)) == everything
    assert not [*tmp_path.glob("*.part")]


@pytest.mark.slow
def test_a_server_is_backed_up_and_refilled_by_its_address(data: Path, tmp_path: Path) -> None:
    port = free_port()
    with running_server(tmp_path / "other", port=port) as other, filled(data) as server:
        everything, ends = everything_in(connected(server)), ends_in(server)
        assert {end > 0 for end in ends.values()} == {True, False}
        assert run("take", server.url, "--to", tmp_path / "backup") == 0
        assert not (tmp_path / "backup" / "keys").exists()
        assert run("restore", tmp_path / "backup", "--into", f"redis://127.0.0.1:{port}") == 0
        assert everything_in(connected(other)) == everything
        assert ends_in(other) == ends


@pytest.mark.slow
def test_the_nodes_of_a_cluster_are_restored_into_another_one(
    cluster: Cluster, tmp_path: Path
) -> None:
    games, edition = RedisGames(connect(cluster.url)), new_place().edition
    places = [new_place()._replace(edition=edition) for _ in range(40)]
    for place in places:
        games.create(place, new_game())
        games.write(place, change(key="key", receipt=RECEIPT))
    backups = [tmp_path / f"backup-{at}" for at in range(len(cluster.nodes))]
    for node, backup in zip(cluster.nodes, backups, strict=True):
        assert run("take", node.tcp_url, "--to", backup) == 0
    with running_cluster(tmp_path / "nodes") as other:
        assert run("restore", *backups, "--into", other.url) == 0
        restored = RedisGames(connect(other.url))
        for place in places:
            assert restored.read(place, "key") == games.read(place, "key")
            assert restored.events(place, 0, 100) == games.events(place, 0, 100)


@pytest.mark.slow
def test_what_cannot_be_backed_up_is_refused_with_a_reason(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = tmp_path / "taken"

    def refused(where: object, to: Path = taken) -> str:
        assert run("take", where, "--to", to) == 1
        return capsys.readouterr().err

    assert "no folder with the data" in refused(tmp_path / "nowhere")
    assert "each node" in refused("redis+cluster://127.0.0.1:1")
    assert "127.0.0.1:1" in refused("redis://127.0.0.1:1")
    with filled(data) as server:
        assert "is there already" in refused(data, data)
        (tmp_path / "taken.part").mkdir()
        assert "half done" in refused(data)
        (tmp_path / "taken.part").rmdir()
        connected(server).execute_command("ACL SETUSER weak on nopass ~* +@all -sync -psync")
        assert "refuses: NOPERM" in refused(server.url.replace("unix://", "unix://weak:x@"))
    assert not taken.exists()
    assert not [*tmp_path.glob("*.part")]


@pytest.mark.slow
def test_what_is_no_whole_backup_is_not_restored(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backup, folder = tmp_path / "backup", tmp_path / "restored"
    with filled(data):
        assert run("take", data, "--to", backup) == 0

    def refused(*words: object) -> str:
        capsys.readouterr()
        assert run("restore", *words) == 1
        return capsys.readouterr().err

    assert "is no backup" in refused(tmp_path / "nothing", "--to", folder)
    assert "is there already" in refused(backup, "--to", data)
    assert "one backup" in refused(backup, backup, "--to", folder)
    with running_server(tmp_path / "full") as server:
        connected(server).set("key", "value")
        assert "1 keys in it" in refused(backup, "--into", server.url)
    whole = (backup / SNAPSHOT).read_bytes()
    (backup / SNAPSHOT).write_bytes(whole[:-1])
    assert "cut short or changed" in refused(backup, "--to", folder)
    assert "cut short or changed" in refused(backup, "--into", server.url)
    assert not folder.exists()
    assert not [*tmp_path.glob("*.part")]


@pytest.mark.slow
def test_a_backup_that_a_server_cannot_read_leaves_nothing_behind(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backup, folder = tmp_path / "backup", tmp_path / "restored"
    with filled(data):
        assert run("take", data, "--to", backup) == 0
    spoiled = bytearray((backup / SNAPSHOT).read_bytes())
    spoiled[-1] ^= 1  # its own checksum
    (backup / SNAPSHOT).write_bytes(spoiled)
    about = json.loads((backup / ABOUT).read_text())
    about["sha256"] = sha256(spoiled).hexdigest()
    (backup / ABOUT).write_text(json.dumps(about))
    assert run("restore", backup, "--to", folder) == 1
    assert "ended at once" in capsys.readouterr().err
    assert not folder.exists()
    assert not [*tmp_path.glob("*.part")]
