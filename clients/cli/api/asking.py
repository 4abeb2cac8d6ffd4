"""How the modules of the lobby ask."""

from clients.cli.api.conversation import Conversation, Json


class Asking:
    """Requests to the lobby: read, change, remove."""

    def __init__(self, conversation: Conversation) -> None:
        self._ask = conversation.lobby

    def _get(self, path: str, **query: object) -> Json:
        answer: Json = self._ask("GET", path, query=query).json()
        return answer

    def _post(self, path: str, body: Json | None = None) -> Json:
        answer: Json = self._ask("POST", path, body=body, key=True).json()
        return answer

    def _delete(self, path: str) -> Json:
        answer = self._ask("DELETE", path)
        return dict(answer.json()) if answer.content else {}
