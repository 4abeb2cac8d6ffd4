"""The servers that are measured: one Valkey, and gunicorn with the service or with the floor."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Final

from deploy import child
from deploy.local import ask, bind
from deploy.settings import ROOT

SERVICE: Final = "services.rules.api:create_app()"
FLOOR: Final = "benchmarks.api.floor:create_app()"
WORKERS: Final = 2
WAIT: Final = 60.0


@contextmanager
def served(
    app: str, redis_url: str, keys: Path, log: Path, *, workers: int = WORKERS, **more: str
) -> Iterator[int]:
    """Serve an application with the settings of every deployment, and more; give its port."""
    listener = bind("127.0.0.1", 0)
    environment = {
        **os.environ,
        "BIND": f"fd://{listener.fileno()}",
        "WORKERS": str(workers),
        "REDIS_URL": redis_url,
        "QUEUES_URL": redis_url,
        "RULES_KEYS": str(keys),
        "PYTHONPATH": str(ROOT),
        **more,
    }
    command = [sys.executable, "-m", "gunicorn", "-c", "deploy/gunicorn.conf.py", app]
    with log.open("wb") as output:
        process = subprocess.Popen(  # noqa: S603 - the command is ours
            child.command(command),
            cwd=ROOT,
            env=environment,
            stdout=output,
            stderr=output,
            pass_fds=(listener.fileno(),),
        )
    try:
        until = monotonic() + WAIT
        while not ask(listener, "/").isdigit():
            if process.poll() is not None or monotonic() > until:
                raise RuntimeError(f"{app} does not answer; see {log}")
            sleep(0.1)
        yield listener.getsockname()[1]
    finally:
        process.terminate()
        process.wait(WAIT)
        listener.close()
