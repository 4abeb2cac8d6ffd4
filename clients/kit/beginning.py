"""Games begin at the numbers of players that the edition is for, and at no other."""

import re
from http import HTTPStatus
from typing import Final

from clients.kit.notes import SETUP, Json, Notes
from clients.kit.site import Site

NUMBERS: Final = range(1, 6)
HASH: Final = "[0-9a-f]{64}"


def check_setup(site: Site, notes: Notes) -> list[int]:
    """Read the edition and begin games of it; give the numbers of players it is for."""
    edition = site.read("")
    notes.same(SETUP, "the id of the edition", edition["id"], site.edition)
    numbers = [int(number) for number in edition["players"]]
    fine = numbers == sorted({*numbers} & {*NUMBERS}) and bool(numbers)
    notes.see(SETUP, f"the edition is for {numbers} players", fine=fine)
    for number in NUMBERS:
        players = [f"kit-{seat}" for seat in range(number)]
        answer = site.create(players)
        expected = HTTPStatus.CREATED if number in numbers else HTTPStatus.CONFLICT
        what = f"a game of {number}"
        if notes.same(SETUP, what, answer.status_code, int(expected)) and number in numbers:
            _check_new(site, notes, what, answer.json(), players)
    return numbers


def _check_new(
    site: Site,
    notes: Notes,
    what: str,
    made: Json,
    players: list[str],
) -> None:
    notes.same(SETUP, f"{what}: its players", made["players"], players)
    notes.same(SETUP, f"{what}: its version", made["version"], 0)
    notes.see(SETUP, f"{what}: nobody is to play", fine=bool(made["to_play"]))
    notes.see(SETUP, f"{what}: it is over", fine=made["finished"] is False)
    promised = re.fullmatch(HASH, made["seed_commitment"]) is not None
    notes.see(SETUP, f"{what}: no hash of its seed", fine=promised)
    notes.same(SETUP, f"{what}: looked at again", site.look(made["id"], players[0]), made)
