"""What follows from results, in Redis: looked at in one generation, made anew in another.

Whoever reads asks in the same transaction which generation is present, and asks again if it is
not the one that was read. So a generation that is being removed is never taken for an empty one.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any, Final

from services.plumbing.connections import Client, failing
from services.scoring.store import keys, scripts
from services.scoring.store.documents import Plan, plan_of
from services.scoring.store.ports import (
    Derived,
    Grown,
    History,
    Read,
    Spot,
    Superseded,
    Swap,
    Swapped,
)

PRESENT: Final = "present"
BEGUN: Final = "begun"
TIDIED: Final = "tidied"
"""Of an edition's generations: the one looked at, the last one begun, the first one kept."""
AT_ONCE: Final = 500
"""How many histories are removed in one go."""


class RedisGenerations:
    """What follows from results."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._add = client.register_script(scripts.ADD)
        self._swap = client.register_script(scripts.SWAP)
        self._present: dict[str, int] = {}

    def read(self, edition: str, players: Sequence[str]) -> Read:
        """Read what is known of players."""
        names = list(players) or [""]  # nobody has this name
        now, found = self._ask(
            edition, lambda pipe, now: pipe.hmget(keys.records_key(edition, now), names)
        )
        known = zip(names, found, strict=True)
        return Read(now, {player: record for player, record in known if record is not None})

    def board(self, edition: str, board: str, after: Spot | None, limit: int) -> list[Spot]:
        """Give a part of a leaderboard: what comes after a spot, taken by somebody or not."""
        first = 0 if after is None else self._first_after(edition, board, after)
        return self._spots(edition, board, first, first + limit - 1)

    def ahead(self, edition: str, board: str, values: Sequence[float]) -> list[int]:
        """Count for each value how many on a board have a lower one."""

        def ask(pipe: Client, now: int) -> None:
            for value in values:
                pipe.zcount(keys.board_key(edition, now, board), "-inf", f"({value!r}")

        return self._ask(edition, ask)[1:]

    def size(self, edition: str, board: str) -> int:
        """Count who is on a board."""
        _, size = self._ask(
            edition, lambda pipe, now: pipe.zcard(keys.board_key(edition, now, board))
        )
        return int(size)

    def history(self, edition: str, player: str, before: int | None, limit: int) -> History:
        """Give a part of a player's history, the latest first: what comes before a number."""
        first = -limit if before is None else max(before - 1 - limit, 0)
        last = -1 if before is None else before - 2
        if before is not None and before < 2:
            first, last = 1, 0  # nothing: a last of -1 would mean all

        def ask(pipe: Client, now: int) -> None:
            name = keys.history_key(edition, now, player)
            pipe.llen(name).lrange(name, first, last)

        _, length, found = self._ask(edition, ask)
        if before is None:
            first = length - len(found)
        return History(length, [*enumerate(found, start=first + 1)][::-1])

    def counters(self, edition: str) -> dict[str, int]:
        """Give all counters."""
        _, found = self._ask(
            edition, lambda pipe, now: pipe.hgetall(keys.counters_key(edition, now))
        )
        return {name.decode(): int(value) for name, value in found.items()}

    def begin(self, edition: str) -> int:
        """Begin a new generation, with nothing in it; nobody looks at it yet."""
        with failing():
            return int(self._client.hincrby(keys.generations_key(edition), BEGUN, 1))

    def add(self, edition: str, generation: int, derived: Derived) -> None:
        """Add to a generation that nobody looks at what follows from some results."""
        plan = plan_of(derived)
        with failing():
            self._add(derived_keys(edition, generation, plan), [plan.text])

    def swap(self, edition: str, generation: int, results: int) -> Swap:
        """Let everybody look at a generation, if it was made from all results there are."""
        names = [keys.generations_key(edition), keys.order_key(edition)]
        with failing():
            word, there = self._swap(names, [generation, results])
        if word == b"swapped":
            return Swapped()
        return Grown(int(there)) if word == b"grown" else Superseded()

    def tidy(self, edition: str, generation: int | None = None) -> None:
        """Remove the generations before the present one, or one that is not needed."""
        if generation is not None:
            self._remove(edition, generation)
            return
        name = keys.generations_key(edition)
        with failing():
            present, tidied = self._client.hmget(name, [PRESENT, TIDIED])
        for old in range(int(tidied or 0), int(present or 0)):
            self._remove(edition, old)
        with failing():
            self._client.hset(name, TIDIED, int(present or 0))

    def _ask(self, edition: str, ask: Callable[[Client, int], object]) -> list[Any]:
        """Ask about the present generation; the first answer is which one that is."""
        while True:
            now = self._present.get(edition, 0)
            pipe = self._client.pipeline(transaction=True)
            pipe.hget(keys.generations_key(edition), PRESENT)
            ask(pipe, now)
            with failing():
                present, *answers = pipe.execute()
            self._present[edition] = int(present or 0)
            if self._present[edition] == now:
                return [now, *answers]

    def _first_after(self, edition: str, board: str, spot: Spot) -> int:
        """Say how many are on a board up to a spot: those of the same value are sorted by name."""

        def ask(pipe: Client, now: int) -> None:
            name = keys.board_key(edition, now, board)
            pipe.zcount(name, "-inf", f"({spot.value!r}").zcount(name, "-inf", repr(spot.value))

        _, low, high = self._ask(edition, ask)

        def player(at: int) -> str:
            found = self._spots(edition, board, at, at)
            return found[0].player if found else spot.player

        return int(low) + bisect_right(range(low, high), spot.player, key=player)

    def _spots(self, edition: str, board: str, first: int, last: int) -> list[Spot]:
        _, found = self._ask(
            edition,
            lambda pipe, now: pipe.zrange(
                keys.board_key(edition, now, board), first, last, withscores=True
            ),
        )
        return [Spot(float(value), player.decode()) for player, value in found]

    def _remove(self, edition: str, generation: int) -> None:
        """Remove a generation; the records, which name the players, at the very end."""
        records, boards = (
            keys.records_key(edition, generation),
            keys.boards_key(edition, generation),
        )
        with failing():
            for page in _pages(self._client.hkeys(records)):
                names = [keys.history_key(edition, generation, name.decode()) for name in page]
                self._client.unlink(*names)
            for board in self._client.smembers(boards):
                self._client.unlink(keys.board_key(edition, generation, board.decode()))
            self._client.unlink(keys.counters_key(edition, generation), boards, records)


def derived_keys(edition: str, generation: int, plan: Plan) -> list[str]:
    """Name the keys to which a script writes what follows from results."""
    return [
        keys.records_key(edition, generation),
        keys.counters_key(edition, generation),
        keys.boards_key(edition, generation),
        *(keys.board_key(edition, generation, board) for board in plan.boards),
        *(keys.history_key(edition, generation, player) for player in plan.players),
    ]


def _pages(names: list[bytes]) -> list[list[bytes]]:
    return [names[at : at + AT_ONCE] for at in range(0, len(names), AT_ONCE)]
