"""How the modules of the lobby ask."""

from clients.cli.api.conversation import Conversation, Json, document


class Asking:
    """Requests to the lobby: read, change, remove."""

    def __init__(self, conversation: Conversation) -> None:
        self._ask = conversation.lobby

    def _get(self, path: str, **query: object) -> Json:
        return document(self._ask("GET", path, query=query))

    def _post(self, path: str, body: Json | None = None) -> Json:
        return document(self._ask("POST", path, body=body, key=True))

    def _delete(self, path: str) -> Json:
        answer = self._ask("DELETE", path)
        return document(answer) if answer.content else {}
