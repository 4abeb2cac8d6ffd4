"""What to do next, by the code of a problem."""

from collections.abc import Mapping
from typing import Any, Final

LOGIN: Final = "Log in with: interchange login"
EDITIONS: Final = "What is served: interchange editions"
TABLES: Final = "Tables that wait for people: interchange tables list"
TOURNAMENTS: Final = "Tournaments and their ids: interchange tournament list"
AGAIN: Final = "Try again in a moment."

ADVICE: Final[Mapping[str, str]] = {
    "token_needed": LOGIN,
    "invalid_token": LOGIN,
    "expired_token": LOGIN,
    "missing_scope": "Make a token that has the scope: interchange token new --scope organise",
    "not_seated": "You can look on: interchange watch GAME",
    "unknown_edition": EDITIONS,
    "edition_not_served": EDITIONS,
    "wrong_number_of_players": "For how many it is: interchange editions",
    "unknown_game": "A game is given by its address, as edition/id, or by the id of its table.",
    "unknown_table": TABLES,
    "table_not_open": TABLES,
    "table_full": TABLES,
    "wrong_invite": "Ask somebody who sits there for the invitation, and give it with --invite.",
    "too_few_players": "Let bots sit down with: interchange tables bots TABLE",
    "table_not_finished": "When the game is over, ask again.",
    "already_seated": "Go on with: interchange play TABLE",
    "unknown_token": "Your tokens: interchange token list",
    "unknown_tournament": TOURNAMENTS,
    "unknown_round": "How far it is: interchange tournament show TOURNAMENT",
    "tournament_not_open": TOURNAMENTS,
    "unknown_webhook": "Your webhooks: interchange webhooks list",
    "unknown_delivery": "What was told: interchange webhooks deliveries WEBHOOK",
    "game_not_finished": "Follow it with: interchange watch GAME",
    "stale_version": "Look at the game again; somebody has moved.",
    "busy": AGAIN,
    "rules_unavailable": AGAIN,
    "engine_unavailable": AGAIN,
    "store_unavailable": AGAIN,
    "internal_error": "Tell the operator the id of the request.",
    "forbidden_address": "Use a public address that begins with https://",
    "too_many_webhooks": "Remove one with: interchange webhooks remove WEBHOOK",
}


def advice_for(problem: Mapping[str, Any]) -> str:
    """Say what to do next; nothing where nobody can know."""
    if problem.get("code") == "rate_limited":
        seconds = problem.get("retry_after")
        return f"Go on in {seconds} seconds." if seconds else AGAIN
    return ADVICE.get(str(problem.get("code")), "")
