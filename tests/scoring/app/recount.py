"""Counts everything again from the stored results, the plain way: nothing of `derive` is used."""

from collections import Counter
from typing import Any, NamedTuple

from openskill.models import PlackettLuce

from services.scoring.app.derive import ratings_of
from services.scoring.app.results import Result
from services.scoring.core.rating import NEWCOMER, POOLS, THRESHOLDS, Rating
from services.scoring.store.ports import Results, Spot


class Numbers(NamedTuple):
    """Every number of an edition."""

    ratings: dict[tuple[str, str], Rating]
    boards: dict[str, list[Spot]]
    histories: dict[str, int]
    counters: dict[str, int]


def recount(results: list[Result]) -> Numbers:
    """Count results in their order."""
    model, ratings = PlackettLuce(), dict[tuple[str, str], Rating]()
    histories: Counter[str] = Counter()
    counters: Counter[str] = Counter()
    for result in results:
        _count(counters, result)
        seats = _rated(result)
        histories.update(player for player, _, _ in seats)
        for pool in _pools(result) if seats else []:
            before = [ratings.get((player, pool), NEWCOMER) for player, _, _ in seats]
            teams = [[model.rating(mu=each.mu, sigma=each.sigma)] for each in before]
            after = model.rate(teams, ranks=[float(rank) for _, rank, _ in seats])
            for (player, _, won), old, [new] in zip(seats, before, after, strict=True):
                ratings[player, pool] = Rating(new.mu, new.sigma, old.games + 1, old.wins + won)
    return Numbers(ratings, _boards(ratings), dict(histories), {**counters})


def numbers_in(results: Results, edition: str, players: set[str]) -> Numbers:
    """Read every number of an edition from a store."""
    records = results.read(edition, sorted(players)).records
    ratings = {
        (player, pool): rating
        for player, record in records.items()
        for pool, rating in ratings_of(record).items()
    }
    lengths = {each: results.history(edition, each, None, 1).length for each in sorted(players)}
    boards = {
        f"{pool}:{least}": results.board(edition, f"{pool}:{least}", None, 10_000)
        for pool in POOLS
        for least in THRESHOLDS
    }
    histories = {player: length for player, length in lengths.items() if length}
    return Numbers(ratings, boards, histories, results.counters(edition))


def assert_right(results: Results, edition: str, stored: list[Result]) -> None:
    """See that every number is what the stored results come to, to the last bit."""
    players = {player for result in stored for player in result.players}
    assert numbers_in(results, edition, players) == recount(stored)


def _count(counters: Counter[str], result: Result) -> None:
    seats: list[Any] = result.result["seats"]
    scored = [seat for seat in seats if seat["total"] is not None]
    names = ["games", f"moves:{result.message['moves']}"]
    names += [f"standing:{seat['standing']}" for seat in seats]
    names += [f"total:{seat['total']}" for seat in scored]
    names += [f"seat:{winner}:wins" for winner in result.result["winners"]]
    if len(result.result["winners"]) > 1:
        names += [f"seat:{winner}:shared" for winner in result.result["winners"]]
    sums = Counter(names)
    sums.update({f"seat:{seat['seat']}:ranks": seat["rank"] for seat in seats})
    for seat in scored:
        sums.update({f"zone:{zone}": points for zone, points in seat["breakdown"].items()})
    counters.update({f"{len(seats)}:{name}": value for name, value in sums.items() if value})


def _rated(result: Result) -> list[tuple[str, int, bool]]:
    """List players, ranks (only their order matters) and victories of those who stayed."""
    seats = [
        (player, seat["rank"], seat["seat"] in result.result["winners"])
        for player, seat in zip(result.players, result.result["seats"], strict=True)
        if seat["standing"] != "resigned"
    ]
    return seats if len(seats) > 1 else []


def _pools(result: Result) -> list[str]:
    bots = {player.startswith("bot.") for player in result.players}
    return ["all"] if len(bots) > 1 else ["bots", "all"] if True in bots else ["people", "all"]


def _boards(ratings: dict[tuple[str, str], Rating]) -> dict[str, list[Spot]]:
    return {
        f"{pool}:{least}": sorted(
            Spot(-rating.ordinal, player)
            for (player, of), rating in ratings.items()
            if of == pool and rating.games >= least
        )
        for pool in POOLS
        for least in THRESHOLDS
    }
