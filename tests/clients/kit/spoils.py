"""Ways to spoil a rules service, each with the check that has to find it."""

from typing import Any, Final

from clients.kit.notes import (
    EVENTS,
    LEGAL,
    RECORD,
    REFUSALS,
    REPEATS,
    SECRETS,
    SETUP,
    TURNS,
)
from tests.clients.kit.spoiling import PROBLEM, Change, Spoil, Told, players_of, untouched
from tests.rules.api.client import Api

KEY: Final = "HTTP_IDEMPOTENCY_KEY"
TOKEN: Final = "HTTP_AUTHORIZATION"  # noqa: S105 (the name of a header)


def any_number(told: Told) -> None:
    """Let a game of any number begin."""
    if told.path.endswith("/games") and told.status == 409 and b"number" in told.body:
        told.status = 201


def no_hash(told: Told) -> None:
    """Promise no seed."""
    if told.ends("/games", 201):
        told.put({**told.document, "seed_commitment": ""})


def no_moves(told: Told) -> None:
    """List nothing to those who are to play, from some version on."""
    if told.ends("/legal-moves") and told.document["version"] > 6:
        told.put({**told.document, "moves": []})


def moves_for_all(told: Told) -> None:
    """List something to those who are not to play."""
    if told.ends("/legal-moves") and not told.document["moves"]:
        told.put({**told.document, "moves": [{"move": {"type": "choose_departure", "ticket": 1}}]})


def skipped_version(told: Told) -> None:
    """Count by two."""
    if told.ends("/moves", 201):
        told.put({**told.document, "version": told.document["version"] + 1})


def unplayable(told: Told) -> None:
    """List a move that nobody can make."""
    if told.ends("/legal-moves") and told.document["moves"]:
        odd = {"move": {"type": "plot_route", "path": ["A1"] * 3, "metro": False}}
        told.put({**told.document, "moves": [odd]})


def no_tries(told: Told) -> None:
    """Refuse every dry run."""
    if told.ends("/moves", 200):
        told.status = 409


def other_preview(told: Told) -> None:
    """Tell something else when a move is tried."""
    if told.ends("/moves", 200):
        told.put({**told.document, "option": {}})


def other_code(told: Told) -> None:
    """Call a refusal by another name."""
    if told.kind == PROBLEM and told.document["code"] == "not_your_turn":
        told.put({**told.document, "code": "later"})


def plain_refusal(told: Told) -> None:
    """Refuse without a problem document."""
    if told.kind == PROBLEM and told.document["code"] == "stale_version":
        told.kind = "application/json"


def crash(told: Told) -> None:
    """Fail at what is not there."""
    if told.status == 404:
        told.status = 500


def undocumented(told: Told) -> None:
    """Leave a status out of the contract."""
    if told.path.endswith("openapi.json"):
        contract = told.document
        for path in contract["paths"].values():
            for operation in path.values():
                if isinstance(operation, dict) and operation.get("operationId") == "getRecord":
                    del operation["responses"]["409"]
        told.put(contract)


def welcome(told: Told) -> None:
    """Let strangers move."""
    if told.kind == PROBLEM and told.document["code"] == "not_seated":
        told.status = 201


def one_event_less(told: Told) -> None:
    """Lose an event of a page."""
    if told.path.endswith("/events") and told.kind == "application/json":
        page = told.document
        told.put({**page, "items": [each for each in page["items"] if each["number"] != 9]})


def short_stream(told: Told) -> None:
    """Lose an event of the stream."""
    if told.kind == "text/event-stream":
        messages = told.body.split(b"\n\n")
        told.body = b"\n\n".join(messages[:3] + messages[4:])


def other_answer(told: Told) -> None:
    """Answer a move with other events than the log has."""
    if told.ends("/moves", 201):
        played = told.document
        played["events"][0]["at"] = "2020-01-01T00:00:00Z"
        told.put(played)


def untrue(told: Told) -> None:
    """Tell everybody something else than the record."""
    if told.ends("/record"):
        record = told.document
        record["log"][0]["event"]["seats"] = 4
        told.put(record)


def other_seed(told: Told) -> None:
    """Show another seed than was promised."""
    if told.ends("/record"):
        told.put({**told.document, "seed": "another"})


def other_outcome(told: Told) -> None:
    """Come to another outcome each time."""
    if told.ends("/record"):
        record = told.document
        record["outcome"]["seats"][0]["sheet"]["note"] = record["game"]
        told.put(record)


def eyes_of_the_first(told: Told) -> None:
    """Hide that spectators see with the eyes of the first seat."""
    if told.kind == "application/json" and told.request.headers.get("X-Lent"):
        document = told.document
        if "table" in document:
            told.put({**document, "seat": None, "table": {**document["table"], "seat": None}})


def lend(api: Api, environ: dict[str, Any], name: str) -> None:
    """Lend somebody without a token that of the first seat."""
    path = environ["PATH_INFO"]
    players = players_of(api, path)
    if players and TOKEN not in environ and (path.rpartition("/")[2] == name or not name):
        environ[TOKEN] = f"Bearer {api.token(players[0])}"
        environ["HTTP_X_LENT"] = "1"


def lend_views(api: Api, environ: dict[str, Any]) -> None:
    """Show spectators what the first seat sees of the table."""
    parts = environ["PATH_INFO"].split("/")
    if environ["REQUEST_METHOD"] == "GET" and parts[-2:-1] == ["games"]:
        lend(api, environ, "")


def lend_events(api: Api, environ: dict[str, Any]) -> None:
    """Show spectators the events of the first seat."""
    lend(api, environ, "events")


def forget_keys(api: Api, environ: dict[str, Any]) -> None:
    """Do everything as often as it is asked for."""
    del api
    environ.pop(KEY, None)


SPOILS: Final[dict[str, tuple[Spoil, Change | None, str]]] = {
    "games of any number": (any_number, None, SETUP),
    "no hash of the seed": (no_hash, None, SETUP),
    "no moves in turn": (no_moves, None, TURNS),
    "moves out of turn": (moves_for_all, None, TURNS),
    "versions by two": (skipped_version, None, TURNS),
    "a move nobody can make": (unplayable, None, LEGAL),
    "no dry runs": (no_tries, None, LEGAL),
    "another preview": (other_preview, None, LEGAL),
    "an unknown code": (other_code, None, REFUSALS),
    "a refusal as plain JSON": (plain_refusal, None, REFUSALS),
    "500 for what is not there": (crash, None, REFUSALS),
    "a status that is not documented": (undocumented, None, REFUSALS),
    "strangers may move": (welcome, None, REFUSALS),
    "an event that is missing": (one_event_less, None, EVENTS),
    "a stream with a gap": (short_stream, None, EVENTS),
    "an answer of its own": (other_answer, None, EVENTS),
    "a record that is not what was told": (untrue, None, SECRETS),
    "another seed": (other_seed, None, RECORD),
    "another outcome each time": (other_outcome, None, RECORD),
    "spectators who see a hand": (eyes_of_the_first, lend_views, SECRETS),
    "spectators who read of a hand": (untouched, lend_events, SECRETS),
    "keys that are forgotten": (untouched, forget_keys, REPEATS),
}
