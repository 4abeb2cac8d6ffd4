"""A game played at random to its end, looked at on the way by everybody."""

from dataclasses import dataclass, field
from http import HTTPStatus
from random import Random
from typing import Final

from clients.kit.notes import ENDING, EVENTS, LEGAL, SECRETS, TURNS, Json, Notes
from clients.kit.secrets import leaks
from clients.kit.site import Site, good

MOST_MOVES: Final = 3_000
"""No game of a table lasts longer."""
EVERY: Final = 9
"""Moves between two closer looks."""
SAMPLE: Final = 4
"""Listed moves that are tried at each of them."""
SPECTATORS: Final = "spectators"


@dataclass
class Game:
    """A game, and what its players were answered."""

    id: str
    players: list[str]
    commitment: str
    version: int = 0
    finished: bool = False
    moves: list[tuple[int, Json]] = field(default_factory=list)
    """Seat and move, in order."""
    answers: list[tuple[int, list[Json]]] = field(default_factory=list)
    """Seat, and the events it was told of."""


class Playing:
    """Plays games, and notes what is not as it should be."""

    def __init__(self, site: Site, notes: Notes, seed: str) -> None:
        self._site = site
        self._notes = notes
        self._chance = Random(seed)  # noqa: S311 - it only has to differ

    def begin(self, players: list[str]) -> Game:
        """Create a game."""
        made = good(self._site.create(players))
        return Game(made["id"], players, made["seed_commitment"])

    def play_out(self, game: Game) -> Game:
        """Play a game to its end, if it has one."""
        shown = self._site.look(game.id)
        while shown["to_play"] and len(game.moves) < MOST_MOVES:
            if len(game.moves) % EVERY == 0:
                self._look_closer(game, shown)
            shown = self._move(game, self._chance.choice(shown["to_play"]))
        game.finished = bool(shown["finished"]) and not shown["to_play"]
        detail = f"{len(game.players)} players: no end after {len(game.moves)} moves"
        if self._notes.see(ENDING, detail, fine=game.finished):
            self._look_at_the_end(game)
        return game

    def _move(self, game: Game, seat: int) -> Json:
        """Let a seat make one of its moves; give what the answer says."""
        site, notes, player = self._site, self._notes, game.players[seat]
        legal = site.legal(game.id, player)
        notes.same(TURNS, "the version of the legal moves", legal["version"], game.version)
        where = f"version {game.version}, seat {seat}"
        if not notes.see(TURNS, f"{where}: to play without a move", fine=bool(legal["moves"])):
            return {"to_play": [], "finished": False}
        move = self._chance.choice(legal["moves"])["move"]
        body = {"expected_version": game.version, "move": move}
        answer = site.move(game.id, player, body)
        fine = answer.status_code == HTTPStatus.CREATED
        detail = f"{where}: the listed {move} is answered {answer.status_code}: {answer.text[:99]}"
        if not notes.see(LEGAL, detail, fine=fine):
            return {"to_play": [], "finished": False}
        played = answer.json()
        notes.same(TURNS, f"{where}: the version after a move", played["version"], game.version + 1)
        game.version = played["version"]
        game.moves.append((seat, move))
        game.answers.append((seat, played["events"]))
        return played

    def _look_closer(self, game: Game, shown: Json) -> None:
        """See whose turn it is, try some moves, and compare what everybody sees."""
        for seat, player in enumerate(game.players):
            legal = self._site.legal(game.id, player)
            if seat in shown["to_play"]:
                self._try(game, player, legal["moves"])
            else:
                what = f"version {game.version}: moves of seat {seat}, which is not to play"
                self._notes.same(TURNS, what, legal["moves"], [])
        views = {player: self._site.look(game.id, player) for player in game.players}
        views[SPECTATORS] = self._site.look(game.id)
        self._compare(game, views)

    def _try(self, game: Game, player: str, moves: list[Json]) -> None:
        for option in self._chance.sample(moves, min(SAMPLE, len(moves))):
            body = {"expected_version": game.version, "move": option["move"], "dry_run": True}
            tried = self._site.move(game.id, player, body)
            what = f"version {game.version}: trying the listed {option['move']}"
            if self._notes.same(LEGAL, what, tried.status_code, 200):
                self._notes.same(LEGAL, f"{what} tells", tried.json()["option"], option)
        version = self._site.look(game.id)["version"]
        self._notes.same(LEGAL, "the version after moves were tried", version, game.version)

    def _compare(self, game: Game, views: dict[str, Json]) -> None:
        notes, where = self._notes, f"version {game.version}"
        for viewer, view in views.items():
            notes.same(TURNS, f"the version that {viewer} sees", view["version"], game.version)
            own = None if viewer == SPECTATORS else game.players.index(viewer)
            notes.same(SECRETS, f"{where}: the seat of {viewer}", view["seat"], own)
        found = [*leaks({viewer: view["table"] for viewer, view in views.items()})]
        notes.same(SECRETS, f"{where}: what is shown to too many", found, [])

    def _look_at_the_end(self, game: Game) -> None:
        for player in game.players:
            legal = self._site.legal(game.id, player)
            self._notes.same(ENDING, f"moves of {player} after the end", legal["moves"], [])
        last = self._site.look(game.id)
        self._notes.same(ENDING, "the phase after the end", last["phase"], "finished")
        count = len(self._site.events(game.id))
        self._notes.same(EVENTS, "how many events the game says it has", last["events"], count)
