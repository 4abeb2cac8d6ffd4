"""What stores keep, as JSON: small forms, as a game is kept for long."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import orjson

from services.rules.store.ports import Clock, Receipt, Settled


def settled_to_json(settled: Settled) -> bytes:
    """Write down what is settled about a game."""
    return orjson.dumps({**settled._asdict(), "clock": settled.clock and list(settled.clock)})


@lru_cache(maxsize=4096)
def settled_from_json(document: bytes) -> Settled:
    """Read what is settled about a game; it never changes, so it is read once.

    Games that are older than a member do without it.
    """
    values: dict[str, Any] = orjson.loads(document)
    clock = values["clock"]
    values |= {name: tuple(values.get(name, ())) for name in ("players", "stand_ins")}
    return Settled(**{**values, "clock": Clock(*clock) if clock else None})


def left_to_text(left: Sequence[int]) -> str:
    """Write down which seats were left; most games have none."""
    return ",".join(map(str, left))


def left_from_text(text: bytes | None) -> tuple[int, ...]:
    """Read which seats were left."""
    return tuple(map(int, text.split(b","))) if text else ()


def receipt_to_json(receipt: Receipt) -> bytes:
    """Write a receipt down."""
    return receipt.fingerprint.encode() + b"\n" + receipt.answer


def receipt_from_json(document: bytes) -> Receipt:
    """Read a receipt."""
    fingerprint, _, answer = document.partition(b"\n")
    return Receipt(fingerprint.decode(), answer)
