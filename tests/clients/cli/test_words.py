"""Moves, events, sheets and problems in words: none is left without."""

import json
from pathlib import Path
from typing import Any

import pytest

from clients.cli.advice import ADVICE, advice_for
from clients.cli.rendering.events import EVENTS, event_line
from clients.cli.rendering.headline import headline
from clients.cli.rendering.moves import EFFECTS, MOVES, effect_words, mildest_first, move_words
from clients.cli.rendering.sheets import show_score, show_sheets
from clients.cli.rendering.statistics import histogram
from tests.clients.cli.drawing import document, events_of, played, written
from tests.support import EDITIONS

OPENAPI = Path(__file__).resolve().parents[3] / "openapi"
NAMES = ["Ana", "Ben", "Cai", "Dora", "Eve"]


def schemas(service: str = "rules") -> Any:
    text = (OPENAPI / f"{service}.json").read_text(encoding="utf-8")
    return json.loads(text)["components"]["schemas"]


def types_of(union: str) -> set[str]:
    """List what a union of the contract may be."""
    found = schemas()
    names = [each["$ref"].split("/")[-1] for each in found[union]["oneOf"]]
    return {kind for name in names for kind in found[name]["properties"]["type"]["enum"]}


def test_every_event_of_the_contract_has_a_sentence() -> None:
    assert set(EVENTS) == types_of("Event")


def test_every_move_of_the_contract_has_words_and_effects() -> None:
    assert set(MOVES) == set(EFFECTS) == types_of("Move")


def test_advice_is_given_for_codes_that_there_are() -> None:
    codes = {code for service in ("rules", "lobby", "scoring") for code in codes_of(service)}
    assert set(ADVICE) <= codes
    assert advice_for({"code": "token_needed"}) == "Log in with: interchange login"
    assert advice_for({"code": "illegal_move"}) == ""


def codes_of(service: str) -> list[str]:
    codes: list[str] = schemas(service)["Problem"]["properties"]["code"]["enum"]
    return codes


@pytest.mark.slow
@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_a_whole_game_is_told_and_names_who_acts(edition: str) -> None:
    game = played(edition)
    for number, event in enumerate(events_of(game), start=1):
        entry = {"number": number, "by": "player", "event": event}
        line = event_line(document(edition), entry, NAMES).plain
        assert event["type"] not in line
        if event.get("seat") is not None:
            assert f"  {NAMES[event['seat']]} " in line


@pytest.mark.slow
@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_every_legal_move_of_a_game_is_described_by_itself(edition: str) -> None:
    """Two moves of a list that read alike could not be told apart."""
    game, city = played(edition), document(edition)
    for step in game.steps[:: max(1, len(game.steps) // 6)]:
        options = [
            option.to_json()
            for option in game.family.legal_moves(game.edition, step.before, step.seat)
        ]
        told = [
            (move_words(city, each["move"]), effect_words(city, each, NAMES))
            for each in mildest_first(options)
        ]
        assert len(set(told)) == len(options)
        assert all(words for words, _ in told)


def test_what_ends_the_game_for_the_seat_comes_last() -> None:
    def option(number: int, *, eliminating: bool, turn_spaces: int, boxes: list[str]) -> Any:
        would = {"eliminating": eliminating, "turn_spaces": turn_spaces, "boxes": boxes}
        return {"move": number, "would": would}

    options = [
        option(1, eliminating=True, turn_spaces=0, boxes=["metro", "metro"]),
        option(2, eliminating=False, turn_spaces=2, boxes=["metro"]),
        option(3, eliminating=False, turn_spaces=0, boxes=[]),
        option(4, eliminating=False, turn_spaces=0, boxes=["metro"]),
    ]
    assert [each["move"] for each in mildest_first(options)] == [4, 3, 2, 1]


@pytest.mark.slow
@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_sheets_and_headline_of_a_game_fit_the_terminal(edition: str) -> None:
    game, city = played(edition), document(edition)
    for step in (game.steps[0], game.steps[-1]):
        table = game.family.view(game.edition, step.after, 0)
        text = written(show_sheets(city, table, NAMES, None))
        assert "1 Ana (you)" in text
        assert max(len(line.rstrip()) for line in text.splitlines()) <= 80
        view = {"table": table, "to_play": table["to_play"], "deadline": None}
        title = headline(city, view | {"finished": not table["to_play"]}, NAMES)
        assert title[0].plain == city["name"]


def test_a_score_names_winners_and_hides_nothing() -> None:
    seats = [
        {"seat": 0, "total": 12, "breakdown": {"grannies": 12}, "hidden": False},
        {"seat": 1, "total": None, "breakdown": None, "hidden": False},
        {"seat": 2, "total": 3, "breakdown": {"flirts": 3}, "hidden": True},
    ]
    text = written(show_score({"final": True, "seats": seats, "winners": [0]}, NAMES))
    assert text.split()[:6] == ["final", "score", "Ana", "★", "Ben", "Cai"]
    assert text.splitlines()[-1].split() == ["total", "12", "out", "3+?"]


def test_a_histogram_is_as_high_as_its_highest_bar() -> None:
    bars = [{"value": 3, "count": 1}, {"value": 5, "count": 8}, {"value": 6, "count": 4}]
    assert histogram(bars) == "▁ █▄"
    assert histogram([]) == ""
    many = [{"value": value, "count": 1} for value in range(300)]
    assert len(histogram(many)) <= 60
