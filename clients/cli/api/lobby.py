"""The operations of the lobby around people and tables: a method each."""

from clients.cli.api.conversation import Conversation, Json, part
from clients.cli.api.tournaments import Tournaments
from clients.cli.api.webhooks import Webhooks


class Lobby(Tournaments, Webhooks):
    """People, tokens, tables, matchmaking, and what the other modules add."""

    def __init__(self, conversation: Conversation) -> None:
        super().__init__(conversation)
        self._conversation = conversation

    def register_player(self, body: Json) -> Json:
        """Register; the answer has the first token."""
        return self._post("/lobby/v1/players", body)

    def get_me(self) -> Json:
        """Show who asks."""
        return self._get("/lobby/v1/me")

    def list_tokens(self, *, after: str | None = None, limit: int | None = None) -> Json:
        """List the own tokens, without their secrets."""
        return self._get("/lobby/v1/tokens", after=after, limit=limit)

    def issue_token(self, body: Json) -> Json:
        """Make another token."""
        return self._post("/lobby/v1/tokens", body)

    def revoke_token(self, token: str) -> None:
        """Revoke a token."""
        self._delete(f"/lobby/v1/tokens/{part(token)}")

    def sign_game_token(self) -> Json:
        """Get a token for rules and scoring."""
        return self._post("/lobby/v1/game-tokens")

    def get_keys(self) -> Json:
        """Show the keys with which signed tokens are verified."""
        return self._get("/lobby/v1/keys")

    def list_served_editions(self, *, after: str | None = None, limit: int | None = None) -> Json:
        """List what can be played now."""
        return self._get("/lobby/v1/editions", after=after, limit=limit)

    def list_tables(
        self,
        *,
        game: str | None = None,
        seats: int | None = None,
        after: str | None = None,
        limit: int | None = None,
    ) -> Json:
        """List the tables that wait for people."""
        return self._get("/lobby/v1/tables", game=game, seats=seats, after=after, limit=limit)

    def open_table(self, body: Json) -> Json:
        """Open a table and sit down first."""
        return self._table(self._post("/lobby/v1/tables", body))

    def get_table(self, table: str, *, invite: str | None = None) -> Json:
        """Look at a table."""
        return self._table(self._get(f"/lobby/v1/tables/{part(table)}", invite=invite))

    def take_seat(self, table: str, body: Json) -> Json:
        """Sit down."""
        return self._table(self._post(f"/lobby/v1/tables/{part(table)}/seats", body))

    def leave_table(self, table: str) -> Json:
        """Leave a table before its game begins."""
        return self._delete(f"/lobby/v1/tables/{part(table)}/seats")

    def add_bots(self, table: str, body: Json) -> Json:
        """Let bots take free seats."""
        return self._table(self._post(f"/lobby/v1/tables/{part(table)}/bots", body))

    def start_table(self, table: str) -> Json:
        """Start the game as the host."""
        return self._table(self._post(f"/lobby/v1/tables/{part(table)}/start"))

    def play_again(self, table: str) -> Json:
        """Ask for another game with the same people."""
        return self._table(self._post(f"/lobby/v1/tables/{part(table)}/rematch"))

    def wait_for_table(self, body: Json) -> Json:
        """Wait for a table with people of the own strength."""
        return self._post("/lobby/v1/matchmaking", body)

    def get_ticket(self, ticket: str) -> Json:
        """Look at the own ticket."""
        return self._get(f"/lobby/v1/matchmaking/{part(ticket)}")

    def withdraw_ticket(self, ticket: str) -> None:
        """Wait no more."""
        self._delete(f"/lobby/v1/matchmaking/{part(ticket)}")

    def read_lobby_events(self, *, after: int = 0, limit: int | None = None) -> Json:
        """Read a page of what has happened to tables and tournaments."""
        return self._get("/lobby/v1/events", after=after, limit=limit)

    def _table(self, table: Json) -> Json:
        """Remember where a game is played: the lobby's word counts."""
        if table.get("playing"):
            self._conversation.trust(table["playing"]["address"])
        return table
