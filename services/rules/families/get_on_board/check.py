"""What must be true of a city's board before anybody plays on it."""

from collections import Counter
from string import ascii_lowercase
from typing import TYPE_CHECKING, Final, NoReturn

from services.rules.core.content import Content
from services.rules.core.errors import EditionError
from services.rules.families.get_on_board.board import KEY

if TYPE_CHECKING:
    from services.rules.families.get_on_board.edition import Edition

LETTERS: Final = 3
"""How many intersections a personal objective asks for."""


def check_board(edition: "Edition", counts: Content) -> None:
    """Check the drawing against the rest of the file; the first fault is an error."""
    _check_counts(edition, counts)
    _check_things(edition)
    _check_departures(edition)
    _check_letters(edition)
    _check_landmarks(edition)
    _check_reachable(edition)


def _check_counts(edition: "Edition", counts: Content) -> None:
    """Compare what is drawn with what the file says should be there."""
    board = edition.board
    drawn = {"intersections": len(board.intersections), "sections": len(board.sections)}
    for what, number in drawn.items():
        if counts.whole(what) != number:
            counts.fail(what, f"the file says {counts.whole(what)}, but {number} are drawn")


def _check_things(edition: "Edition") -> None:
    for spot in edition.board.intersections:
        for symbol in spot.things:
            if symbol not in edition.legend:
                _fail(edition, spot.name, f"{symbol!r} is not in the legend")


def _check_departures(edition: "Edition") -> None:
    tickets = Counter(spot.ticket for spot in edition.board.intersections if spot.ticket)
    for ticket in range(1, edition.departures + 1):
        if tickets.pop(ticket, 0) != 1:
            raise EditionError(KEY, f"departure {ticket} must be drawn exactly once")
    for ticket in tickets:
        raise EditionError(KEY, f"departure {ticket}, but departures end at {edition.departures}")


def _check_letters(edition: "Edition") -> None:
    for card in edition.personal:
        if len(set(card)) != LETTERS or not set(card) <= set(ascii_lowercase):
            reason = f"{card!r} must be {LETTERS} different letters from a to z"
            raise EditionError("personal_objectives.cards", reason)
    letters = Counter(spot.letter for spot in edition.board.intersections if spot.letter)
    wanted = Counter("".join(edition.personal))
    for letter in ascii_lowercase:
        if letters[letter] > 1:
            raise EditionError(KEY, f"the letter {letter!r} must be drawn exactly once")
        if letters[letter] != wanted[letter]:
            reason = (
                f"{letter!r} is drawn {letters[letter]} times and asked for {wanted[letter]} times"
            )
            raise EditionError("personal_objectives.cards", reason)


def _check_landmarks(edition: "Edition") -> None:
    drawn = Counter[str]()
    for spot in edition.board.intersections:
        if spot.landmark:
            if len(spot.things) > 1:
                _fail(edition, spot.name, "a landmark stands alone at its intersection")
            kind = edition.legend[spot.things[0]]
            drawn[kind] += 1
            if kind not in edition.landmarks:
                _fail(edition, spot.name, f"a landmark, but landmarks names no {kind}")
    for kind in edition.landmarks:
        if drawn[kind] != 1:
            raise EditionError(
                f"landmarks.{kind}", f"must be marked once on the map, not {drawn[kind]} times"
            )


def _check_reachable(edition: "Edition") -> None:
    """Check that a line can come everywhere, and can always leave again."""
    board = edition.board
    reached = board.nearest(next(iter(board.departures.values())))
    for number, spot in enumerate(board.intersections):
        if number not in reached:
            _fail(edition, spot.name, "cannot be reached from the departures")
        if len(board.ways[number]) < 2:
            _fail(edition, spot.name, "a dead end: a line that comes here could never go on")


def _fail(edition: "Edition", name: str, reason: str) -> NoReturn:
    spot = edition.board.intersections[edition.board.numbers[name]]
    raise EditionError(KEY, f"{name}: {reason}", row=2 * spot.row)
