"""The operations of scoring: a method each."""

from clients.cli.api.conversation import Conversation, Json, document, part


class Scoring:
    """Points, ratings and statistics."""

    def __init__(self, conversation: Conversation) -> None:
        self._ask = conversation.game

    def get_points_table(self, edition: str) -> Json:
        """Show the points table of an edition."""
        return self._get(f"/scoring/v1/editions/{part(edition)}")

    def score_sheets(self, body: Json) -> Json:
        """Score and rank sheets."""
        return document(self._ask("POST", "/scoring/v1/scores", body=body))

    def get_score(self, game: str, *, edition: str | None = None) -> Json:
        """Look at the score of a game, final or not."""
        return self._get(f"/scoring/v1/games/{part(game)}/score", edition=edition)

    def get_leaderboard(
        self,
        edition: str,
        *,
        pool: str | None = None,
        min_games: int | None = None,
        after: str | None = None,
        limit: int | None = None,
        player: str | None = None,
    ) -> Json:
        """Show who is best in an edition."""
        query = {"pool": pool, "min_games": min_games, "after": after, "limit": limit}
        return self._get(f"/scoring/v1/leaderboards/{part(edition)}", **query, player=player)

    def get_ratings(
        self,
        player: str,
        *,
        edition: str | None = None,
        after: int | None = None,
        limit: int | None = None,
    ) -> Json:
        """Show the ratings of a player."""
        query = {"edition": edition, "after": after, "limit": limit}
        return self._get(f"/scoring/v1/players/{part(player)}/ratings", **query)

    def get_statistics(self, edition: str) -> Json:
        """Show what the games of an edition have in common."""
        return self._get(f"/scoring/v1/statistics/{part(edition)}")

    def _get(self, path: str, **query: object) -> Json:
        return document(self._ask("GET", path, query=query))
