"""The course of a tournament: what follows from its entries and rounds, and what comes next."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from services.lobby.core import standings as table_of
from services.lobby.core.boxes import city_for
from services.lobby.core.field import Draw, Entrant, Sitting, Sizes
from services.lobby.core.pairing.knockout import survivors
from services.lobby.core.points import USUAL, Played, bye_points, match_points
from services.lobby.core.tournament import (
    Correction,
    Entry,
    Format,
    Pod,
    PodStatus,
    Refusal,
    Round,
    Stage,
    Tournament,
    TournamentError,
    find_pod,
    with_pod,
)

Drawing = Callable[[Tournament, Sequence[Entrant]], Draw]
"""How the next round is drawn, by format."""


class Told(NamedTuple):
    """How a game ended, by seat."""

    ranks: tuple[int, ...]
    totals: tuple[int | None, ...]
    standings: tuple[str, ...]


def created(tournament: Tournament, game: str, address: str) -> Tournament:
    """Note that a game is there and is being played."""
    found = find_pod(tournament, game)
    if found is None or found[1].status != PodStatus.WANTED:
        return tournament
    pod = replace(found[1], status=PodStatus.PLAYING, address=address)
    return with_pod(tournament, found[0], pod)


def finished(tournament: Tournament, game: str, told: Told, now: str) -> Tournament:
    """Note how a game ended; a result that is known, or was corrected, stays as it is."""
    found = find_pod(tournament, game)
    if found is None or found[1].is_over:
        return tournament
    over = replace(found[1], status=PodStatus.FINISHED, over_at=now, **told._asdict())
    return with_pod(tournament, found[0], over)


def voided(tournament: Tournament, game: str, now: str) -> Tournament:
    """Note that a game cannot be played: its round goes on without it, as a bye for all."""
    found = find_pod(tournament, game)
    if found is None or found[1].is_over:
        return tournament
    over = replace(found[1], status=PodStatus.VOID, over_at=now)
    return with_pod(tournament, found[0], over)


def corrected(
    tournament: Tournament, game: str, ranks: tuple[int, ...], trace: Correction
) -> Tournament:
    """Put other ranks in the place of those of a finished table, and keep what they were."""
    found = find_pod(tournament, game)
    if found is None or found[1].status != PodStatus.FINISHED:
        raise TournamentError(
            Refusal.NOT_PLAYED, "only the result of a finished table is corrected"
        )
    round_, pod = found
    if len(ranks) != len(pod.players):
        raise TournamentError(Refusal.NUMBER, f"{len(pod.players)} sat at this table")
    trace = replace(trace, before=pod.ranks)
    pod = replace(pod, ranks=ranks, corrections=(*pod.corrections, trace))
    return with_pod(tournament, round_, pod)


def sizes_of(tournament: Tournament) -> Sizes:
    """Say how many sit at a table."""
    return Sizes(tournament.size, frozenset(tournament.sizes))


def entrants(tournament: Tournament) -> tuple[Entrant, ...]:
    """Give everybody who has ever taken part as the pairing sees them, the strongest first."""
    points = {row.player: row.points for row in ranking(tournament)}
    return tuple(
        Entrant(
            player=player,
            points=points[player],
            number=number,
            sittings=_sittings(tournament, player),
            byes=sum(player in round_.byes for round_ in tournament.rounds),
        )
        for player, number in strengths(tournament).items()
    )


def strengths(tournament: Tournament) -> dict[str, int]:
    """Give everybody a number: by rating, then who entered first; 1 is the strongest."""
    order = sorted(tournament.entries, key=lambda entry: -entry.rating)
    return {entry.player: number for number, entry in enumerate(order, start=1)}


def gone(tournament: Tournament) -> frozenset[str]:
    """Name those who are not drawn any more: who left, and who is out of a knockout."""
    left = {entry.player for entry in tournament.entries if entry.withdrawn_in is not None}
    return frozenset(left | _knocked_out(tournament))


def ranking(tournament: Tournament) -> tuple[table_of.Row, ...]:
    """Rank everybody by the rounds that are over: nothing moves while one is being played."""
    over = [round_ for round_ in tournament.rounds if round_.finished_at is not None]
    scheme = tournament.points or USUAL
    regulations = table_of.Regulations(
        tournament.tiebreaks, tournament.lot, scheme, bye_points(scheme, tournament.size)
    )
    entries = [_line(tournament, entry, over) for entry in tournament.entries]
    return table_of.standings(entries, _played(over), regulations)


def pod_points(tournament: Tournament, pod: Pod) -> tuple[int, ...]:
    """Give the match points of a finished table, in units, by seat."""
    if pod.status != PodStatus.FINISHED:
        return ()
    return match_points(pod.ranks, pod.standings, tournament.points or USUAL)


def gained(tournament: Tournament) -> list[dict[str, int]]:
    """Give the match points that everybody made in each round that is over, in units."""
    scheme = tournament.points or USUAL
    bye = bye_points(scheme, tournament.size)
    return [
        dict.fromkeys(round_.byes, bye)
        | {
            player: points
            for pod in round_.pods
            for player, points in zip(pod.players, pod_points(tournament, pod), strict=False)
        }
        for round_ in tournament.rounds
        if round_.finished_at is not None
    ]


def close_rounds(tournament: Tournament, now: str) -> Tournament:
    """Note which rounds are over."""
    rounds = tuple(
        replace(each, finished_at=now)
        if each.finished_at is None and all(pod.is_over for pod in each.pods)
        else each
        for each in tournament.rounds
    )
    return replace(tournament, rounds=rounds)


def with_round(
    tournament: Tournament, draw: Draw, now: str, new_game: Callable[[], str]
) -> Tournament:
    """Add a round that was drawn; every table gets the id of its game.

    In an arena every table is a round of its own, as each ends by itself.
    """
    names = {entry.player: entry.name for entry in tournament.entries}
    pods = tuple(
        Pod(
            game=new_game(),
            edition=city_for(tournament.game, len(table.players)),
            players=table.players,
            why=_named(table.why, table.players, names),
        )
        for table in draw.tables
    )
    first = tournament.round + 1
    if tournament.format == Format.ARENA:
        new = [Round(number, (pod,), (), now) for number, pod in enumerate(pods, start=first)]
    else:
        new = [Round(first, pods, draw.byes, now, draw.repeats, draw.proven)]
    return replace(tournament, rounds=(*tournament.rounds, *new))


def end(tournament: Tournament, now: str, reason: str | None = None) -> Tournament:
    """End a tournament that has been played."""
    return replace(tournament, stage=Stage.FINISHED, ended_at=now, reason=reason)


def busy(tournament: Tournament) -> set[str]:
    """Name those who are at a table now."""
    return {
        player
        for round_ in tournament.rounds
        if round_.finished_at is None
        for pod in round_.pods
        if not pod.is_over
        for player in pod.players
    }


def _sittings(tournament: Tournament, player: str) -> tuple[Sitting, ...]:
    return tuple(
        Sitting(
            round_.number,
            pod.players.index(player),
            len(pod.players),
            tuple(other for other in pod.players if other != player),
        )
        for round_ in tournament.rounds
        for pod in round_.pods
        if player in pod.players and pod.status != PodStatus.VOID
    )


def _line(tournament: Tournament, entry: Entry, over: Sequence[Round]) -> table_of.Entry:
    """Say what the standings have to know of somebody besides their tables."""
    player = entry.player
    pods = [pod for round_ in over for pod in round_.pods if player in pod.players]
    byes = sum(player in round_.byes for round_ in over)
    void = sum(pod.status == PodStatus.VOID for pod in pods)
    fixed = tournament.format in {Format.SWISS, Format.ROUND_ROBIN}
    missed = len(over) - len(pods) - byes if fixed else 0
    stage = len(pods) + byes if tournament.format == Format.KNOCKOUT else 0
    return table_of.Entry(player, byes + void, missed, entry.withdrawn_in is not None, stage)


def _knocked_out(tournament: Tournament) -> set[str]:
    if tournament.format != Format.KNOCKOUT:
        return set()
    out: set[str] = set()
    for round_ in tournament.rounds:
        if round_.finished_at is not None:
            out |= {player for pod in round_.pods for player in pod.players}
            out -= set(_going_on(tournament, round_))
    return out


def _going_on(tournament: Tournament, round_: Round) -> tuple[str, ...]:
    """Name those who go on from a round; a table that was not played lets all of its people."""
    void = [pod for pod in round_.pods if pod.status == PodStatus.VOID]
    spared = tuple(player for pod in void for player in pod.players)
    numbers, sizes = strengths(tournament), sizes_of(tournament)
    byes = len(round_.byes) + len(spared)
    return spared + survivors(_played([round_]), numbers, sizes, tournament.advance, byes)


def _named(why: str, players: Sequence[str], names: Mapping[str, str]) -> str:
    """Call people by their names in a sentence that is for them."""
    for player in sorted(players, key=len, reverse=True):
        why = why.replace(player, names[player])
    return why


def _played(over: Sequence[Round]) -> list[Played]:
    return [
        Played(round_.number, pod.players, pod.ranks, pod.standings, pod.totals)
        for round_ in over
        for pod in round_.pods
        if pod.status == PodStatus.FINISHED
    ]
