"""Made-up games for stores, which do not look into them, and short ways to write them."""

from secrets import token_hex, token_urlsafe
from typing import Any, Final

from services.rules.store.ports import Change, Clock, Games, NewGame, Place, Receipt, Settled

SETTLED: Final = Settled(
    edition="tram",
    edition_version=3,
    engine_version=2,
    players=("ana", "bé"),
    seed="seed \n 1",
    seed_chosen=True,
    public=False,
    clock=Clock(60, "resign"),
    created_at="2026-01-02T03:04:05.678Z",
)
EVENTS: Final = (b"event 1", b"event 2", b"event 3")
STATE: Final = b'{"any": "bytes \xc3\xa9"}'
RECEIPT: Final = Receipt("f" * 64, b'{"several":\n\n"lines"}\n')


def new_place() -> Place:
    """Name a game of an edition that nobody else uses."""
    return Place(f"tram-{token_hex(4)}", token_urlsafe(16))


def new_game(*, deadline: int | None = None) -> NewGame:
    """Make a game with three events."""
    return NewGame(SETTLED, STATE, EVENTS, deadline)


def created(games: Games, *, deadline: int | None = None) -> Place:
    """Store a new game, and say where."""
    place = new_place()
    assert games.create(place, new_game(deadline=deadline))
    return place


def change(expected: int = 0, **values: Any) -> Change:
    """Make a change of one event."""
    plain = Change(
        expected=expected,
        version=expected + 1,
        state=b"state %d" % (expected + 1),
        events=(b"of version %d" % (expected + 1),),
        deadline=None,
        messages=(),
    )
    return plain._replace(**values)
