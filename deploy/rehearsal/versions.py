"""A second version of Rome comes beside the first: its games stay, new ones are of the new one."""

from random import Random
from typing import Any, Final

from deploy.rehearsal.containers import SECOND
from deploy.rehearsal.guests import Guest, play_table
from deploy.rehearsal.stage import ENGINE, PARIS, ROME, Stage

SWITCH: Final = (f"{ENGINE}@DOMAIN@;", f"{SECOND[0]}@DOMAIN@;")
RELOAD: Final = ("sh", "/etc/interchange/start.sh", "reload")


def two_versions(stage: Stage) -> None:
    """Run both, switch the gateway, play an old game to its end, and let the old engine go."""
    stage.mark()
    pair = [Guest(stage.containers.url, f"Pair {n}", ROME, stage.journal) for n in (1, 2)]
    old = _table(stage, pair)
    stage.demand(holds=_version(pair[0], old) == 1, what="a game begins with version 1")
    stage.containers.up(*SECOND)
    stage.wait_for("both versions are up", lambda: stage.versions(ROME) == [1, 2])
    stage.say("  both versions are up; the gateway is switched")
    _switch(stage)
    new = _table(stage, pair)
    stage.demand(holds=_version(pair[0], new) == 2, what="a new game is of version 2")
    _play(pair, old)
    stage.demand(holds=_version(pair[0], old) == 1, what="the old game ended with version 1")
    _play(pair, new)
    stage.wait_for("a tournament's games are of version 2", lambda: _all_new(stage, pair[0]))
    stage.demand(holds=True, what="games that tournaments ask for are of version 2")
    stage.nothing_failed(PARIS, ROME)
    _let_go(stage, pair)
    for guest in pair:
        guest.close()


def _let_go(stage: Stage, pair: list[Guest]) -> None:
    """Stop the old version; the new one does not notice."""
    stage.mark()
    names = [*stage.containers.of(ENGINE), *stage.containers.of(f"{ENGINE}-worker")]
    stage.containers.each("stop", names, "--time", "40")
    stage.wait_for("only the new version is up", lambda: stage.versions(ROME) == [2])
    last = _table(stage, pair)
    _play(pair, last)
    stage.demand(holds=_version(pair[0], last) == 2, what="without the old one Rome is played on")
    stage.nothing_failed(PARIS, ROME)


def _switch(stage: Stage) -> None:
    """Let the gateway ask the new version first."""
    path = stage.containers.gateway / "editions.map"
    path.write_text(path.read_text(encoding="utf-8").replace(*SWITCH), encoding="utf-8")
    (gateway,) = stage.containers.of("gateway")
    stage.containers.execute(gateway, *RELOAD)
    stage.wait_for(
        "the gateway has read its table",
        lambda: stage.get(f"/rules/v1/editions/{ROME}")["version"] == 2,
    )


def _table(stage: Stage, pair: list[Guest]) -> dict[str, Any]:
    """Open a table for two, and start it."""
    host, other = pair
    made = host.lobby("POST", "/tables", game=ROME, most=2)
    other.lobby("POST", f"/tables/{made['id']}/seats")
    path = f"/tables/{made['id']}"
    stage.wait_for("the table is played", lambda: host.lobby("GET", path)["playing"])
    found: dict[str, Any] = host.lobby("GET", path)
    return {"seats": found["seats"], "address": found["playing"]["address"]}


def _version(guest: Guest, table: dict[str, Any]) -> int:
    return int(guest.rules("GET", table["address"]).json()["edition_version"])


def _play(pair: list[Guest], table: dict[str, Any]) -> None:
    play_table(table, {guest.id: guest for guest in pair}, Random(1), 0.0)  # noqa: S311


def _all_new(stage: Stage, guest: Guest) -> bool:
    """Tell whether the games that Rome's tournament plays now are of the new version."""
    tables = [each for each in stage.seasons[ROME].tables() if each["status"] == "playing"]
    return bool(tables) and all(_version(guest, each) == 2 for each in tables)
