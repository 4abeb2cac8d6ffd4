"""Runs the whole suite against an edition, and says how it goes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from secrets import token_hex

import httpx

from clients.kit.beginning import check_setup
from clients.kit.game import Game, Playing
from clients.kit.manners import check_refusals, check_repeats
from clients.kit.notes import ENDING, EVENTS, RECORD, REFUSALS, REPEATS, SETUP, Finding, Notes
from clients.kit.problems import Refusals
from clients.kit.site import Site, TokenSource, UnexpectedError
from clients.kit.telling import check_record, compare_events

Report = Callable[[str], object]
"""Takes a line to be shown."""
BROKEN = (UnexpectedError, httpx.HTTPError, KeyError, TypeError, ValueError, IndexError)
"""What an answer that nobody expects leads to."""


def run(url: str, edition: str, token_source: TokenSource, report: Report) -> list[Finding]:
    """Try an edition of the rules service at an address; give everything that is wrong with it.

    `token_source` gives the token of a player by id, good for the scopes `play` and `create`;
    `report` gets a line for every step, and at the end a table of what passed.
    """
    notes, site = Notes(), Site(url, edition, token_source)
    try:
        _run(site, notes, report)
    finally:
        site.close()
    for line in ["", *notes.table()]:
        report(line)
    for finding in notes.findings:
        report(f"- {finding.check}: {finding.detail}")
    return notes.findings


def _run(site: Site, notes: Notes, report: Report) -> None:
    numbers: list[int] = []
    with _step(notes, report, SETUP, f"{site.edition} at {site.url}: setting up"):
        numbers += check_setup(site, notes)
    for number in numbers:
        _play(site, notes, report, _names(number))
    if numbers:
        players = _names(numbers[0])
        with _step(notes, report, REFUSALS, "asking for what cannot be done"):
            check_refusals(site, Refusals(site, notes), players)
        with _step(notes, report, REPEATS, "sending requests twice"):
            check_repeats(site, notes, players)


def _play(site: Site, notes: Notes, report: Report, players: list[str]) -> None:
    """Play a game of so many, compare what was told of it, and play it again from its record."""
    playing, games = Playing(site, notes, f"{site.edition} {len(players)}"), list[Game]()
    with _step(notes, report, ENDING, f"{len(players)} players: a game at random"):
        games.append(playing.play_out(playing.begin(players)))
    for game in games:
        if game.finished:
            moves = f"{len(players)} players, {len(game.moves)} moves"
            with _step(notes, report, EVENTS, f"{moves}: what everybody was told"):
                compare_events(site, notes, game)
            with _step(notes, report, RECORD, f"{moves}: the same game from its record"):
                check_record(site, notes, game)


@contextmanager
def _step(notes: Notes, report: Report, check: str, about: str) -> Iterator[None]:
    """Tell what is being done; what cannot go on is a finding, and the next step is taken."""
    report(about)
    before = sum(notes.wrong.values())
    try:
        yield
    except BROKEN as error:
        detail = f"{about}: could not go on ({type(error).__name__}: {error})"
        notes.see(check, detail, fine=False)
    found = sum(notes.wrong.values()) - before
    report(f"  wrong: {found}" if found else "  nothing wrong")


def _names(number: int) -> list[str]:
    """Name players whom nobody else knows."""
    mark = token_hex(3)
    return [f"kit-{mark}-{seat}" for seat in range(number)]
