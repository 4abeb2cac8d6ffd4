"""Players are told what happened: written down with the fact itself, so that neither is lost."""

from base64 import urlsafe_b64encode
from collections.abc import Sequence
from hashlib import sha256

import orjson

from services.lobby.app.drafts import Draft
from services.lobby.app.lobby import Lobby
from services.lobby.app.webhooks import (
    DELIVERIES,
    OWN,
    WEBHOOKS,
    deliveries_of,
    find_webhooks,
    keep,
)
from services.lobby.core.webhooks import YOUR_TURN, Delivery, Webhook
from services.plumbing.types import JsonObject


def notify(draft: Draft, lobby: Lobby, player: str, type_: str, data: JsonObject, key: str) -> None:
    """Tell every webhook of a player that wants to know, once for a key."""
    now = lobby.moment()
    payload = orjson.dumps({"type": type_, "timestamp": now, "data": data}).decode()
    for webhook in _listening(draft, player, type_):
        id_ = delivery_id(webhook.id, type_, key)
        if draft.get(DELIVERIES, id_) is None:
            keep(draft, Delivery(id_, webhook.id, type_, payload, now, next_at=now))
            draft.list(deliveries_of(webhook.id), id_, -float(lobby.milliseconds()))


def wants_turns(lobby: Lobby, players: Sequence[str]) -> bool:
    """Whether anybody at a table wants to be told of the own turn."""
    return any(webhook.wants(YOUR_TURN) for webhook in find_webhooks(lobby, players))


def delivery_id(webhook: str, type_: str, key: str) -> str:
    """Name a delivery: what is told again under the same key has the same name."""
    digest = sha256(f"{webhook}\n{type_}\n{key}".encode()).digest()
    return urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def _listening(draft: Draft, player: str, type_: str) -> list[Webhook]:
    own = draft.get(OWN, player) or ()
    found = draft.get_all(WEBHOOKS, own)
    return [webhook for webhook in found if webhook and webhook.wants(type_)]
