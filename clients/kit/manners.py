"""Requests that are refused, and requests that come twice."""

from secrets import token_hex
from typing import Final

from clients.kit.notes import REPEATS, Json, Notes
from clients.kit.problems import Refusals
from clients.kit.site import Site, good

NOWHERE: Final = "there-is-no-such-game0"
STRANGER: Final = "kit-stranger"


def check_refusals(site: Site, refusals: Refusals, players: list[str]) -> None:
    """Ask for what cannot be done."""
    game = site.begin(players)
    first, body = _a_move(site, game, players)
    refused, unknown = refusals.refused, site.move(game, None, body)
    refused("playMove", "a move without a token", unknown, {401: "token_needed"})
    refused("playMove", "a stranger's move", site.move(game, STRANGER, body), {403: "not_seated"})
    lost = site.move(NOWHERE, first, body)
    refused("playMove", "a move in no game", lost, {404: "unknown_game"})
    lost = site.ask("GET", f"/games/{NOWHERE}")
    refused("getGame", "looking at no game", lost, {404: "unknown_game"})
    odd = site.move(game, first, {**body, "move": {"type": "teleport"}})
    refused("playMove", "what is no move", odd, {422: "invalid_request", 409: "malformed_move"})
    odd = site.move(game, first, {"move": body["move"]})
    refused("playMove", "a move without a version", odd, {422: "invalid_request"})
    ahead = site.move(game, first, {**body, "expected_version": 7})
    refused("playMove", "a move on another version", ahead, {409: "stale_version"})
    early = site.ask("GET", f"/games/{game}/record")
    refused("getRecord", "the record of a running game", early, {409: "game_not_finished"})
    _out_of_turn(site, refusals, game, players)
    _after_the_end(site, refusals, game, players)


def _out_of_turn(site: Site, refusals: Refusals, game: str, players: list[str]) -> None:
    """Find a moment at which somebody is not to play, and let them move."""
    while len(waiting := _waiting(site, game, players)) == 0:
        player, body = _a_move(site, game, players)
        good(site.move(game, player, body))
    _, body = _a_move(site, game, players)
    answer = site.move(game, waiting[0], body)
    refusals.refused("playMove", "a move out of turn", answer, {409: "not_your_turn"})


def _after_the_end(site: Site, refusals: Refusals, game: str, players: list[str]) -> None:
    _, body = _a_move(site, game, players)
    for player in players:
        site.ask("POST", f"/games/{game}/resignation", player)
    shown = site.look(game)
    answer = site.move(game, players[0], {**body, "expected_version": shown["version"]})
    refusals.refused("playMove", "a move after the end", answer, {409: "game_over"})


def check_repeats(site: Site, notes: Notes, players: list[str]) -> None:
    """Send requests twice under one key, and another one under it."""
    key = token_hex(8)
    made = [site.create(players, key).json() for _ in range(2)]
    notes.same(REPEATS, "the game, created again", made[1], made[0])
    other = site.create(players, key, seed="another")
    notes.same(REPEATS, "another game under the key", other.status_code, 409)
    game = str(made[0]["id"])
    player, body = _a_move(site, game, players)
    answers = [site.move(game, player, body, key) for _ in range(2)]
    notes.same(REPEATS, "the statuses of a repeated move", _statuses(answers), [201, 201])
    notes.same(REPEATS, "the move, made again", answers[1].json(), answers[0].json())
    notes.same(REPEATS, "the version after both", site.look(game)["version"], 1)
    changed = site.move(game, player, {**body, "expected_version": 1}, key)
    notes.same(REPEATS, "another move under the key", changed.status_code, 409)


def _statuses(answers: list[Json]) -> list[int]:
    return [answer.status_code for answer in answers]


def _waiting(site: Site, game: str, players: list[str]) -> list[str]:
    to_play = site.look(game)["to_play"]
    return [player for seat, player in enumerate(players) if seat not in to_play]


def _a_move(site: Site, game: str, players: list[str]) -> tuple[str, dict[str, Json]]:
    """Give somebody who is to play, and a move of theirs as a request."""
    player = players[site.look(game)["to_play"][0]]
    legal = site.legal(game, player)
    return player, {"expected_version": legal["version"], "move": legal["moves"][0]["move"]}
