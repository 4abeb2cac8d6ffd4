"""The parts of `make rehearsal` that need no container."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any

import pytest
import yaml

from deploy.rehearsal.containers import SECOND
from deploy.rehearsal.images import changed_copy
from deploy.rehearsal.journal import Journal
from deploy.rehearsal.season import complaints
from deploy.rehearsal.shell import CommandError, need, run
from deploy.rehearsal.versions import SWITCH
from deploy.rehearsal.watching import Watcher
from deploy.settings import ROOT
from services.rules.editions import load_edition
from tests.servers import wait_until

STREAMS = (
    b'retry: 9\n\nid: 1\ndata: 1\n\nid: 2\ndata: 1\n\nevent: end\ndata: {"reason": "closing"}\n\n',
    b"id: 3\nevent: a\ndata: {}\n\n",
    b'id: 5\nevent: a\ndata: {}\n\nevent: end\ndata: {"reason": "wait"}\n\n',
)
"""Ended by the server, broken off, and one in which an event is missing."""


class Streams(BaseHTTPRequestHandler):
    """Answers with one stream after the other."""

    def do_GET(self) -> None:
        """Answer."""
        server: Any = self.server
        server.asked.append(self.headers["Last-Event-ID"])
        self.send_response(200 if len(server.asked) <= len(STREAMS) else 503)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        if len(server.asked) <= len(STREAMS):
            self.wfile.write(STREAMS[len(server.asked) - 1])

    def log_message(self, *_: object) -> None:
        """Write nothing."""


@pytest.mark.slow
def test_the_copy_for_the_second_version_differs_in_that_version_alone(tmp_path: Path) -> None:
    name = "services/rules/editions/gob-rome.yaml"
    copied = changed_copy(tmp_path)
    before, after = load_edition(ROOT / name), load_edition(copied / name)
    assert after.edition.version == before.edition.version + 1
    old, new = ((root / name).read_text().splitlines() for root in (ROOT, copied))
    assert [line for line in new if line not in old] == [f"version: {after.edition.version}"]
    assert (copied / "deploy" / "Dockerfile").exists()
    assert not (copied / "deploy" / "secrets").exists()


def test_what_is_switched_is_in_the_gateways_table_and_leads_to_the_second_version() -> None:
    table = (ROOT / "deploy" / "nginx" / "editions.map").read_text(encoding="utf-8")
    assert table.count(SWITCH[0]) == 1
    versions = yaml.safe_load((ROOT / "docker-compose.versions.yml").read_text())
    assert (*versions["services"],) == SECOND
    upstream = versions["services"][SECOND[0]]["environment"]["RULES_UPSTREAM"]
    assert upstream == f"http://{SWITCH[1].partition('@')[0]}:8080"


def test_the_journal_tells_failures_from_refusals() -> None:
    journal, begun = Journal(), monotonic()
    for status, code in ((200, ""), (409, "stale_version"), (503, "away"), (0, "ReadError")):
        journal.note("gob-rome", status, code, begun)
    journal.note("gob-paris", 500, "internal_error", begun)
    assert journal.failures(0.0, "gob-rome") == {"503 away": 1, "0 ReadError": 1}
    assert journal.failures(monotonic(), "gob-rome") == {}
    assert journal.summary("gob-rome").startswith("gob-rome: 4 requests, 2 failed;")


def test_a_tournament_that_is_not_whole_is_complained_about() -> None:
    rounds = [{"tables": [{"game": "g", "status": "finished"}]}]
    whole = {"rounds": rounds, "standings": {"round": 1}}
    assert complaints(whole, 1) == []
    assert complaints(whole, 2) == [
        "1 rounds were played, not 2",
        "the standings are not those of the last round",
    ]
    rounds[0]["tables"][0]["status"] = "playing"
    assert complaints(whole, 1) == ["g is playing"]


@pytest.mark.slow
def test_a_watcher_goes_on_where_its_stream_broke_off_and_sees_what_is_missing() -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Streams) as server:
        asked: list[str] = []
        vars(server)["asked"] = asked
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        watcher = Watcher(f"http://127.0.0.1:{server.server_port}")
        watcher.start()
        wait_until(lambda: len(asked) > len(STREAMS), 30)
        watcher.stop()
        server.shutdown()
    assert watcher.endings[:3] == ["closing", "broken", "wait"]
    assert asked[:3] == ["0", "2", "3"]
    assert (watcher.numbers, watcher.gaps) == ([1, 2, 3, 5], [3])


def test_programs_that_are_missing_are_named_with_their_packages() -> None:
    with pytest.raises(CommandError, match=r"not on this machine: no-such-tool; .* nothing-at-all"):
        need({"sh": "dash", "no-such-tool": "nothing-at-all"})


def test_a_command_that_fails_shows_what_it_wrote() -> None:
    with pytest.raises(CommandError, match="exit code 3\nout\nerr"):
        run(["sh", "-c", "echo out; echo err >&2; exit 3"])
    with pytest.raises(CommandError, match=r"no end after 0\.1 s"):
        run(["sleep", "5"], seconds=0.1)
