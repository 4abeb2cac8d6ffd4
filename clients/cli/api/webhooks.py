"""The operations of the lobby around webhooks: a method each."""

from clients.cli.api.asking import Asking
from clients.cli.api.conversation import Json, part


class Webhooks(Asking):
    """Who is told what happens."""

    def create_webhook(self, body: Json) -> Json:
        """Make a webhook; the answer has its secret."""
        return self._post("/lobby/v1/webhooks", body)

    def list_webhooks(self, *, after: str | None = None, limit: int | None = None) -> Json:
        """List the own webhooks."""
        return self._get("/lobby/v1/webhooks", after=after, limit=limit)

    def delete_webhook(self, webhook: str) -> None:
        """Remove a webhook."""
        self._delete(f"/lobby/v1/webhooks/{part(webhook)}")

    def list_deliveries(
        self, webhook: str, *, after: str | None = None, limit: int | None = None
    ) -> Json:
        """List what was told to a webhook, or will be."""
        return self._get(f"/lobby/v1/webhooks/{part(webhook)}/deliveries", after=after, limit=limit)

    def redeliver(self, webhook: str, delivery: str) -> Json:
        """Deliver something once more."""
        told = f"/lobby/v1/webhooks/{part(webhook)}/deliveries/{part(delivery)}"
        return self._post(f"{told}/redelivery")
