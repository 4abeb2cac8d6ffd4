"""The operations of rules: a method each. A game is named by its address."""

from clients.cli.api.conversation import Conversation, Json, document, part

EDITIONS = "/rules/v1/editions"


class Rules:
    """Boards, games and moves."""

    def __init__(self, conversation: Conversation) -> None:
        self._ask = conversation.game

    def list_editions(self, *, after: str | None = None, limit: int | None = None) -> Json:
        """List the editions, by pages."""
        return self._get(EDITIONS, after=after, limit=limit)

    def get_edition(self, edition: str) -> Json:
        """Show a whole edition: board, decks and sheets."""
        return self._get(f"{EDITIONS}/{part(edition)}")

    def create_game(self, edition: str, body: Json) -> Json:
        """Create a game without the lobby."""
        return self._post(f"{EDITIONS}/{part(edition)}/games", body)

    def get_game(self, address: str) -> Json:
        """Look at a game."""
        return self._get(address)

    def draw_board(self, address: str) -> str:
        """Get a picture of the board as it stands."""
        return self._ask("GET", f"{address}/board.svg", accept="image/svg+xml").text

    def get_record(self, address: str) -> Json:
        """Get the record of a finished game."""
        return self._get(f"{address}/record")

    def list_legal_moves(self, address: str) -> Json:
        """List what the own seat may do."""
        return self._get(f"{address}/legal-moves")

    def play_move(self, address: str, body: Json) -> Json:
        """Play a move, or only try it."""
        return self._post(f"{address}/moves", body)

    def resign(self, address: str) -> Json:
        """Leave the game."""
        return self._post(f"{address}/resignation")

    def read_events(self, address: str, *, after: int = 0, limit: int | None = None) -> Json:
        """Read a page of what has happened."""
        return self._get(f"{address}/events", after=after, limit=limit)

    def _get(self, address: str, **query: object) -> Json:
        return document(self._ask("GET", address, query=query))

    def _post(self, address: str, body: Json | None = None) -> Json:
        return document(self._ask("POST", address, body=body, key=True))
