"""Anyone can check a record, offline: seed, shuffles, every event and the result."""

from typing import Any

from services.rules.app.read_record import FORMAT
from services.rules.app.rules import commitment
from services.rules.app.standing_in import SeatHandedOver, event_from_json, forfeited
from services.rules.core.chance import Seeded
from services.rules.core.errors import ReplayError
from services.rules.core.registry import Entry, Registry
from services.rules.core.replay import replay
from services.rules.core.types import Json, JsonObject


def verify_record(editions: Registry, record: Json) -> JsonObject:
    """Play a record again and give the outcome; whatever does not fit is a `RulesError`."""
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise ReplayError(f"not a record: expected the format {FORMAT}")
    try:
        return _verify(editions, record)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ReplayError(f"the record is not whole: {error!r}") from error


def _verify(editions: Registry, record: dict[str, Any]) -> JsonObject:
    entry = _entry(editions, record)
    if commitment(record["seed"]) != record["seed_commitment"]:
        raise ReplayError("the seed is not the one that was committed to")
    events = [event_from_json(entry, each["event"]) for each in record["log"]]
    _check_numbers(entry, record, events)
    left = [event.seat for event in events if isinstance(event, SeatHandedOver)]
    if [each["seat"] for each in record.get("standing_in", [])] != left:
        raise ReplayError("the log tells of other seats that were left")
    log = [event for event in events if not isinstance(event, SeatHandedOver)]
    seats = _seats(record)
    _, dealt = entry.family.new_game(entry.edition, seats, Seeded(record["seed"]))
    if tuple(log[: len(dealt)]) != dealt:
        raise ReplayError("the cards were not dealt as the seed has it")
    state = replay(entry.family, entry.edition, seats, log)
    if entry.family.to_play(state):
        raise ReplayError("the game has not ended")
    outcome = forfeited(entry.family.outcome(entry.edition, state), left)
    if outcome != record["outcome"]:
        raise ReplayError("the game does not come to the recorded outcome")
    return outcome


def _check_numbers(entry: Entry, record: dict[str, Any], log: list[Any]) -> None:
    """See that events are counted from 1, and versions by moves and seats that were left."""
    version = 0
    for number, (each, event) in enumerate(zip(record["log"], log, strict=True), start=1):
        handed_over = isinstance(event, SeatHandedOver)
        version += handed_over or entry.family.move_of(event) is not None
        if (each["number"], each["version"]) != (number, version):
            raise ReplayError(f"event {number} should be of version {version}")


def _seats(record: dict[str, Any]) -> int:
    players = record["players"]
    if not isinstance(players, list) or not all(isinstance(player, str) for player in players):
        raise ReplayError("the players are not named by seat")
    return len(players)


def _entry(editions: Registry, record: dict[str, Any]) -> Entry:
    entry = editions[record["edition"]]
    wanted = record["edition_version"], record["engine_version"]
    found = entry.edition.version, entry.family.ENGINE_VERSION
    if wanted != found:
        text = "played by version {} and engine {}, but there are {} and {}"
        raise ReplayError(text.format(*wanted, *found))
    return entry
