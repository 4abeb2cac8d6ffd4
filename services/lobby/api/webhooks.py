"""Webhooks: players are told what happened, wherever they want to be."""

from typing import Any, Final

from flask import Response

from services.lobby.api.schemas.tables import Paged
from services.lobby.api.schemas.webhooks import (
    DELIVERY_IN_PATH,
    WEBHOOK_IN_PATH,
    Delivery,
    DeliveryPage,
    NewWebhook,
    ShownWebhook,
    WebhookPage,
)
from services.lobby.api.service import the_lobby, the_service
from services.lobby.api.sessions import session
from services.lobby.app import webhooks
from services.plumbing.http.blueprint import TOKEN, Blueprint
from services.plumbing.http.requests import identity, json_response, repeat_key
from services.plumbing.http.schemas.parameters import Repeatable

NEW: Final = {"parameters": {"webhook": "$response.body#/id"}}
FIRST: Final = {"parameters": {"webhook": "$response.body#/items/0/id"}}
SAME: Final = {"parameters": {"webhook": "$request.path.webhook"}}
LATEST: Final = {
    "parameters": {"webhook": "$request.path.webhook", "delivery": "$response.body#/items/0/id"}
}

blueprint = Blueprint(
    "webhooks", __name__, description="Calls to your own server, signed as Standard Webhooks 1.0."
)


@blueprint.route("/webhooks", methods=["POST"])
@blueprint.operation(
    "createWebhook",
    security=TOKEN,
    errors=(400, 401, 403, 409, 413, 415, 422, 429),
    links={201: dict.fromkeys(("listDeliveries", "deleteWebhook"), NEW)},
)
@blueprint.noted_arguments(Repeatable(), location="headers")
@blueprint.arguments(NewWebhook())
@blueprint.response(201, ShownWebhook())
def post_webhook(body: dict[str, Any]) -> Response:
    """Make a webhook.

    Requests to it are signed with the secret in the answer, which is shown once. Answer them with
    any status from 200 to 299, within ten seconds; otherwise they come again after growing pauses,
    with the same `webhook-id`. Redirects are not followed.
    """
    who = session().caller
    request = identity(who, repeat_key(), body)
    made = webhooks.create_webhook(the_lobby(), the_service().sender, who, body, request)
    return json_response(made, 201)


@blueprint.route("/webhooks")
@blueprint.operation(
    "listWebhooks",
    security=TOKEN,
    errors=(401, 403, 422, 429),
    links={200: dict.fromkeys(("listDeliveries", "deleteWebhook"), FIRST)},
)
@blueprint.arguments(Paged(), location="query")
@blueprint.response(200, WebhookPage())
def get_webhooks(query: dict[str, Any]) -> Response:
    """List your webhooks, without their secrets."""
    after, limit = query.get("after"), query["limit"]
    return json_response(webhooks.list_webhooks(the_lobby(), session().caller, after, limit))


@blueprint.route("/webhooks/<webhook>", methods=["DELETE"], parameters=[WEBHOOK_IN_PATH])
@blueprint.operation("deleteWebhook", security=TOKEN, errors=(401, 403, 404, 429))
@blueprint.response(204, description="Nothing is sent there any more.")
def delete_webhook(webhook: str) -> Response:
    """Remove a webhook, and what was delivered to it."""
    who = session().caller
    webhooks.delete_webhook(the_lobby(), who, webhook, identity(who, None))
    return Response(status=204)


@blueprint.route("/webhooks/<webhook>/deliveries", parameters=[WEBHOOK_IN_PATH])
@blueprint.operation(
    "listDeliveries",
    security=TOKEN,
    errors=(401, 403, 404, 422, 429),
    links={200: {"redeliver": LATEST, "deleteWebhook": SAME}},
)
@blueprint.arguments(Paged(), location="query")
@blueprint.response(200, DeliveryPage())
def get_deliveries(query: dict[str, Any], webhook: str) -> Response:
    """List what was told to a webhook, or will be.

    The latest comes first, each with its attempts. They are kept for thirty days, the latest
    thousand of them.
    """
    who, after = session().caller, query.get("after")
    page = webhooks.list_deliveries(the_lobby(), who, webhook, after, query["limit"])
    return json_response(page)


@blueprint.route(
    "/webhooks/<webhook>/deliveries/<delivery>/redelivery",
    methods=["POST"],
    parameters=[WEBHOOK_IN_PATH, DELIVERY_IN_PATH],
)
@blueprint.operation(
    "redeliver",
    security=TOKEN,
    errors=(401, 403, 404, 409, 422, 429),
    links={202: {"listDeliveries": SAME}},
)
@blueprint.noted_arguments(Repeatable(), location="headers")
@blueprint.response(202, Delivery())
def post_redelivery(webhook: str, delivery: str) -> Response:
    """Deliver something once more.

    It is sent with its `webhook-id` and a new signature, and retried as if it were new. A webhook
    that was disabled is enabled by this.
    """
    who = session().caller
    request = identity(who, repeat_key())
    again = webhooks.redeliver(the_lobby(), who, webhook, delivery, request)
    return json_response(again, 202)
