"""The rating model: Plackett-Luce, as Weng and Lin approximate it, by the library openskill."""

from collections.abc import Sequence
from typing import Final

from openskill.models import PlackettLuce

from services.scoring.core.rating import NEWCOMER, Rating

_MODEL: Final = PlackettLuce(mu=NEWCOMER.mu, sigma=NEWCOMER.sigma)


class OpenSkill:
    """Rates tables of any size; the same input gives the same bits, whoever asks and when."""

    def rate(self, ratings: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
        """Give the new strengths of players who came in at these ranks; equal ranks are ties."""
        teams = [[_MODEL.rating(mu=each.mu, sigma=each.sigma)] for each in ratings]
        rated = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
        return [
            old._replace(mu=new.mu, sigma=new.sigma)
            for old, [new] in zip(ratings, rated, strict=True)
        ]
