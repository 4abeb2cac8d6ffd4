"""Logs as lines of JSON on standard output; RQ's become the same."""

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import orjson
import structlog

from services.plumbing import tracing


def configure_logs() -> None:
    """Write everything that is logged as JSON to standard output."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            *tracing.log_processors(),
            structlog.processors.add_log_level,
            structlog.processors.format_exc_info,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(serializer=_dumps),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.BytesLoggerFactory(sys.stdout.buffer),
        cache_logger_on_first_use=True,
    )


def forward_logs() -> None:
    """Let what RQ logs be written as our own lines are.

    RQ adds handlers of its own only to loggers that have none, nor one above them.
    """
    logging.getLogger("rq").addHandler(_Forward())


class _Forward(logging.Handler):
    """Hands the records of the standard library's loggers on."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line; one about a job says which one."""
        about = {name: value for name in ("job_id", "queue") if (value := vars(record).get(name))}
        structlog.get_logger().log(
            record.levelno,
            "rq",
            logger=record.name,
            message=record.getMessage(),
            exc_info=record.exc_info,
            **about,
        )


def _dumps(event: MutableMapping[str, Any], **_: object) -> bytes:
    return orjson.dumps(event, default=str)
