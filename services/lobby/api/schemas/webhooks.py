"""Webhooks and deliveries as the API has them."""

from typing import Final

from marshmallow import fields, validate

from services.lobby.api.schemas.people import a_moment, distinct
from services.lobby.api.schemas.tables import ID, in_path
from services.lobby.app.webhooks import MOST
from services.lobby.core.webhooks import ATTEMPTS_SHOWN, STATUSES, TYPES
from services.plumbing.http.schemas.document import Document
from services.plumbing.http.schemas.fields import StrictList
from services.plumbing.http.schemas.parameters import LARGEST
from services.plumbing.http.schemas.shorthand import listed, part, shaped, text, whole, word

URL: Final = "^https?://[!-~]+$"
LONGEST_URL: Final = 2000
LONGEST_DESCRIPTION: Final = 200
KEY_FORM: Final = "^whsec_[A-Za-z0-9+/]{43}=$"
WEBHOOK_IN_PATH: Final = in_path("webhook", "The id of a webhook.")
DELIVERY_IN_PATH: Final = in_path("delivery", "The id of a delivery.")


class NewWebhook(Document):
    """An address that somebody wants to be told things at."""

    examples = ({"url": "https://example.org/interchange", "types": ["your_turn"]},)

    url = shaped(
        URL,
        LONGEST_URL,
        "A public address over https; what leads to a private one is refused (409).",
    )
    types = StrictList(
        word(TYPES),
        required=False,
        load_default=lambda: list(TYPES),
        validate=[validate.Length(1, len(TYPES)), distinct],
        metadata={"description": "What to tell; all if left out.", "uniqueItems": True},
    )
    description = fields.String(
        validate=validate.Length(max=LONGEST_DESCRIPTION),
        load_default="",
        metadata={"description": "What it is for."},
    )


class Webhook(Document):
    """An address that is told things, without its secret."""

    id = shaped(ID, 22)
    url = shaped(URL, LONGEST_URL)
    types = listed(word(TYPES), 1, len(TYPES))
    description = fields.String(required=True)
    created_at = a_moment("When it was made.")
    failing_since = a_moment(
        "The first of the attempts that have failed since the last success.", allow_none=True
    )
    disabled_at = a_moment(
        "When it was given up, after lasting failure or the answer 410; a redelivery enables it.",
        allow_none=True,
    )


class ShownWebhook(Webhook):
    """A webhook that was just made: its secret is shown this once."""

    secret = shaped(KEY_FORM, 50, "With this the receiver verifies signatures.")


class WebhookPage(Document):
    """The webhooks of a player."""

    items = listed(part(Webhook), 0, MOST)
    next = fields.String(required=True, allow_none=True)


class Attempt(Document):
    """One try to deliver something."""

    at = a_moment("When it ended.")
    status = whole(100, 999, "What was answered; null if nothing was.", allow_none=True)
    error = text("Why nothing was answered.", allow_none=True)
    milliseconds = whole(0, LARGEST, "How long it took.")


class Payload(Document):
    """What is sent: the body of the request, signed as Standard Webhooks 1.0 has it."""

    type = word(TYPES)
    timestamp = a_moment("When it happened.")
    data = fields.Dict(
        fields.String(), required=True, metadata={"description": "What happened; see `type`."}
    )


class Delivery(Document):
    """Something that is told to a webhook."""

    id = shaped(ID, 22, "The header `webhook-id`, the same at every attempt.")
    type = word(TYPES)
    status = word(STATUSES, "Dropped: it still waited when the webhook was disabled.")
    created_at = a_moment("When it happened.")
    next_at = a_moment("When it is tried next; null if it is not.", allow_none=True)
    attempts = listed(part(Attempt), 0, ATTEMPTS_SHOWN, "The latest ones.")
    payload = part(Payload)


class DeliveryPage(Document):
    """Some deliveries, the latest first."""

    items = listed(part(Delivery))
    next = fields.String(required=True, allow_none=True, metadata={"description": "For `after`."})
