"""What answers, pages, the stream and the record of a finished game tell: always the same."""

import hashlib
import json
from typing import Final

from clients.kit.game import SPECTATORS, Game
from clients.kit.notes import EVENTS, RECORD, SECRETS, Json, Notes
from clients.kit.secrets import leaks, lies
from clients.kit.site import Site, good

END: Final = "end"


def compare_events(site: Site, notes: Notes, game: Game) -> None:
    """Hold the events that everybody reads against each other, and against the record."""
    pages = {player: site.events(game.id, player) for player in game.players}
    pages[SPECTATORS] = site.events(game.id)
    record = site.read(f"/games/{game.id}/record")
    for viewer, page in pages.items():
        numbers = [each["number"] for each in page]
        notes.same(EVENTS, f"events of {viewer} are counted", numbers, [*range(1, len(page) + 1)])
        for shown, true in zip(page, record["log"], strict=False):
            found = [*lies(shown, true)]
            notes.same(SECRETS, f"event {shown['number']} as {viewer} sees it", found, [])
    notes.same(EVENTS, "lengths of pages", {*map(len, pages.values())}, {len(record["log"])})
    for seen in zip(*pages.values(), strict=False):
        found = [*leaks(dict(zip(pages, [each["event"] for each in seen], strict=True)))]
        what = f"event {seen[0]['number']}: what is shown to too many"
        notes.same(SECRETS, what, found, [])
    _compare_answers(notes, game, pages)
    _compare_stream(site, notes, game, pages)


def _compare_answers(notes: Notes, game: Game, pages: dict[str, list[Json]]) -> None:
    for version, (seat, told) in enumerate(game.answers, start=1):
        page = pages[game.players[seat]]
        read = [each for each in page if each["version"] == version]
        notes.same(EVENTS, f"what made version {version}, as its player read it", read, told)
    versions = {each["version"] for each in pages[SPECTATORS]}
    notes.same(EVENTS, "versions of the events", versions, {*range(game.version + 1)})


def _compare_stream(site: Site, notes: Notes, game: Game, pages: dict[str, list[Json]]) -> None:
    for viewer in (game.players[0], SPECTATORS):
        player = None if viewer == SPECTATORS else viewer
        told = [_message(text) for text in site.stream(game.id, player).split("\n\n")]
        items = [each for each in told if each.get("data") and each.get("event") != END]
        found = [json.loads(each["data"]) for each in items]
        notes.same(EVENTS, f"the stream of {viewer}", found, pages[viewer])
        ids = [each.get("id") for each in items]
        numbers = [str(each["number"]) for each in pages[viewer]]
        notes.same(EVENTS, f"the ids in the stream of {viewer}", ids, numbers)


def _message(text: str) -> dict[str, str]:
    """Read a message of a stream."""
    lines = [line.partition(": ") for line in text.splitlines() if not line.startswith(":")]
    return {name: value for name, _, value in lines}


def check_record(site: Site, notes: Notes, game: Game) -> None:
    """See that a record keeps its promise: its seed gives the very same game again."""
    record = site.read(f"/games/{game.id}/record")
    seed = str(record["seed"])
    digest = hashlib.sha256(seed.encode()).hexdigest()
    notes.same(RECORD, "the SHA-256 of the seed", digest, game.commitment)
    notes.same(RECORD, "the commitment", record["seed_commitment"], game.commitment)
    notes.same(RECORD, "the players", record["players"], game.players)
    seats = [each["seat"] for each in record["outcome"]["seats"]]
    notes.same(RECORD, "the seats of the outcome", seats, [*range(len(game.players))])
    again = site.begin(game.players, seed=seed)
    for version, (seat, move) in enumerate(game.moves):
        body = {"expected_version": version, "move": move}
        good(site.move(again, game.players[seat], body))
    other = site.read(f"/games/{again}/record")
    notes.same(RECORD, "the outcome of the game, played again", other["outcome"], record["outcome"])
    for one, two in zip(record["log"], other["log"], strict=False):
        notes.same(RECORD, f"event {one['number']}, played again", two["event"], one["event"])
    lengths = len(other["log"]), len(record["log"])
    notes.same(RECORD, "the length of the log, played again", *lengths)
