"""Two versions of an edition behind a gateway (nginx), as they are deployed: on one store."""

import http.client
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from deploy import child
from deploy.embedded import Embedded, running_server
from deploy.local import address, bind
from deploy.settings import ROOT
from services.lobby.keys import ensure_keys
from tests.servers import wait_until
from tests.service import WAIT, Running

ROME: Final = "gob-rome"
NGINX: Final = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
API: Final = (
    *(sys.executable, "-m", "gunicorn", "-c", "deploy/gunicorn.conf.py"),
    *("--log-level", "warning", "services.rules.api:create_app()"),
)
WORKER: Final = (sys.executable, "-m", "services.rules.worker")
CONFIG: Final = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log stderr;
events {{ worker_connections 128; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port};
        proxy_http_version 1.1;
        proxy_set_header Host $http_host;
        location / {{ proxy_pass {newest}; }}
        location = /rules/v1/editions {{ proxy_pass {catalogue}; }}
        location @upstream {{
            # The name has to be kept before the next answer takes the place of this one.
            set $version $upstream_http_x_interchange_upstream;
            proxy_pass $version;
            proxy_ignore_headers X-Accel-Redirect;
            proxy_hide_header X-Interchange-Upstream;
        }}
    }}
}}
"""


class Side(NamedTuple):
    """A process of its own, where the gateway reaches it, and what it writes down."""

    url: str
    running: Running


class SideBySide(NamedTuple):
    """The platform's rules in two versions, and what is in front of them."""

    gateway: Running
    """Where players are."""
    old: Side
    new: Side
    catalogue: Side


def newer_project(folder: Path, edition: str = ROME) -> Path:
    """Make a project in which an edition has the next version."""
    for part in ("services", "deploy"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    file = folder / "services" / "rules" / "editions" / f"{edition}.yaml"
    text = file.read_text(encoding="utf-8")
    assert "\nversion: 1\n" in text
    file.write_text(text.replace("\nversion: 1\n", "\nversion: 2\n"), encoding="utf-8")
    return folder


@contextmanager
def side_by_side(folder: Path) -> Iterator[SideBySide]:
    """Run two versions of Rome, a catalogue and a gateway until the end of a block."""
    with ExitStack() as stack:
        store = stack.enter_context(running_server(folder / "valkey", fsync="no"))
        port, newer = _free_port(), newer_project(folder / "newer")
        url = f"http://127.0.0.1:{port}"

        def begin(name: str, root: Path, editions: str) -> Side:
            side = stack.enter_context(_side(folder, name, url, store, editions))
            side.running.start("web", API, root)
            return side

        old = begin("old", ROOT, ROME)
        new = begin("new", newer, ROME)
        catalogue = begin("catalogue", ROOT, "none")
        old.running.start("worker", WORKER, ROOT)
        new.running.start("worker", WORKER, newer)
        for side in (old, new, catalogue):
            wait_until(lambda side=side: _is_ready(side.url), WAIT)
        stack.enter_context(_nginx(folder, port, new.url, catalogue.url))
        wait_until(lambda: _is_ready(url), WAIT)
        yield SideBySide(Running(url, folder, store, {}, -1), old, new, catalogue)


@contextmanager
def _side(folder: Path, name: str, public: str, store: Embedded, editions: str) -> Iterator[Side]:
    (folder / name).mkdir()
    with bind("127.0.0.1", 0) as listener:
        url = address("127.0.0.1", listener)
        environment = {
            **os.environ,
            "REDIS_URL": store.url,
            "QUEUES_URL": store.url,
            "RULES_KEYS": str(ensure_keys(folder / "keys")),
            "RULES_ADDRESS": f"{public}/rules/v1",
            "RULES_UPSTREAM": url,
            "RULES_EDITIONS": editions,
            "WORKERS": "1",
            "BIND": f"fd://{listener.fileno()}",
        }
        environment.pop("PYTHONPATH", None)
        running = Running(public, folder / name, store, environment, listener.fileno())
        try:
            yield Side(url, running)
        finally:
            running.stop()


@contextmanager
def _nginx(folder: Path, port: int, newest: str, catalogue: str) -> Iterator[None]:
    assert NGINX is not None
    config = folder / "nginx.conf"
    text = CONFIG.format(folder=folder, port=port, newest=newest, catalogue=catalogue)
    config.write_text(text, encoding="utf-8")
    command = [NGINX, "-p", str(folder), "-c", str(config), "-e", "stderr"]
    with (folder / "nginx.log").open("wb") as log:
        process = subprocess.Popen(child.command(command), stdout=log, stderr=log)
    try:
        yield
    finally:
        process.terminate()
        process.wait(WAIT)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def _is_ready(url: str) -> bool:
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=1)
    try:
        connection.request("GET", "/rules/readyz")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
