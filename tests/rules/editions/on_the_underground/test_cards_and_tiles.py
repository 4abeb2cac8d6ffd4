"""Tokens, tiles and cards that cannot be dealt are refused before any game."""

from pathlib import Path

import pytest

from tests.rules.editions.changed import (
    Fault,
    assert_refused,
    changed,
    line_of,
    original,
    refusal,
    without,
)
from tests.rules.editions.on_the_underground.cities import NEW_YORK, OSLO, PARIS, SMALL, load

COLOURS = "expected colours that have tokens, none of them twice"
PAIRS = "[red orange, black gray, yellow white, blue green, purple pink]"
TYPES = "{monument: 8, museum: 8, brasserie: 8, bakery: 8, garden: 8}"


@pytest.mark.slow
@pytest.mark.rule("OTU-S2")
@pytest.mark.parametrize(
    "fault",
    [
        Fault(NEW_YORK, f"  5: {PAIRS}", "  5: [red orange, black gray, yellow white, blue green]",
              "score_tiles.5: 5 players need as many tiles"),
        Fault(NEW_YORK, ", blue green white]", "]", "score_tiles.3: 3 players need as many tiles",
              at="  3: [red orange brown, black gray pink]"),
        Fault(PARIS, f"  4: {PAIRS}", "  4: [red orange brown, black gray, blue green, pink white]",
              "score_tiles.4: expected 2 colours on each tile"),
        Fault(PARIS, f"  5: {PAIRS}", "  5: [red orange, black gray, white, blue green, pink tan]",
              "score_tiles.5: expected 2 colours on each tile"),
        Fault(PARIS, "  3: [red orange brown", "  3: [red orange",
              "score_tiles.3: expected 3 colours on each tile"),
        Fault(PARIS, "  2: [red black orange gray", "  2: [red black orange gray pink",
              "score_tiles.2: expected 4 colours on each tile"),
        Fault(PARIS, "  3: [red orange brown, black", "  3: [red red brown, black",
              f"score_tiles.3: {COLOURS}"),
        Fault(PARIS, "  3: [red orange brown, black", "  3: [red orange gray, black",
              f"score_tiles.3: {COLOURS}"),
        Fault(PARIS, "  3: [red orange brown, black", "  3: [red orange silver, black",
              f"score_tiles.3: {COLOURS}"),
        Fault(PARIS, ", brown: 15", "", f"score_tiles.3: {COLOURS}", at="\n  3: [red"),
        Fault(PARIS, "  3: [red orange brown, black gray pink, blue green white]\n", "",
              "score_tiles.3: missing", at="\nscore_tiles:"),
        Fault(PARIS, "players: [2, 3, 4, 5]", "players: [2, 4, 5]",
              "score_tiles.3: unknown key", at="\n  3: [red", also=((", brown: 15", ""),)),
        Fault(PARIS, "players: [2, 3, 4, 5]", "players: [2, 4, 5]",
              "tokens.brown: this colour is on no score tile", at="\ntokens: {"),
        Fault(PARIS, "players: [2, 3, 4, 5]", "players: [1, 2, 3, 4, 5]",
              "players: expected some of 2, 3, 4, 5 (OTU-S1)",
              also=(("  2: [red", "  1: [red]\n  2: [red"),)),
    ],
    ids=lambda fault: f"{fault.wrong.strip()}: {fault.says}"[:70],
)  # fmt: skip
def test_score_tiles_that_do_not_give_every_seat_its_lines_are_refused(
    tmp_path: Path, fault: Fault
) -> None:
    assert_refused(tmp_path, fault)


@pytest.mark.rule("OTU-S2")
def test_a_city_without_any_tokens_is_refused(tmp_path: Path) -> None:
    text = changed(without(SMALL, "tokens"), "version: 3", "version: 3\ntokens: {}")
    line = line_of(text, "\n  2: [")
    assert str(refusal(tmp_path, OSLO, text)) == f"otu-oslo.yaml:{line}: score_tiles.2: {COLOURS}"


@pytest.mark.rule("OTU-S4")
def test_a_deck_of_no_more_cards_than_lie_open_is_refused(tmp_path: Path) -> None:
    text = original(PARIS).replace(", cards: 1", "", 33)
    text = changed(text, "cards: 37", "cards: 4")
    says = f"{line_of(text, chr(10) + 'stations:')}: stations: 4 destination cards, but 4 lie open"
    assert str(refusal(tmp_path, PARIS, text)) == f"otu-paris.yaml:{says}"
    assert len(load(tmp_path, OSLO, SMALL).cards) == 5


@pytest.mark.slow
@pytest.mark.rule("OTU-S5")
@pytest.mark.parametrize(
    "fault",
    [
        Fault(PARIS, "monument: 8,", "monument: 7,",
              "landmarks: 39 tiles for 40 landmark stations"),
        Fault(PARIS, "garden: 8}", "garden: 8, cinema: 1}",
              "landmarks: 41 tiles for 40 landmark stations"),
        Fault(PARIS, "at: [27, 2.5], kind: landmark", "at: [27, 2.5]",
              "landmarks: 40 tiles for 39 landmark stations", at="\nlandmarks:",
              also=(("landmark: 40", "landmark: 39"),)),
        Fault(PARIS, "at: [2.5, 19], kind: rer", "at: [2.5, 19], kind: landmark",
              "landmarks: 40 tiles for 41 landmark stations", at="\nlandmarks:",
              also=(("rer: 19, landmark: 40", "rer: 18, landmark: 41"),)),
        Fault(PARIS, f"\nlandmarks: {TYPES}", "\n",
              "stations: 0 tiles for 40 landmark stations", at="\nstations:"),
        Fault(NEW_YORK, "\ncounts:", "\nlandmarks: {monument: 8, museum: 1}\ncounts:",
              "landmarks: 9 tiles for 0 landmark stations", at="\nlandmarks:"),
        Fault(PARIS, f"\nlandmarks: {TYPES}", "\nlandmarks: {monument: 40}",
              "landmarks: a set has at least two types"),
        Fault(PARIS, f"\nlandmarks: {TYPES}", "\nlandmarks: {}",
              "landmarks: a set has at least two types"),
    ],
    ids=lambda fault: fault.says,
)  # fmt: skip
def test_landmark_tiles_that_do_not_fit_the_map_are_refused(tmp_path: Path, fault: Fault) -> None:
    assert_refused(tmp_path, fault)


@pytest.mark.slow
@pytest.mark.rule("OTU-E3")
@pytest.mark.parametrize(
    ("stations", "reason"),
    [
        ("[pereire, gare-de-lest, orly]", "orly is not among the stations"),
        ("[pereire, gare-de-lest]", "expected 3 different stations"),
        ("[pereire, gare-de-lest, pereire]", "expected 3 different stations"),
        ("[pereire, gare-de-lest, montparnasse, opera]", "expected 3 different stations"),
        ("[pereire, pereire, gare-de-lest, opera]", "expected 3 different stations"),
        ("[montparnasse, republique, gare-de-lyon]", "another card has the same stations"),
    ],
)
def test_a_secret_objective_that_is_not_three_stations_is_refused(
    tmp_path: Path, stations: str, reason: str
) -> None:
    right = "  1: [pereire, gare-de-lest, montparnasse]"
    says = f"secret_objectives.1: {reason}"
    assert_refused(tmp_path, Fault(PARIS, right, f"  1: {stations}", says))


@pytest.mark.rule("OTU-S6")
@pytest.mark.parametrize(
    ("fault", "text"),
    [
        (Fault(OSLO, "  d: [nord, torg, park]\n", "",
               "secret_objectives: 2 are dealt to each of 2", "\nsecret_objectives:"), SMALL),
        (Fault(PARIS, "\n  10: [", "\n  # 10: [",
               "secret_objectives: 2 are dealt to each of 5", "\nsecret_objectives:",
               also=(("\n  11: [", "\n  # 11: ["),)), ""),
    ],
    ids=["three cards for two", "nine cards for five"],
)  # fmt: skip
def test_fewer_secret_objectives_than_are_dealt_are_refused(
    tmp_path: Path, fault: Fault, text: str
) -> None:
    assert_refused(tmp_path, fault, text)


@pytest.mark.rule("OTU-S6")
def test_exactly_as_many_secret_objectives_as_are_dealt_suffice(tmp_path: Path) -> None:
    text = changed(original(PARIS), "\n  11: [", "\n  # 11: [")
    assert len(load(tmp_path, PARIS, text).secrets) == 10
    assert len(load(tmp_path, OSLO, SMALL).secrets) == 4


def test_a_city_needs_neither_landmarks_nor_secret_objectives(tmp_path: Path) -> None:
    edition = load(tmp_path, OSLO, without(SMALL, "secret_objectives"))
    assert edition.secrets == {}
    text = without(SMALL, "landmarks").replace(", kind: landmark", "")
    text = changed(text, "landmark: 2, ", "")
    edition = load(tmp_path, OSLO, text)
    assert (edition.landmark_types, edition.landmark_tiles, edition.landmark_places) == ((), (), {})


@pytest.mark.rule("OTU-S3")
@pytest.mark.parametrize("station", ["bergen", "Sentrum", "nord | sentrum"])
def test_a_passenger_who_starts_nowhere_is_refused(tmp_path: Path, station: str) -> None:
    says = f"passenger_start: {station} is not among the stations"
    right = "passenger_start: sentrum"
    assert_refused(tmp_path, Fault(OSLO, right, f"passenger_start: {station}", says), SMALL)


@pytest.mark.rule("OTU-B2", "OTU-B6")
def test_a_terminus_without_any_reward_is_refused(tmp_path: Path) -> None:
    says = "terminus: expected at least one reward"
    fault = Fault(OSLO, "terminus: {points: 0, tiles: 3}", "terminus: {}", says)
    assert_refused(tmp_path, fault, SMALL)
