"""Settings of gunicorn, for `make up` and for a container with a single service alike.

    gunicorn -c deploy/gunicorn.conf.py 'services.rules.api:create_app()'

It runs in the folder that holds `deploy`. The environment may say: BIND (default 127.0.0.1:8080;
also unix:/path or fd://3), WORKERS (processes, default 2), KEEPALIVE (seconds that a connection may
be idle, default 75), UNREAD (seconds that what was sent may lie unread, default 60), GRACE (seconds
for requests to be answered at the end, default 20), FORWARDED_ALLOW_IPS (proxies whose
X-Forwarded-Proto is believed, default none) and PROMETHEUS_MULTIPROC_DIR. Each but the last may be
in a file, which BIND_FILE and so on name.

What never reaches the application is answered by gunicorn itself, as a short HTML page after which
it closes the connection: 414 for a request line over the limit, 431 for too many or too large
header fields, 400 for what is not HTTP, 501 for an unknown transfer coding. An absolute URI and any
bytes behind `%` are passed on.
"""

# ruff: noqa: N999 - gunicorn's own name for such a file

import os

from deploy import web
from services.plumbing.config import setting

bind = setting(os.environ, "BIND", "127.0.0.1:8080")
workers = int(setting(os.environ, "WORKERS", "2"))
worker_class = "deploy.web.Worker"
worker_connections = 4000
backlog = 2048
timeout = 60
"""Seconds without a sign of life after which a worker is killed; loading has to fit in."""
keepalive = int(setting(os.environ, "KEEPALIVE", "75"))
"""Longer than clients keep a connection, so that they never use one that is just being closed."""
graceful_timeout = int(setting(os.environ, "GRACE", "20"))

limit_request_line = 8190
limit_request_fields = 100
limit_request_field_size = 8190
forwarded_allow_ips = setting(os.environ, "FORWARDED_ALLOW_IPS")
forwarder_headers = ""
"""No header may change the path of a request."""

accesslog = None
errorlog = "-"
control_socket_disable = True


def on_starting(_server: web.Master) -> None:
    """Prepare the master."""
    web.raise_file_limit()
    web.make_metrics_folder()


def post_fork(server: web.Master, _worker: web.Worker) -> None:
    """Begin a worker."""
    web.die_with_master(server.pid)


def post_worker_init(worker: web.Worker) -> None:
    """Start what the application keeps beside the requests."""
    web.limit_patience(worker, int(setting(os.environ, "UNREAD", "60")))
    web.start(worker)


def worker_int(worker: web.Worker) -> None:
    """Stop it when the worker has to end at once."""
    web.stop(worker)


def worker_exit(_server: web.Master, worker: web.Worker) -> None:
    """Stop it when the worker ends without having been told to."""
    web.stop(worker)
    web.end_traces()


def child_exit(_server: web.Master, worker: web.Worker) -> None:
    """Clear up after a worker."""
    web.forget_metrics_of(worker.pid)
