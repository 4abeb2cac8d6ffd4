"""Whether a container is well: `python deploy/alive.py PATH` asks the API, without a path a worker.

An API is well if it answers PATH of its own port (of BIND) with 200; a worker if it has touched the
file that WORKER_ALIVE names a moment ago. Only the standard library is used, and little of it, as
this runs every few seconds beside every process. The exit code is 0 or 1; a sentence says why.
"""

import http.client
import os
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

LONGEST: Final = 90.0
"""Seconds between two signs of a worker: without Redis it waits up to a minute."""
TIMEOUT: Final = 4.0
PORT: Final = "8080"


def main(arguments: Sequence[str], environment: Mapping[str, str]) -> int:
    """Look; 0 if all is well."""
    trouble = asked(arguments[0], environment) if arguments else touched(environment)
    if trouble:
        sys.stderr.write(f"{trouble}\n")
    return 1 if trouble else 0


def asked(path: str, environment: Mapping[str, str]) -> str | None:
    """Ask the API of this container; say what is wrong."""
    port = environment.get("BIND", "").rpartition(":")[2] or PORT
    connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=TIMEOUT)
    try:
        connection.request("GET", path)
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        return f"{path} is not answered: {error!r}"
    finally:
        connection.close()
    return None if status == http.client.OK else f"{path} is answered with {status}"


def touched(environment: Mapping[str, str]) -> str | None:
    """Look at the file that the worker touches; say what is wrong."""
    name = environment.get("WORKER_ALIVE")
    if not name:
        return "WORKER_ALIVE is not set: it names the file that the worker touches"
    try:
        age = time.time() - Path(name).stat().st_mtime
    except OSError as error:
        return f"the worker has not touched {name}: {error.strerror}"
    return None if age <= LONGEST else f"the worker was last seen {age:.0f} s ago"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], os.environ))
