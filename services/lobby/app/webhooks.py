"""Webhooks of a player: made, listed and removed; what was delivered, and once more by hand."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any, Final, Protocol

import orjson

from services.lobby.app.drafts import Draft, Kind
from services.lobby.app.errors import (
    TooManyWebhooksError,
    UnknownDeliveryError,
    UnknownWebhookError,
)
from services.lobby.app.lobby import Lobby, known
from services.lobby.app.pages import Asked, page_of, slice_of
from services.lobby.core.people import PLAY
from services.lobby.core.webhooks import Delivery, Webhook
from services.plumbing.callers import Caller, Request
from services.plumbing.types import JsonObject

WEBHOOKS: Final = Kind("webhook", Webhook)
DELIVERIES: Final = Kind("delivery", Delivery)
OWN: Final = Kind("webhooks", tuple[str, ...])
"""The webhooks of a player, by id: a record, so that two at once are not one too many."""
EVERY: Final = "webhooks"
"""The list of all webhooks, also of those whose deliveries are still to be removed."""
DUE: Final = "deliveries_due"
"""The list of deliveries that wait, by the millisecond when each is tried next."""
MOST: Final = 10
"""Webhooks of a player."""
PREFIX: Final = "whsec_"
"""What the secret of a webhook begins with, as Standard Webhooks has it."""
STANDARD: Final = str.maketrans("-_", "+/")


class Addresses(Protocol):
    """Knows where nothing is sent."""

    def check(self, url: str) -> None:
        """Say nothing if it may be sent there; a `ForbiddenAddressError` if not."""


def create_webhook(
    lobby: Lobby, addresses: Addresses, caller: Caller, wanted: dict[str, Any], request: Request
) -> JsonObject:
    """Make a webhook; its secret is shown now, and when the very same request comes again."""
    player = known(caller, PLAY)

    def act(draft: Draft) -> JsonObject:
        own = draft.get(OWN, player) or ()
        if len(own) >= MOST:
            raise TooManyWebhooksError(f"you have {MOST} webhooks: remove one first")
        addresses.check(wanted["url"])
        webhook = _new(lobby, player, wanted)
        draft.put(WEBHOOKS, webhook.id, webhook)
        draft.put(OWN, player, (*own, webhook.id))
        draft.list(EVERY, webhook.id, float(lobby.milliseconds()))
        return webhook_document(webhook)

    answer = lobby.change(request, act)
    return {**answer, "secret": secret_of(lobby, str(answer["id"]))}


def list_webhooks(
    lobby: Lobby, caller: Caller, after: str | None = None, limit: int = MOST
) -> JsonObject:
    """List the caller's webhooks, the oldest first, without their secrets."""
    found = find_webhooks(lobby, [known(caller, PLAY)])
    return slice_of([webhook_document(webhook) for webhook in found], after, limit)


def delete_webhook(lobby: Lobby, caller: Caller, id_: str, request: Request) -> None:
    """Remove a webhook; nothing is sent to it any more."""
    player = known(caller, PLAY)

    def act(draft: Draft) -> JsonObject:
        _owned(draft.get(WEBHOOKS, id_), player, id_)
        others = tuple(each for each in draft.get(OWN, player) or () if each != id_)
        draft.put(WEBHOOKS, id_, None)
        draft.put(OWN, player, others or None)
        return {}

    lobby.change(request, act)


def list_deliveries(
    lobby: Lobby, caller: Caller, id_: str, after: str | None, limit: int
) -> JsonObject:
    """List what was told to a webhook, or will be, the latest first."""
    player = known(caller, PLAY)
    (record,) = lobby.records.read([WEBHOOKS.key(id_)])
    _owned(WEBHOOKS.load(record.document) if record else None, player, id_)
    asked = Asked(deliveries_of(id_), after, limit)
    return page_of(lobby.records, DELIVERIES, asked, delivery_document)


def redeliver(
    lobby: Lobby, caller: Caller, webhook: str, delivery: str, request: Request
) -> JsonObject:
    """Deliver something once more, by hand; a webhook that was disabled is enabled by this."""
    player = known(caller, PLAY)

    def act(draft: Draft) -> JsonObject:
        owned = _owned(draft.get(WEBHOOKS, webhook), player, webhook)
        found = draft.get(DELIVERIES, delivery)
        if found is None or found.webhook != webhook:
            raise UnknownDeliveryError(f"the webhook has no delivery {delivery!r}")
        again = found.again(lobby.moment())
        keep(draft, again)
        if owned.disabled_at is not None:
            draft.put(WEBHOOKS, webhook, owned.enabled())
        return delivery_document(again)

    return lobby.change(request, act)


def find_webhooks(lobby: Lobby, players: Sequence[str]) -> list[Webhook]:
    """Give the webhooks of some players to look at."""
    own = lobby.records.read([OWN.key(player) for player in players])
    ids = [id_ for record in own if record for id_ in OWN.load(record.document)]
    found = lobby.records.read([WEBHOOKS.key(id_) for id_ in ids])
    return [WEBHOOKS.load(record.document) for record in found if record]


def keep(draft: Draft, delivery: Delivery) -> None:
    """Write a delivery, and when it is due."""
    draft.put(DELIVERIES, delivery.id, delivery)
    next_ = delivery.next_at
    due = None if next_ is None else round(datetime.fromisoformat(next_).timestamp() * 1000)
    draft.list(DUE, delivery.id, due)


def deliveries_of(webhook: str) -> str:
    """Name the list of a webhook's deliveries; scores are below zero, so the latest is first."""
    return f"deliveries:{webhook}"


def secret_of(lobby: Lobby, id_: str) -> str:
    """Give the secret of a webhook: it follows from its id and is kept nowhere.

    Standard Webhooks wants plain base64. Readers of it drop other characters in silence, and
    would come to another key.
    """
    return f"{PREFIX}{lobby.signer.secret_of(f'webhook:{id_}').translate(STANDARD)}="


def webhook_document(webhook: Webhook) -> JsonObject:
    """Describe a webhook for its owner."""
    return {
        "id": webhook.id,
        "url": webhook.url,
        "types": list(webhook.types),
        "description": webhook.description,
        "created_at": webhook.created_at,
        "failing_since": webhook.failing_since,
        "disabled_at": webhook.disabled_at,
    }


def delivery_document(delivery: Delivery) -> JsonObject:
    """Describe a delivery for the owner of its webhook."""
    return {
        "id": delivery.id,
        "type": delivery.type,
        "status": delivery.status,
        "created_at": delivery.created_at,
        "next_at": delivery.next_at,
        "attempts": [asdict(attempt) for attempt in delivery.attempts],
        "payload": orjson.loads(delivery.payload),
    }


def _new(lobby: Lobby, player: str, wanted: dict[str, Any]) -> Webhook:
    return Webhook(
        id=lobby.secret(),
        owner=player,
        url=wanted["url"],
        types=tuple(wanted["types"]),
        created_at=lobby.moment(),
        description=wanted["description"],
    )


def _owned(webhook: Webhook | None, player: str, id_: str) -> Webhook:
    if webhook is None or webhook.owner != player:
        raise UnknownWebhookError(f"you have no webhook {id_!r}")
    return webhook
