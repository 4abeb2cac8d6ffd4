"""Made-up results for stores, which do not look into them, and short ways to write them."""

from secrets import token_hex, token_urlsafe
from typing import Any, Final

from services.scoring.store.ports import Derived, Read, Results, Spot, Taking

NOTHING: Final = Derived({}, {}, [], {})
DERIVED: Final = Derived(
    records={"ana": b'{"all": 1}', "bo": b'{"all": "\xc3\xa9 2"}'},
    boards={"all:1": [Spot(-1.5, "ana"), Spot(0.1 + 0.2, "bo")], "all:3": [Spot(-1.5, "ana")]},
    history=[("ana", b"a 1"), ("bo", b"b 1"), ("ana", b"a 2")],
    counters={"games": 2, "zone": -3},
)
"""What follows from two results: the second has an effect on one player only."""


def new_edition() -> str:
    """Name an edition that nobody else uses."""
    return f"tram-{token_hex(6)}"


def new_game() -> str:
    """Name a game."""
    return token_urlsafe(16)


def taking(**values: Any) -> Taking:
    """Make a result of two players of whom nothing was known."""
    game = values.get("game") or new_game()
    plain = Taking(
        message=f"message-{game}",
        game=game,
        result=b'{"result":\n1}',
        based_on=Read(0, {}),
        players=("ana", "bo"),
        derived=DERIVED,
        announcement=b"announcement",
    )
    return plain._replace(**values)


def everything_of(results: Results, edition: str) -> Any:
    """Give whatever is known of an edition with samples in it, as it is read."""
    return (
        results.read(edition, ["ana", "bo", "cy"]),
        [results.board(edition, name, None, 100) for name in ("all:1", "all:3")],
        [results.history(edition, name, None, 100) for name in ("ana", "bo", "cy")],
        results.counters(edition),
        results.results(edition, 0, 100),
        [each.message for each in results.outbox(edition, 10**14)],
        results.dead(edition, "", 100),
    )
