"""A golden game as text: its header, every move, what the spectator sees, sheets and scores."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from services.scoring.core.game import SeatResult
from tests.golden.playthrough import SEED_LINE, Playthrough, Step


def to_text(game: Playthrough) -> str:
    """Write a game down."""
    parts = (_header, _setup, _moves, _sheets, _scores)
    return "".join(f"{line}\n" for part in parts for line in part(game))


def _header(game: Playthrough) -> Iterator[str]:
    edition = game.table.edition
    yield f"{game.wanted.ending}: {game.wanted.way.says}"
    yield f"edition: {edition.id}"
    yield f"version: {edition.version}"
    yield f"engine: {game.table.family.ENGINE_VERSION}"
    yield f"seats: {game.table.seats}"
    yield f"{SEED_LINE}{game.seed}"


def _setup(game: Playthrough) -> Iterator[str]:
    yield "== Set-up"
    yield from (_said(game, event) for event in game.setup)
    yield from _view(game, game.first, "at the start")


def _moves(game: Playthrough) -> Iterator[str]:
    yield f"== {game.wanted.golden.OPENING}"
    half_time = False
    for step in game.steps:
        yield from _move(game, step)
        if not half_time and game.wanted.golden.second_half(step.after):
            half_time = True
            yield from _view(game, step.after, "at half-time")
    yield from _view(game, game.last, "at the end")


def _move(game: Playthrough, step: Step) -> Iterator[str]:
    """Tell a move with what came of it, and then whatever happened by itself."""
    seat, options, move = step.turn
    choice = "1 option" if options == 1 else f"{options} options"
    first, *later = step.events
    yield f"seat {seat}, {choice}: {_told(game, move, first)}"
    for event in later:
        done = game.table.family.move_of(event)
        yield f"* for seat {done[0]}: {_told(game, done[1], event)}" if done else _said(game, event)


def _told(game: Playthrough, move: Any, event: Any) -> str:
    said = _said(game, event)
    return game.wanted.golden.move_in_words(move) + (f" -> {said}" if said else "")


def _said(game: Playthrough, event: Any) -> str:
    return game.wanted.golden.happening(game.table.edition, event)


def _view(game: Playthrough, state: Any, moment: str) -> Iterator[str]:
    """Show what a spectator sees: the table in one line, and one more for each seat."""
    view: dict[str, Any] = game.table.family.view(game.table.edition, state, None)
    yield f"== The spectator's view {moment}"
    yield _compact({key: value for key, value in view.items() if key != "seats"})
    yield from map(_compact, view["seats"])


def _sheets(game: Playthrough) -> Iterator[str]:
    yield "== Sheets"
    for seat in game.table.facts(game.last):
        sheet = ", ".join(f"{zone} {_plain(seat['sheet'][zone])}" for zone in sorted(seat["sheet"]))
        yield f"seat {seat['seat']} {seat['standing']}: {sheet}"


def _scores(game: Playthrough) -> Iterator[str]:
    result = game.table.result(game.last)
    yield "== Scores"
    yield from map(_score, result.seats)
    yield f"winners: {_plain(list(result.winners))}"


def _score(seat: SeatResult) -> str:
    if seat.breakdown is None:
        return f"seat {seat.seat}: rank {seat.rank}, {seat.standing}, no score"
    zones = ", ".join(f"{zone} {points}" for zone, points in seat.breakdown.zones)
    return f"seat {seat.seat}: rank {seat.rank}, {seat.total} points = {zones}"


def _compact(document: Any) -> str:
    return json.dumps(document, sort_keys=True, separators=(",", ":"))


def _plain(value: Any) -> str:
    """Write a value without quotes, keys sorted; nothing at all is a dash."""
    if isinstance(value, Mapping):
        return f"({', '.join(f'{key} {_plain(value[key])}' for key in sorted(value)) or '-'})"
    if isinstance(value, list):
        return " ".join(map(_plain, value)) or "-"
    return "-" if value is None else str(value)
