"""Times as everybody writes them: RFC 3339, in UTC."""

from datetime import UTC, datetime


def utc_now() -> datetime:
    """Say what time it is."""
    return datetime.now(UTC)


def moment(time: datetime) -> str:
    """Write a time down as RFC 3339 has it, in UTC."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def moment_of(milliseconds: int) -> str:
    """Write down a time that is given in milliseconds since 1970."""
    return moment(datetime.fromtimestamp(milliseconds / 1000, UTC))
