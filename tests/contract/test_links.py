"""Where the answers of each service lead: from whatever one has to whatever one may ask next."""

from tests.contract.published import CONTRACTS


def leads(service: str) -> dict[str, set[str]]:
    """Say to which operations the answers of each operation lead."""
    operations = CONTRACTS[service].operations.items()
    return {name: {link["operationId"] for _, link in each.links} for name, each in operations}


def test_everything_that_creates_or_shows_a_game_leads_on() -> None:
    found = leads("rules")
    assert found["createGame"] >= {"getGame", "listLegalMoves", "readEvents"}
    assert found["listLegalMoves"] == {"playMove"}
    assert found["playMove"] >= {"getGame", "listLegalMoves", "getRecord"}
    assert set().union(*found.values()) == found.keys() - {"listEditions"}


def test_a_score_leads_to_those_who_made_it_and_from_them_to_their_games() -> None:
    found = leads("scoring")
    assert found["getScore"] >= {"getPointsTable", "getRatings", "getLeaderboard"}
    assert found["getLeaderboard"] >= {"getRatings"}
    assert found["getRatings"] == {"getScore", "getLeaderboard"}


def test_everything_that_scoring_answers_leads_on_and_only_sheets_come_from_elsewhere() -> None:
    found = leads("scoring")
    assert all(found.values())
    assert set().union(*found.values()) == found.keys() - {"scoreSheets"}
