"""Tournaments: made, listed, looked at, and written with everything that follows from a change."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any, Final

from services.contracts.messages import Clock1, CreateGame1
from services.lobby.app.drafts import Draft, Kind
from services.lobby.app.errors import (
    TournamentRefusedError,
    UnknownTournamentError,
)
from services.lobby.app.house_bots import make_stand_ins, stand_ins
from services.lobby.app.lobby import Lobby
from services.lobby.app.notify import notify, wants_turns
from services.lobby.app.pages import Asked, page_of
from services.lobby.app.start_table import GAMES
from services.lobby.app.webhooks import OWN
from services.lobby.core.course import ranking
from services.lobby.core.field import UNIT
from services.lobby.core.games import GameRef
from services.lobby.core.people import BOT
from services.lobby.core.tournament import (
    Entry,
    Format,
    Pod,
    Round,
    Stage,
    Tournament,
    TournamentError,
)
from services.lobby.core.webhooks import ROUND_STARTED, TOURNAMENT_FINISHED
from services.plumbing.types import JsonObject

TOURNAMENTS: Final = Kind("tournament", Tournament)
ALL: Final = "tournaments:all"
"""The newest first."""
RUNNING: Final = "tournaments:running"
"""By the millisecond of their last change: what should have moved and has not is found here."""
ARENAS: Final = "tournaments:arenas"
"""Those that go on by time alone."""
STARTING: Final = "tournaments:starting"
"""Those that start by themselves, by the millisecond when."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The standings after a round."""

    round: int
    at: str
    rows: list[dict[str, Any]]


STANDINGS: Final = Kind("standings", Snapshot)


def read_tournament(lobby: Lobby, id_: str) -> JsonObject:
    """Show a tournament."""
    return tournament_document(find_tournament(lobby, id_))


def list_tournaments(lobby: Lobby, stage: str | None, after: str | None, limit: int) -> JsonObject:
    """List tournaments, the newest first."""

    def fits(tournament: Tournament) -> bool:
        return stage is None or tournament.stage == stage

    asked = Asked(ALL, after, limit)
    return page_of(lobby.records, TOURNAMENTS, asked, tournament_document, fits)


def find_tournament(lobby: Lobby, id_: str) -> Tournament:
    """Give a tournament to look at."""
    (record,) = lobby.records.read([TOURNAMENTS.key(id_)])
    if record is None:
        raise UnknownTournamentError(f"there is no tournament {id_!r}")
    return TOURNAMENTS.load(record.document)


def get_tournament(draft: Draft, id_: str) -> Tournament:
    """Give a tournament that is to be changed."""
    tournament = draft.get(TOURNAMENTS, id_)
    if tournament is None:
        raise UnknownTournamentError(f"there is no tournament {id_!r}")
    return tournament


@contextmanager
def refusing() -> Iterator[None]:
    """Turn what cannot be done with a tournament into a refusal."""
    try:
        yield
    except TournamentError as error:
        raise TournamentRefusedError(error.refusal, error.detail) from error


def keep(lobby: Lobby, draft: Draft, before: Tournament | None, after: Tournament) -> None:
    """Write a tournament, and everything that follows from what has changed in it."""
    now = float(lobby.milliseconds())
    draft.put(TOURNAMENTS, after.id, after)
    if before is None:
        draft.list(ALL, after.id, -now)
    running = after.stage == Stage.RUNNING
    draft.list(RUNNING, after.id, now if running else None)
    if after.format == Format.ARENA:
        draft.list(ARENAS, after.id, now if running else None)
    if after.starts_at is not None:
        waits = after.stage == Stage.OPEN
        draft.list(STARTING, after.id, _milliseconds(after.starts_at) if waits else None)
    for round_ in after.rounds[before.round if before else 0 :]:
        _begin_round(lobby, draft, after, round_)
    if _over(after) != (_over(before) if before else []) or (before and _ended(before, after)):
        _take_snapshot(lobby, draft, after)
    _tell(lobby, draft, before, after)


def tournament_document(tournament: Tournament) -> JsonObject:
    """Describe a tournament for everybody."""
    shown: dict[str, Any] = asdict(replace(tournament, rounds=(), entries=()))
    for name in ("rounds", "entries", "lot"):
        del shown[name]
    return {
        **shown,
        "format": str(tournament.format),
        "stage": str(tournament.stage),
        "sizes": list(tournament.sizes),
        "tiebreaks": list(tournament.tiebreaks),
        "points": _scheme(tournament),
        "round": tournament.round,
        "entries": [_entry(each) for each in tournament.entries],
    }


def send_game(
    lobby: Lobby, draft: Draft, tournament: Tournament, pod: Pod, *, again: bool = False
) -> None:
    """Ask the rules for the game of a table; asked again they create it once.

    A message that is sent again has another id: RQ swallows one whose job got lost halfway.
    """
    attempt = f"-{lobby.milliseconds()}" if again else ""
    kinds = {entry.player: entry.kind for entry in tournament.entries}
    bots = any(kinds[player] == BOT for player in pod.players)
    message = CreateGame1(
        type="create_game.1",
        id=f"create_game-1-{pod.game}{attempt}",
        request_id=draft.request.id,
        at=lobby.moment(),
        edition=pod.edition,
        game=pod.game,
        players=list(pod.players),
        public=tournament.public,
        clock=Clock1(
            seconds_per_turn=tournament.clock.seconds_per_turn,
            on_expiry=tournament.clock.on_expiry,
        ),
        tell_turns=bots or tournament.takeover or wants_turns(lobby, pod.players),
    )
    draft.send({**message, **(_taking_over(lobby, draft, pod) if tournament.takeover else {})})


def _taking_over(lobby: Lobby, draft: Draft, pod: Pod) -> JsonObject:
    """Give what a message says besides, if bots may take seats that are left."""
    others = stand_ins(pod.players)
    make_stand_ins(lobby, draft, others)
    return {"type": "create_game.2", "stand_ins": list(others)}


def _begin_round(lobby: Lobby, draft: Draft, tournament: Tournament, round_: Round) -> None:
    """Ask for the games of a round, and call its people to their tables."""
    draft.get_all(OWN, [player for pod in round_.pods for player in pod.players])  # in one go
    for pod in round_.pods:
        draft.put(GAMES, pod.game, GameRef(tournament=tournament.id))
        send_game(lobby, draft, tournament, pod)
        for player in pod.players:
            data: JsonObject = {
                "tournament": tournament.id,
                "round": round_.number,
                "game": pod.game,
                "edition": pod.edition,
                "players": list(pod.players),
                "why": pod.why,
            }
            notify(draft, lobby, player, ROUND_STARTED, data, f"{tournament.id}:{pod.game}")


def _take_snapshot(lobby: Lobby, draft: Draft, tournament: Tournament) -> None:
    """Keep the standings as they are after the rounds that are over."""
    names = {entry.player: entry.name for entry in tournament.entries}
    rows = [{**row.to_json(), "name": names[row.player]} for row in ranking(tournament)]
    over = len(_over(tournament))
    draft.put(STANDINGS, tournament.id, Snapshot(over, lobby.moment(), rows))


def _tell(lobby: Lobby, draft: Draft, before: Tournament | None, after: Tournament) -> None:
    """Let everybody know what has happened."""
    event = {"at": lobby.moment(), "tournament": after.id, "round": after.round}
    if before is None:
        draft.tell({"type": "tournament_opened", **event})
    elif before.stage != after.stage:
        draft.tell({"type": f"tournament_{after.stage}", **event})
    elif before.round != after.round:
        draft.tell({"type": "round_started", **event})
    if before and _ended(before, after) and after.stage == Stage.FINISHED:
        for entry in after.entries:
            data: JsonObject = {"tournament": after.id, "name": after.name}
            notify(draft, lobby, entry.player, TOURNAMENT_FINISHED, data, after.id)


def _entry(entry: Entry) -> JsonObject:
    return {
        "player": entry.player,
        "name": entry.name,
        "kind": entry.kind,
        "entered_at": entry.entered_at,
        "since": entry.since,
        "withdrawn_in": entry.withdrawn_in,
    }


def _scheme(tournament: Tournament) -> "JsonObject | None":
    if tournament.points is None:
        return None
    return {
        str(size): [place / UNIT for place in places] for size, places in tournament.points.items()
    }


def _over(tournament: Tournament) -> list[Round]:
    """Give the rounds that are over: the standings follow from them, corrections included."""
    return [round_ for round_ in tournament.rounds if round_.finished_at is not None]


def _ended(before: Tournament, after: Tournament) -> bool:
    return before.stage != after.stage and after.ended_at is not None


def _milliseconds(moment: str) -> float:
    return datetime.fromisoformat(moment).timestamp() * 1000
