"""What the rules tell the other services: by the outbox, or in answer to a message."""

from typing import Any, NamedTuple

from services.contracts.messages import GameCreated1, GameFinished1, GameRefused1, TurnBegan1
from services.plumbing.moments import moment, moment_of
from services.rules.app.rules import Rules
from services.rules.app.standing_in import forfeited, sitting
from services.rules.app.tables import Table
from services.rules.store.ports import Place


class Now(NamedTuple):
    """How a game stands after a change."""

    state: Any
    version: int
    deadline: int | None
    left: tuple[int, ...]


def game_finished(rules: Rules, table: Table, now: Now, request: str) -> GameFinished1:
    """Tell the sheets of a game that is over."""
    settled, game = table.stored.settled, table.place.game
    return GameFinished1(
        type="game_finished.1",
        id=f"game_finished-1-{game}",
        request_id=request,
        at=moment(rules.now()),
        game=game,
        edition=settled.edition,
        edition_version=settled.edition_version,
        engine_version=settled.engine_version,
        players=list(settled.players),
        public=settled.public,
        created_at=settled.created_at,
        moves=now.version,
        outcome=forfeited(table.family.outcome(table.edition, now.state), now.left),
    )


def turn_began(rules: Rules, table: Table, now: Now, request: str) -> TurnBegan1:
    """Tell who may move now."""
    return TurnBegan1(
        type="turn_began.1",
        id=f"turn-{table.place.game}-{now.version}",
        request_id=request,
        at=moment(rules.now()),
        game=table.place.game,
        edition=table.place.edition,
        version=now.version,
        to_play=to_play(table, now.state, now.left),
        deadline=_end_of_turn(now.deadline),
    )


def game_created(rules: Rules, table: Table, request: str, address: str) -> GameCreated1:
    """Tell that a game is there, and who begins; `address` is where the API begins."""
    settled, (edition, game) = table.stored.settled, table.place
    return GameCreated1(
        type="game_created.1",
        id=f"game_created-1-{game}",
        request_id=request,
        at=moment(rules.now()),
        game=game,
        edition=edition,
        edition_version=settled.edition_version,
        engine_version=settled.engine_version,
        address=f"{address}/editions/{edition}/games/{game}",
        to_play=to_play(table, table.state),
        deadline=_end_of_turn(table.stored.deadline),
    )


def game_refused(rules: Rules, place: Place, request: str, code: str, detail: str) -> GameRefused1:
    """Tell why a game cannot be created."""
    return GameRefused1(
        type="game_refused.1",
        id=f"game_refused-1-{place.game}",
        request_id=request,
        at=moment(rules.now()),
        game=place.game,
        edition=place.edition,
        code=code,
        detail=detail,
    )


def to_play(table: Table, state: Any, left: tuple[int, ...] = ()) -> list[str]:  # noqa: ANN401
    """Name those who may move in a state of the game, if these seats were left to others."""
    who = sitting(table.stored.settled, left)
    return [who[seat] for seat in table.family.to_play(state)]


def _end_of_turn(deadline: int | None) -> str | None:
    return None if deadline is None else moment_of(deadline)
