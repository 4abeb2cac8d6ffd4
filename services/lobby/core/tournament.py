"""A tournament: who takes part, what was drawn and played, and what it is waiting for. Pure.

The entries and the rounds are all there is; standings follow from them, and so does what happens
next. So whoever looks at it, whenever, comes to the same conclusion.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from services.lobby.core.table import Clock


class Format(StrEnum):
    """How it is played."""

    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    KNOCKOUT = "knockout"
    ARENA = "arena"


class Stage(StrEnum):
    """Where a tournament is on its way."""

    OPEN = "open"
    """People enter."""
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class PodStatus(StrEnum):
    """Where a table of a tournament is on its way."""

    WANTED = "wanted"
    """The rules were asked for its game."""
    PLAYING = "playing"
    FINISHED = "finished"
    VOID = "void"
    """Its game cannot be created, or the tournament was cancelled."""


class Refusal(StrEnum):
    """Why something cannot be done with a tournament."""

    NOT_OPEN = "tournament_not_open"
    NOT_RUNNING = "tournament_not_running"
    ENTERED = "already_entered"
    NOT_ENTERED = "not_entered"
    FULL = "tournament_full"
    FEW = "too_few_players"
    ORGANISER = "not_the_organiser"
    NOT_PLAYED = "table_not_finished"
    NUMBER = "wrong_number_of_players"


class TournamentError(Exception):
    """It cannot be done with the tournament as it is."""

    def __init__(self, refusal: Refusal, detail: str) -> None:
        super().__init__(detail)
        self.refusal = refusal
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody who takes part, or did."""

    player: str
    name: str
    kind: str
    entered_at: str
    rating: float = 0.0
    """How strong they seemed when they entered; the order of strength follows from it."""
    since: int = 1
    """The first round that they can be drawn for."""
    withdrawn_in: int | None = None
    """The last round that they could be drawn for, if they have left."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A result that the organiser has set, and what it was before."""

    at: str
    by: str
    reason: str
    before: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pod:
    """A table of a round."""

    game: str
    """The id of its game: chosen before it is created, so that it is created once."""
    edition: str
    """The city that is played."""
    players: tuple[str, ...]
    """By seat."""
    why: str
    status: PodStatus = PodStatus.WANTED
    address: str | None = None
    ranks: tuple[int, ...] = ()
    totals: tuple[int | None, ...] = ()
    standings: tuple[str, ...] = ()
    over_at: str | None = None
    corrections: tuple[Correction, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether nothing more happens at this table."""
        return self.status in {PodStatus.FINISHED, PodStatus.VOID}


@dataclass(frozen=True, slots=True)
class Round:
    """What was drawn for one round."""

    number: int
    pods: tuple[Pod, ...]
    byes: tuple[str, ...]
    started_at: str
    repeats: int = 0
    proven: bool = True
    finished_at: str | None = None


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament."""

    id: str
    name: str
    game: str
    """What is played: a city, or a box."""
    organiser: str
    format: Format
    size: int
    """How many sit at a table, if numbers divide."""
    sizes: tuple[int, ...]
    """All that may be, where they do not."""
    rounds_planned: int
    """Of a swiss; of the others as many as there have to be (0)."""
    advance: int
    """How many of each table stay in a knockout."""
    minutes: int
    """How long an arena goes on."""
    tiebreaks: tuple[str, ...]
    clock: Clock
    lot: str
    """All that chance decides follows from it."""
    created_at: str
    most: int
    """How many may enter."""
    late: bool = True
    """Whether one may enter while it runs; in a knockout never."""
    public: bool = True
    takeover: bool = False
    """Whether bots take the seats of those who leave a game."""
    starts_at: str | None = None
    points: dict[int, tuple[int, ...]] | None = None
    """The organiser's own match points by size of table, in units."""
    stage: Stage = Stage.OPEN
    entries: tuple[Entry, ...] = ()
    rounds: tuple[Round, ...] = ()
    started_at: str | None = None
    ended_at: str | None = None
    reason: str | None = None
    """Why it was cancelled, or ended early."""

    @property
    def round(self) -> int:
        """The number of the latest round; 0 before the first."""
        return len(self.rounds)

    def entry(self, player: str) -> Entry | None:
        """Find somebody's entry."""
        return next((entry for entry in self.entries if entry.player == player), None)


LEAST_ENTRIES: Final = 2


def enter(tournament: Tournament, entry: Entry) -> Tournament:
    """Let somebody enter: before it starts, or late into the next round."""
    known = tournament.entry(entry.player)
    if known is not None and known.withdrawn_in is None:
        raise TournamentError(Refusal.ENTERED, f"{entry.name} has entered already")
    if not _is_open(tournament):
        raise TournamentError(Refusal.NOT_OPEN, f"the tournament is {tournament.stage}")
    active = [each for each in tournament.entries if each.withdrawn_in is None]
    if len(active) >= tournament.most:
        raise TournamentError(Refusal.FULL, f"all {tournament.most} places are taken")
    if known is not None:  # whoever comes back keeps what they have played
        return _changed(tournament, replace(known, withdrawn_in=None))
    new = replace(entry, since=tournament.round + 1)
    return replace(tournament, entries=(*tournament.entries, new))


def withdraw(tournament: Tournament, player: str) -> Tournament:
    """Let somebody leave: they play their present table, and are drawn for no other."""
    entry = tournament.entry(player)
    if entry is None or entry.withdrawn_in is not None:
        raise TournamentError(Refusal.NOT_ENTERED, "only those who take part can withdraw")
    if tournament.stage == Stage.OPEN:
        rest = tuple(each for each in tournament.entries if each.player != player)
        return replace(tournament, entries=rest)
    if tournament.stage != Stage.RUNNING:
        raise TournamentError(Refusal.NOT_RUNNING, f"the tournament is {tournament.stage}")
    return _changed(tournament, replace(entry, withdrawn_in=tournament.round))


def start(tournament: Tournament, now: str) -> Tournament:
    """Close the entries; what is drawn first is drawn by whoever goes on with it."""
    if tournament.stage != Stage.OPEN:
        raise TournamentError(Refusal.NOT_OPEN, f"the tournament is {tournament.stage}")
    least = max(min(tournament.sizes), LEAST_ENTRIES)
    if len(tournament.entries) < least:
        detail = f"at least {least} have to enter; there are {len(tournament.entries)}"
        raise TournamentError(Refusal.FEW, detail)
    return replace(tournament, stage=Stage.RUNNING, started_at=now)


def cancel(tournament: Tournament, now: str, reason: str) -> Tournament:
    """Break a tournament off; what was played stays played."""
    if tournament.stage not in {Stage.OPEN, Stage.RUNNING}:
        raise TournamentError(Refusal.NOT_RUNNING, f"the tournament is {tournament.stage}")
    return replace(tournament, stage=Stage.CANCELLED, ended_at=now, reason=reason)


def only_organiser(tournament: Tournament, player: str) -> None:
    """Refuse what only the organiser may do."""
    if player != tournament.organiser:
        raise TournamentError(Refusal.ORGANISER, "only the organiser may do this")


def find_pod(tournament: Tournament, game: str) -> tuple[Round, Pod] | None:
    """Find the table of a game; the latest rounds are looked at first."""
    for round_ in reversed(tournament.rounds):
        for pod in round_.pods:
            if pod.game == game:
                return round_, pod
    return None


def with_pod(tournament: Tournament, round_: Round, pod: Pod) -> Tournament:
    """Put a table in the place of what it was before."""
    pods = tuple(pod if each.game == pod.game else each for each in round_.pods)
    changed = replace(round_, pods=pods)
    rounds = tuple(changed if each.number == round_.number else each for each in tournament.rounds)
    return replace(tournament, rounds=rounds)


def _is_open(tournament: Tournament) -> bool:
    if tournament.stage == Stage.OPEN:
        return True
    running = tournament.stage == Stage.RUNNING
    return running and tournament.late and tournament.format != Format.KNOCKOUT


def _changed(tournament: Tournament, entry: Entry) -> Tournament:
    entries = tuple(entry if each.player == entry.player else each for each in tournament.entries)
    return replace(tournament, entries=entries)
