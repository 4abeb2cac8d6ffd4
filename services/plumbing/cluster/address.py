"""The address of a cluster: `redis+cluster://user:password@host:port,host:port`."""

from typing import Final, NamedTuple
from urllib.parse import SplitResult, urlsplit

from redis.connection import parse_url

SCHEMES: Final = {"redis+cluster": "redis", "rediss+cluster": "rediss"}
PORT: Final = 6379
EXAMPLE: Final = "redis+cluster://host:6379,host:6379"


class Address(NamedTuple):
    """Where a cluster is."""

    first: str
    """The first node as an address of redis-py, with name, password and whatever else was said."""
    others: tuple[tuple[str, int], ...]


def is_cluster(url: str) -> bool:
    """Tell whether an address means a cluster."""
    return url.partition("://")[0].lower() in SCHEMES


def read_address(url: str) -> Address:
    """Read an address; one that makes no sense is refused, without showing its password."""
    parts = urlsplit(url)
    if parts.path.strip("/") not in ("", "0") or parts.fragment:
        raise ValueError(f"a cluster has no databases, and its address no path, as in {EXAMPLE}")
    who, at, places = parts.netloc.rpartition("@")
    nodes = [_node(place) for place in places.split(",")]
    host, port = nodes[0]
    query = f"?{parts.query}" if parts.query else ""
    first = f"{SCHEMES[parts.scheme]}://{who}{at}{_written(host)}:{port}{query}"
    _check_options(first)
    return Address(first, tuple(nodes[1:]))


def shown(url: str) -> str:
    """Give the part of a cluster's address that everybody may see."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def _node(place: str) -> tuple[str, int]:
    parts = SplitResult("", place, "", "", "")
    try:
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise ValueError(f"{place!r} is no node of a cluster, as in {EXAMPLE}: {error}") from None
    if not host or port == 0:
        raise ValueError(f"{place!r} is no node of a cluster, as in {EXAMPLE}")
    return host, port or PORT


def _written(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _check_options(url: str) -> None:
    try:
        options = parse_url(url)  # type: ignore[no-untyped-call]
    except ValueError as error:
        raise ValueError(f"the address of the cluster cannot be used: {error}") from None
    if options.get("db"):
        raise ValueError("a cluster has no databases: leave db out of its address")
