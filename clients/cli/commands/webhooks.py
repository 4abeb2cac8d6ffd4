"""Webhooks: list, add, remove, deliveries, redeliver."""

from typing import Annotated

import typer
from rich.text import Text

from clients.cli.api import pages
from clients.cli.desk import desk_of
from clients.cli.options import Command, group
from clients.cli.rendering.listings import card, show_deliveries, show_webhooks

app = group("Webhooks: programs of yours that are told what happens.")
WebhookId = Annotated[str, typer.Argument(metavar="WEBHOOK", help="The id of a webhook.")]


@app.command("list", cls=Command)
def list_webhooks(context: typer.Context) -> None:
    """List your webhooks."""
    desk = desk_of(context)
    found = pages(desk.member.lobby.list_webhooks)
    desk.show(found, show_webhooks(found))


@app.command("add", cls=Command)
def add(
    context: typer.Context,
    url: Annotated[str, typer.Argument(help="Where to tell it, over https.")],
    of: Annotated[
        list[str] | None,
        typer.Option(
            "--of", help="What to tell, such as your_turn; may be repeated, all without it."
        ),
    ] = None,
    about: Annotated[str, typer.Option(help="What it is for.")] = "",
) -> None:
    """Add a webhook. Its secret is shown once."""
    desk = desk_of(context)
    body = {"url": url, "description": about, **({"types": of} if of else {})}
    made = desk.member.lobby.create_webhook(body)
    facts = [
        ("webhook", made["id"]),
        ("address", made["url"]),
        ("told of", ", ".join(made["types"])),
        ("secret", Text(made["secret"], "bold")),
    ]
    desk.show(made, card(facts))


@app.command("remove", cls=Command)
def remove(context: typer.Context, webhook: WebhookId) -> None:
    """Remove a webhook."""
    desk = desk_of(context)
    desk.member.lobby.delete_webhook(webhook)
    desk.show({"removed": webhook}, Text(f"{webhook} is removed."))


@app.command("deliveries", cls=Command)
def deliveries(context: typer.Context, webhook: WebhookId) -> None:
    """List what was told to a webhook, or will be."""
    desk = desk_of(context)
    lobby = desk.member.lobby
    found = pages(lambda **query: lobby.list_deliveries(webhook, **query), most=50)
    desk.show(found, show_deliveries(found))


@app.command("redeliver", cls=Command)
def redeliver(
    context: typer.Context,
    webhook: WebhookId,
    delivery: Annotated[str, typer.Argument(metavar="DELIVERY", help="The id of a delivery.")],
) -> None:
    """Deliver something once more."""
    desk = desk_of(context)
    made = desk.member.lobby.redeliver(webhook, delivery)
    desk.show(made, Text(f"{delivery} will be delivered again."))
