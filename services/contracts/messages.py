"""What the services tell each other, as JSON. A new form of a message is a new type, `.2`.

Messages are delivered at least once: `id` is the same each time, and whoever takes one does its
work once.
"""

from typing import Any, Literal, NotRequired, TypedDict


class GameFinished1(TypedDict):
    """A game has ended: its final sheets, for scoring."""

    type: Literal["game_finished.1"]
    id: str
    request_id: str
    """The request that ended the game."""
    at: str
    game: str
    edition: str
    edition_version: int
    engine_version: int
    players: list[str]
    """The players by seat."""
    public: bool
    """Whether spectators may look."""
    created_at: str
    moves: int
    outcome: dict[str, Any]
    """Standing and sheet of every seat, as facts; scoring knows what they are worth."""


class GameScored1(TypedDict):
    """A game's result is stored, and ratings have changed as far as it counts for them."""

    type: Literal["game_scored.1"]
    id: str
    request_id: str
    at: str
    game: str
    edition: str
    players: list[str]
    ranks: list[int]
    """By seat; equal ranks are shared."""
    totals: list[int | None]
    """Points by seat; null for a seat that is out."""
    standings: list[str]
    winners: list[int]
    """Seats."""


class Engine(TypedDict):
    """A process that serves an edition. Older processes announce less of themselves."""

    edition: str
    edition_version: int
    engine_version: int
    players: list[int]
    """The numbers of players it is for."""
    address: str
    """Where its API begins, for players."""
    process: str
    """Which process says so; each has an id of its own."""
    inside: NotRequired[str]
    """Where its API begins for the platform's own services and bots; else the same."""
    upstream: NotRequired[str | None]
    """Where a gateway reaches this very engine, if there is such a gateway."""
    card: NotRequired[dict[str, Any]]
    """What the list of editions shows of it."""


class Clock1(TypedDict):
    """How long a turn may take."""

    seconds_per_turn: int
    on_expiry: str


class CreateGame1(TypedDict):
    """The lobby wants a game: its id is chosen already, so it is created once."""

    type: Literal["create_game.1"]
    id: str
    request_id: str
    at: str
    edition: str
    game: str
    players: list[str]
    """By seat."""
    public: bool
    clock: Clock1 | None
    tell_turns: bool
    """Whether the lobby is told of every turn: somebody at the table wants to be called."""


class CreateGame2(TypedDict):
    """The same with others who may take the seats of players who leave."""

    type: Literal["create_game.2"]
    id: str
    request_id: str
    at: str
    edition: str
    game: str
    players: list[str]
    public: bool
    clock: Clock1 | None
    tell_turns: bool
    stand_ins: list[str]
    """Who takes a seat that was left, one after the other."""


class GameCreated1(TypedDict):
    """A game that the lobby wanted is there, and can be played."""

    type: Literal["game_created.1"]
    id: str
    request_id: str
    at: str
    game: str
    edition: str
    edition_version: int
    engine_version: int
    address: str
    """Where it is played."""
    to_play: list[str]
    """The players who may move first."""
    deadline: str | None


class GameRefused1(TypedDict):
    """A game that the lobby wanted cannot be created, now or ever."""

    type: Literal["game_refused.1"]
    id: str
    request_id: str
    at: str
    game: str
    edition: str
    code: str
    detail: str


class TurnBegan1(TypedDict):
    """Other players than before may move now."""

    type: Literal["turn_began.1"]
    id: str
    request_id: str
    at: str
    game: str
    edition: str
    version: int
    to_play: list[str]
    deadline: str | None


class YourTurn1(TypedDict):
    """One of the platform's own bots may move."""

    type: Literal["your_turn.1"]
    id: str
    request_id: str
    at: str
    game: str
    edition: str
    version: int
    player: str
    level: str
    """How it plays."""
    address: str
    """Where the game is played."""
    token: str
    """By which the rules know the bot, for some minutes."""
