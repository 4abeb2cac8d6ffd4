"""The operations of the lobby around tournaments: a method each."""

from clients.cli.api.asking import Asking
from clients.cli.api.conversation import Json, part

CSV = "text/csv"


class Tournaments(Asking):
    """Who plays against whom, and how it stands."""

    def list_tournaments(
        self, *, stage: str | None = None, after: str | None = None, limit: int | None = None
    ) -> Json:
        """List tournaments, the newest first."""
        return self._get("/lobby/v1/tournaments", stage=stage, after=after, limit=limit)

    def create_tournament(self, body: Json) -> Json:
        """Make a tournament."""
        return self._post("/lobby/v1/tournaments", body)

    def get_tournament(self, tournament: str) -> Json:
        """Look at a tournament."""
        return self._get(f"/lobby/v1/tournaments/{part(tournament)}")

    def enter_tournament(self, tournament: str) -> Json:
        """Enter."""
        return self._post(f"/lobby/v1/tournaments/{part(tournament)}/entries")

    def withdraw(self, tournament: str) -> Json:
        """Leave a tournament."""
        return self._delete(f"/lobby/v1/tournaments/{part(tournament)}/entries")

    def enter_bots(self, tournament: str, body: Json) -> Json:
        """Let bots enter."""
        return self._post(f"/lobby/v1/tournaments/{part(tournament)}/bots", body)

    def start_tournament(self, tournament: str) -> Json:
        """Start it."""
        return self._post(f"/lobby/v1/tournaments/{part(tournament)}/start")

    def cancel_tournament(self, tournament: str, body: Json) -> Json:
        """Break it off."""
        return self._post(f"/lobby/v1/tournaments/{part(tournament)}/cancellation", body)

    def get_round(self, tournament: str, number: int) -> Json:
        """Look at a round."""
        return self._get(f"/lobby/v1/tournaments/{part(tournament)}/rounds/{number}")

    def correct_result(self, tournament: str, game: str, body: Json) -> Json:
        """Correct the result of a table."""
        table = f"/lobby/v1/tournaments/{part(tournament)}/tables/{part(game)}"
        return self._post(f"{table}/correction", body)

    def get_standings(self, tournament: str) -> Json:
        """Show the standings."""
        return self._get(f"/lobby/v1/tournaments/{part(tournament)}/standings")

    def export_tournament(self, tournament: str, *, csv: bool = False) -> str:
        """Get everything about a tournament, as JSON or with a line for every seat."""
        accept = CSV if csv else "application/json"
        path = f"/lobby/v1/tournaments/{part(tournament)}/export"
        return self._ask("GET", path, accept=accept).text
