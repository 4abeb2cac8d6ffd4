"""What waits is delivered, one attempt at a time; what is old is forgotten.

An attempt is begun in the store before anything is sent, so that two workers do not send the same
thing at once. One that dies in between leaves a delivery that is due again a little later: what
was sent may be sent twice, under the same id, and is never lost.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final, NamedTuple, Protocol

from standardwebhooks import Webhook as Signature

from services.lobby.app.drafts import Draft
from services.lobby.app.lobby import Lobby
from services.lobby.app.webhooks import (
    DELIVERIES,
    DUE,
    EVERY,
    WEBHOOKS,
    deliveries_of,
    keep,
    secret_of,
)
from services.lobby.core.webhooks import LASTING, WAITING, Attempt, Delivery, Webhook
from services.lobby.store.ports import Change, Listing, Spot
from services.plumbing.callers import Request

LEASE: Final = timedelta(seconds=60)
"""How long an attempt is left alone; sending gives up well before."""
AT_ONCE: Final = 100
"""How many are looked at in one go."""
KEPT: Final = 1000
"""Deliveries of a webhook that can be looked at."""
KEPT_FOR: Final = timedelta(days=30)
TIDY: Final = Request("tidy")


class Answer(NamedTuple):
    """What a receiver answered."""

    status: int | None
    error: str | None
    """Why there is no answer."""
    milliseconds: int


class Sender(Protocol):
    """Sends something to an address that a player has named."""

    def send(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Post it, if it may be sent there; never wait for long."""


class Begun(NamedTuple):
    """An attempt that has begun."""

    webhook: Webhook
    delivery: Delivery


def due_deliveries(lobby: Lobby, now: int, limit: int = AT_ONCE) -> list[str]:
    """Name deliveries that are due at that millisecond, the longest waiting first."""
    return lobby.records.due(DUE, now, limit)


def deliver(lobby: Lobby, sender: Sender, id_: str) -> datetime | None:
    """Try once to deliver something that is due; say when to look at it again, if ever."""
    request = Request(id_)
    found = lobby.change(request, partial(_begin, lobby, id_))
    if isinstance(found, Begun):
        answer = sender.send(found.webhook.url, *_signed(lobby, found))
        found = lobby.change(request, partial(_end, lobby, id_, answer))
    return found


def tidy(lobby: Lobby) -> int:
    """Forget deliveries that are old, too many, or of a webhook that was removed; count them."""
    removed, last = 0, None
    while spots := lobby.records.page(EVERY, last, AT_ONCE):
        removed += sum(_tidy(lobby, spot.member) for spot in spots)
        last = spots[-1]
    return removed


def _begin(lobby: Lobby, id_: str, draft: Draft) -> Begun | datetime | None:
    """Begin an attempt, unless nobody waits for it, or not yet."""
    delivery = draft.get(DELIVERIES, id_)
    if delivery is None or delivery.next_at is None:
        draft.list(DUE, id_, None)
        return None
    webhook = draft.get(WEBHOOKS, delivery.webhook)
    if webhook is None or webhook.disabled_at is not None:
        keep(draft, delivery.dropped())
        return None
    if delivery.next_at > lobby.moment():
        return datetime.fromisoformat(delivery.next_at)
    begun = delivery.begun(lobby.moment(LEASE))
    keep(draft, begun)
    return Begun(webhook, begun)


def _signed(lobby: Lobby, begun: Begun) -> tuple[dict[str, str], bytes]:
    """Give what is sent: headers and body as Standard Webhooks 1.0 has them."""
    id_, payload = begun.delivery.id, begun.delivery.payload
    now = lobby.now().astimezone(UTC)  # the library takes any other time for UTC as well
    headers = {
        "webhook-id": id_,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Signature(secret_of(lobby, begun.webhook.id)).sign(id_, now, payload),
        "content-type": "application/json",
    }
    return headers, payload.encode()


def _end(lobby: Lobby, id_: str, answer: Answer, draft: Draft) -> datetime | None:
    """Write down how an attempt ended, and what follows from it."""
    delivery = draft.get(DELIVERIES, id_)
    if delivery is None:
        return None
    attempt = Attempt(lobby.moment(), *answer)
    after = delivery.after(attempt, lobby.moment)
    keep(draft, after)
    webhook = draft.get(WEBHOOKS, delivery.webhook)
    if webhook is not None:
        _judge(lobby, draft, webhook, webhook.after(attempt, after, lobby.moment(-LASTING)))
    return datetime.fromisoformat(after.next_at) if after.next_at else None


def _judge(lobby: Lobby, draft: Draft, before: Webhook, after: Webhook) -> None:
    """Write a webhook if anything is new; what waits for one that is disabled is due at once.

    Whoever begins it then finds that it is to be dropped.
    """
    if after == before:
        return
    draft.put(WEBHOOKS, after.id, after)
    if after.disabled_at is not None and before.disabled_at is None:
        for id_ in _waiting(lobby, after.id):
            draft.list(DUE, id_, float(lobby.milliseconds()))


def _waiting(lobby: Lobby, webhook: str) -> list[str]:
    spots = lobby.records.page(deliveries_of(webhook), None, KEPT)
    found = lobby.records.read([DELIVERIES.key(spot.member) for spot in spots])
    deliveries = [DELIVERIES.load(record.document) for record in found if record]
    return [each.id for each in deliveries if each.status == WAITING]


def _tidy(lobby: Lobby, webhook: str) -> int:
    """Forget what is superfluous of one webhook."""
    (record,) = lobby.records.read([WEBHOOKS.key(webhook)])
    removed, gone = 0, record is None
    while ids := _superfluous(lobby, webhook, gone=gone):
        lobby.change(TIDY, partial(_forget, webhook, ids))
        removed += len(ids)
    if gone:
        lobby.records.commit(Change(listings=[Listing(EVERY, webhook, None)]))
    return removed


def _superfluous(lobby: Lobby, webhook: str, *, gone: bool) -> list[str]:
    """Name some deliveries that are to be forgotten: those after the last that is kept."""
    name, oldest = deliveries_of(webhook), lobby.now() - KEPT_FOR
    crowded = lobby.records.count(name) > KEPT
    last = lobby.records.page(name, None, KEPT)[-1:] if crowded else []
    after = None if gone else min([Spot(-oldest.timestamp() * 1000, ""), *last])
    return [spot.member for spot in lobby.records.page(name, after, AT_ONCE)]


def _forget(webhook: str, ids: list[str], draft: Draft) -> None:
    draft.get_all(DELIVERIES, ids)
    for id_ in ids:
        draft.put(DELIVERIES, id_, None)
        draft.list(deliveries_of(webhook), id_, None)
        draft.list(DUE, id_, None)
