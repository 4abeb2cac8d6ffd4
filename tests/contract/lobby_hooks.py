"""Loaded by Schemathesis: real people, tables and tournaments for the contract of the lobby.

Most operations change what they are about, so that each needs a table or a tournament of its own:
it is made just before the request.
"""

from collections.abc import Callable
from random import Random
from typing import Any, Final

import schemathesis

from tests.contract.directing import Case, body_fits, chance_of, fits, register
from tests.contract.lobby_stage import HOOK, LOBBY, LobbyStage, People

ID: Final = "^[A-Za-z0-9_-]{22}$"
TOKEN: Final = "^[A-Za-z0-9-]{16}$"  # noqa: S105 - how its id looks
FITTING: Final = {"size": 2, "sizes": [2, 3], "advance": 1}
"""What the numbers of a tournament have to be in Rome."""


class Director:
    """Knows what is there, and makes what is needed."""

    def __init__(self) -> None:
        self._stage = stage = LobbyStage.read()
        self._people = people = People(stage)
        self._own = stage.mine.split("_")[1]
        self._makers: dict[tuple[str, str], Callable[[], dict[str, Any]]] = {
            ("POST", "/tables/{table}/seats"): lambda: {"table": people.table("other")},
            ("DELETE", "/tables/{table}/seats"): lambda: {"table": people.table()},
            ("POST", "/tables/{table}/bots"): lambda: {"table": people.table()},
            ("POST", "/tables/{table}/start"): lambda: {"table": people.table(bots=1)},
            ("POST", "/tables/{table}/rematch"): lambda: {"table": stage.finished_table},
            ("POST", "/tournaments/{tournament}/entries"): self._cup("other"),
            ("DELETE", "/tournaments/{tournament}/entries"): self._cup(entered=True),
            ("POST", "/tournaments/{tournament}/bots"): self._cup(),
            ("POST", "/tournaments/{tournament}/start"): self._cup(bots=2),
            ("POST", "/tournaments/{tournament}/cancellation"): self._cup(),
            ("DELETE", "/tokens/{token}"): self._token,
            ("GET", "/matchmaking/{ticket}"): self._ticket,
            ("DELETE", "/matchmaking/{ticket}"): self._ticket,
            ("DELETE", "/webhooks/{webhook}"): self._webhook,
        }
        self._known = {
            "tournament": stage.cup,
            "game": stage.played,
            "webhook": stage.webhook,
            "delivery": stage.delivery,
            "table": stage.tables[0],
            "number": 1,
        }

    def direct(self, case: Case) -> None:
        """Put something real into a request, or leave it as it is."""
        chance = chance_of(case)
        if case.path_parameters.get("token") == self._own:  # as listed; all that follows needs it
            case.path_parameters = self._token()
        if chance is None:
            return
        self._choose(case)
        path = case.path.removeprefix(LOBBY)
        if isinstance(case.body, dict) and body_fits(case):
            case.body = self._body(path, dict(case.body), chance)

    def note(self, case: Case, answer: schemathesis.Response) -> None:
        """Learn nothing: what is needed is made."""

    def _choose(self, case: Case) -> None:
        given, path = case.path_parameters, case.path.removeprefix(LOBBY)
        if not given or not all(_fits(name, value) for name, value in given.items()):
            return
        make = self._makers.get((case.method.upper(), path))
        made = (
            make() if make else {name: self._known[name] for name in given if name in self._known}
        )
        case.path_parameters = {**given, **made}

    def _body(self, path: str, body: dict[str, Any], chance: Random) -> dict[str, Any]:
        if path in {"/tables", "/tournaments", "/matchmaking"}:
            body["game"] = "gob-rome"
            for name in ("least", "most", "sizes", "size", "points", "starts_at"):
                body.pop(name, None)
        if path == "/tournaments":
            body |= FITTING
        if path == "/matchmaking":
            self._withdraw()
        if path == "/webhooks":
            self._tidy()
            body["url"] = HOOK["url"]
        if path.endswith("/correction"):
            body["ranks"] = chance.choice([[1, 2], [2, 1]])
        if path.endswith("/bots"):
            body["count"] = 1
        return body

    def _cup(self, *arguments: Any, **named: Any) -> Callable[[], dict[str, Any]]:
        return lambda: {"tournament": self._people.cup(*arguments, **named)}

    def _token(self) -> dict[str, Any]:
        return {"token": self._people.done("mine", "POST", "/tokens", {})["token"]["id"]}

    def _ticket(self) -> dict[str, Any]:
        self._withdraw()
        body = {"game": "gob-rome"}
        return {"ticket": self._people.done("mine", "POST", "/matchmaking", body)["id"]}

    def _withdraw(self) -> None:
        """Let the player wait no more; whoever waits is told with which ticket."""
        answer = self._people.send("mine", "POST", "/matchmaking", {"game": "gob-rome"})
        found = answer.json()
        ticket = found["id"] if answer.is_success else found["detail"].split(";")[0].split()[-1]
        self._people.done("mine", "DELETE", f"/matchmaking/{ticket}")

    def _webhook(self) -> dict[str, Any]:
        self._tidy()
        return {"webhook": self._people.done("mine", "POST", "/webhooks", HOOK)["id"]}

    def _tidy(self) -> None:
        """Remove webhooks that are not needed: nobody has more than ten."""
        for each in self._people.done("mine", "GET", "/webhooks")["items"]:
            if each["id"] != self._stage.webhook:
                self._people.send("mine", "DELETE", f"/webhooks/{each['id']}")


def _fits(name: str, value: object) -> bool:
    if name == "number":
        return isinstance(value, int) and value >= 1
    return fits(TOKEN if name == "token" else ID, value)


register(Director())
