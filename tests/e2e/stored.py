"""What the store holds after all: read past the service, and held against the rules."""

from itertools import accumulate
from typing import Any

import orjson

from services.plumbing.connections import Client
from services.rules.core.replay import replay
from services.rules.store.keys import game_key
from services.rules.store.ports import Stored
from services.rules.store.redis import RedisGames
from tests.e2e.players import Game
from tests.support import EDITIONS


def stored(games: RedisGames, game: Game) -> Stored:
    """Give a game as it is kept."""
    found = games.read(game.place)
    assert found is not None, game
    return found


def log_of(games: RedisGames, game: Game) -> list[Any]:
    """Give the whole log of a game."""
    return [orjson.loads(text) for text in games.events(game.place, 0, 1_000_000)]


def seen(game: Game, entry: Any, seat: int | None) -> Any:
    """Show of an entry of the log what a seat may see."""
    rules = EDITIONS[game.place.edition]
    event = rules.family.event_from_json(entry["event"])
    return {**entry, "event": rules.family.event_view(rules.edition, event, seat)}


def keys_of_games(client: Client) -> set[str]:
    """Name the keys of all games that there are."""
    return {key.decode() for key in client.scan_iter("rules:{*}:game:*", count=1000)}


def keys_of(games: list[Game]) -> set[str]:
    """Name the keys of some games."""
    return {game_key(game.place) for game in games}


def check_numbers(games: RedisGames, game: Game) -> None:
    """See that events are counted without a gap, and versions by the moves."""
    family, kept, log = (
        EDITIONS[game.place.edition].family,
        stored(games, game),
        log_of(games, game),
    )
    moves = [family.move_of(family.event_from_json(each["event"])) is not None for each in log]
    assert [each["number"] for each in log] == [*range(1, len(log) + 1)], game
    assert [each["version"] for each in log] == [*accumulate(moves)], game
    kept = stored(games, game)
    assert (kept.version, kept.length) == (sum(moves), len(log)), game


def check_snapshot(games: RedisGames, game: Game) -> None:
    """See that the log comes to the very bytes of the snapshot when it is played again."""
    entry, log = EDITIONS[game.place.edition], log_of(games, game)
    events = [entry.family.event_from_json(each["event"]) for each in log]
    state = replay(entry.family, entry.edition, len(game.players), events)
    text = orjson.dumps(entry.family.state_to_json(entry.edition, state))
    assert text == stored(games, game).state, game


def check_answers(games: RedisGames, game: Game, answers: list[tuple[int, Any]]) -> None:
    """See that the log has what was answered to each seat, move by move, and nothing else."""
    log = log_of(games, game)
    for version, (seat, answer) in enumerate(answers, start=1):
        events = [each for each in log if each["version"] == version]
        assert answer["version"] == version, game
        assert answer["events"] == [seen(game, each, seat) for each in events], game
    assert log[-1]["version"] == len(answers), game
