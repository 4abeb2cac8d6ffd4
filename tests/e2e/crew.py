"""Programs that play many games at once, and write down what they were answered."""

from concurrent.futures import Future, ThreadPoolExecutor
from itertools import cycle, islice
from typing import Any, Final, Self

from tests.e2e.players import Client, Game
from tests.service import Running
from tests.support import EDITIONS

CHOICES: Final = 7
"""Moves are chosen by a step through the list, so that games differ."""
LEFT: Final = 4
"""Every fourth game is left by its players when it has had its moves."""


class Ledger:
    """A game, and every answer to a move of it with the seat that got it."""

    def __init__(self, game: Game, seats: list[int]) -> None:
        self.game = game
        self.answers: list[tuple[int, Any]] = []
        self.to_play = seats

    def move(self, client: Client) -> None:
        """Let the next one move."""
        seat = self.to_play[len(self.answers) % len(self.to_play)]
        player = self.game.players[seat]
        body = client.idea(self.game, player, CHOICES * len(self.answers))
        self._note(seat, client.move(self.game, player, body))

    def leave(self, client: Client) -> None:
        """Let one after the other leave, until the game is over."""
        while self.to_play:
            seat = self.to_play[0]
            self._note(seat, client.resign(self.game, self.game.players[seat], key="leave"))

    def _note(self, seat: int, answer: Any) -> None:
        self.answers.append((seat, answer))
        self.to_play = answer["to_play"]


class Crew:
    """Some programs; each has its own games, and goes round them until all have their moves."""

    def __init__(self, service: Running, programs: int, games: int, moves: int) -> None:
        self.ledgers: list[Ledger] = []
        self._service = service
        self._moves = moves
        self._pool = ThreadPoolExecutor(programs)
        editions = list(islice(cycle(EDITIONS), games))
        self._work: list[Future[int]] = [
            self._pool.submit(self._run, program, editions[program::programs])
            for program in range(programs)
        ]

    def __enter__(self) -> Self:
        """Let them play."""
        return self

    def __exit__(self, *reason: object) -> None:
        """Wait until all have played; what went wrong for one of them goes wrong here."""
        self._pool.shutdown()
        for work in self._work:
            work.result()

    @property
    def unanswered(self) -> int:
        """How many requests had to be repeated; known when all have played."""
        return sum(work.result() for work in self._work)

    @property
    def answered(self) -> int:
        """How many moves were answered so far."""
        return sum(len(ledger.answers) for ledger in self.ledgers)

    @property
    def busy(self) -> bool:
        """Whether somebody is still playing, and nobody has failed."""
        failed = any(work.done() and work.exception() for work in self._work)
        return not failed and not all(work.done() for work in self._work)

    def _run(self, program: int, editions: list[str]) -> int:
        with Client(self._service) as client:
            own = [self._begin(client, f"{program}-{at}", name) for at, name in enumerate(editions)]
            for _ in range(self._moves):
                for ledger in own:
                    if ledger.to_play:
                        ledger.move(client)
            for ledger in own[::LEFT]:
                ledger.leave(client)
            return client.unanswered

    def _begin(self, client: Client, key: str, edition: str) -> Ledger:
        game = client.create(edition, key=key)
        ledger = Ledger(game, client.look(game)["to_play"])
        self.ledgers.append(ledger)
        return ledger
