"""Somebody asks what the games of an edition have in common."""

from typing import Any

from services.scoring.app.scoring import Scoring
from services.scoring.core.statistics import summary


def read_statistics(scoring: Scoring, edition: str) -> dict[str, Any]:
    """Describe all results of an edition, for every number of players that there were games of."""
    zones = [zone.name for zone in scoring.table(edition).zones]
    groups = summary(scoring.results.counters(edition), zones)
    return {
        "edition": edition,
        "games": sum(group["games"] for group in groups),
        "by_players": groups,
    }
