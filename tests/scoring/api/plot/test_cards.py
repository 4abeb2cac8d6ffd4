"""What a card shows: every number that matters is written, and what is drawn is in proportion."""

import pytest

from services.scoring.api.plot.figures import MINUS, aligned_percent, amount, fixed, percent
from services.scoring.api.plot.seats import interval
from services.scoring.api.plot.totals import FEWEST, MOST, bins_of
from tests.rules.api.board.pictures import titles
from tests.scoring.api.plot.documents import (
    BELOW,
    MADE_UP,
    NOTHING,
    ONE,
    OUT,
    REPEATED,
    STRANGE,
    WIDE,
    document,
    of_sheets,
    only,
)
from tests.scoring.api.plot.pictures import bar, marked_at, panel, said
from tests.support import TABLES_OF_PLAYERS

CARDS = [
    *TABLES_OF_PLAYERS,
    *(("thousands", seats) for name, seats in TABLES_OF_PLAYERS if name == REPEATED),
    *((name, each["players"]) for name in MADE_UP for each in MADE_UP[name]["by_players"]),
]
"""Statistics by name, and a number of players in them."""
CLOSE = 0.15
"""Numbers in a picture have one decimal."""


def histogram(*values: int) -> list[dict[str, int]]:
    return [{"value": value, "count": 1} for value in values]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), CARDS)
def test_the_facts_of_all_games_are_written(name: str, players: int) -> None:
    group, shown = only(document(name), players), said(document(name), players, "facts")
    moves = group["moves"]
    assert shown[::2] == ["Games", "Totals", "Eliminated", "Resigned", "Moves in a game"]
    assert shown[1] == f"{group['games']:,}"
    assert shown[5] == f"{percent(group['elimination_rate'])} of seats"
    assert shown[7] == f"{percent(group['resignation_rate'])} of seats"
    assert shown[9].startswith(amount(moves["min"]))
    assert moves["min"] == moves["max"] or shown[9].endswith(
        f"median {amount(moves['quartiles'][1])}"
    )


def test_the_spread_of_totals_and_moves_is_written() -> None:
    shown = said(of_sheets([{"a": 1}, {"a": 2}], [{"a": -4}, {"a": 9}]), 2, "facts")
    assert (shown[3], shown[9]) == (f"{MINUS}4 to 9, mean 2", "10 to 11, median 10.5")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), CARDS)
def test_every_number_of_every_seat_is_written(name: str, players: int) -> None:
    seats = only(document(name), players)["seats"]
    shown = said(document(name), players, "seats")
    for each in seats:
        assert f"Seat {each['seat']}" in shown
        assert aligned_percent(each["win_rate"]) in shown
        assert amount(each["wins"]) in shown
        assert amount(each["shared_wins"]) in shown
        assert fixed(each["mean_rank"], 2) in shown
    assert f"fair share {percent(1 / players)}" in shown


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), CARDS)
def test_every_number_of_every_zone_is_written(name: str, players: int) -> None:
    group = only(document(name), players)
    shown = said(document(name), players, "zones")
    if not group["scores"]["count"]:
        assert "No seat was left to be scored." in shown
        return
    for each in group["zones"]:
        assert fixed(each["mean"]) in shown
        assert aligned_percent(each["share"]) in shown


@pytest.mark.slow
def test_the_words_of_a_zone_are_parted_by_spaces() -> None:
    assert "turn zone" in said(document("gob-paris"), 4, "zones")


def test_long_and_hostile_names_of_zones_are_shortened() -> None:
    assert any(text.startswith("a zone whose") for text in said(BELOW, 2, "zones"))
    assert any(text.startswith("<script>") for text in said(STRANGE, 2, "zones"))
    for strange in (BELOW, STRANGE):
        assert max(map(len, said(strange, 2, "zones"))) < 40


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), CARDS)
def test_a_seat_that_wins_more_often_has_a_longer_bar_in_proportion(
    name: str, players: int
) -> None:
    seats = only(document(name), players)["seats"]
    drawn = panel(document(name), players, "seats")
    says = {title.partition(":")[0]: title for title in reversed(titles(drawn))}
    bars = [bar(drawn, says[f"seat {each['seat']}"]) for each in seats]
    fair = marked_at(drawn, f"fair share: {percent(1 / players)}") - bars[0].x
    for each, one in zip(seats, bars, strict=True):
        assert one.width == pytest.approx(each["win_rate"] * players * fair, abs=players * CLOSE)
        assert one.x == bars[0].x


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), CARDS)
def test_the_bars_of_zones_are_in_proportion_and_on_the_right_side(name: str, players: int) -> None:
    zones = only(document(name), players)["zones"]
    drawn = panel(document(name), players, "zones")
    bars = [bar(drawn, title) for title in titles(drawn)]
    longest = max((each.width for each in bars), default=0)
    highest = max(abs(each["mean"] or 0) for each in zones)
    for zone, one in zip(zones, bars, strict=bool(bars)):
        share = abs(zone["mean"]) / highest if highest else 0
        assert one.width == pytest.approx(share * longest, abs=CLOSE)
        right = [each.x for each, other in zip(bars, zones, strict=True) if other["mean"] >= 0]
        if zone["mean"] < 0:
            assert all(one.x + one.width == pytest.approx(x, abs=CLOSE) for x in right)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), CARDS)
def test_the_bars_of_totals_are_in_proportion_and_lose_nobody(name: str, players: int) -> None:
    scores = only(document(name), players)["scores"]
    bins = bins_of(scores["histogram"]) if scores["count"] else []
    drawn = panel(document(name), players, "totals")
    bars = [bar(drawn, each.says()) for each in bins]
    assert sum(each.seats for each in bins) == scores["count"]
    highest = max(bars, key=lambda each: each.height, default=None)
    most = max((each.seats for each in bins), default=0)
    for each, one in zip(bins, bars, strict=True):
        assert highest is not None
        assert one.height == pytest.approx(each.seats / most * highest.height, abs=CLOSE)
        assert one.y + one.height == pytest.approx(highest.y + highest.height, abs=CLOSE)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), CARDS)
def test_the_median_and_the_quartiles_stand_at_their_totals(name: str, players: int) -> None:
    scores = only(document(name), players)["scores"]
    if not scores["count"]:
        assert "No seat was left to be scored." in said(document(name), players, "totals")
        return
    lower, median, upper = map(amount, scores["quartiles"])
    shown = said(document(name), players, "totals")
    assert {f"median {median}", f"quartiles {lower} and {upper}"} <= set(shown)
    drawn = panel(document(name), players, "totals")
    names = zip(("lower quartile", "median", "upper quartile"), (lower, median, upper), strict=True)
    places = [marked_at(drawn, f"{each}: {value} points") for each, value in names]
    assert places == sorted(places)


def test_a_median_stands_in_the_middle_of_the_bar_of_its_total() -> None:
    drawn = panel(of_sheets([{"a": 3}, {"a": 5}, {"a": 9}]), 3, "totals")
    middle = bar(drawn, "5 points: 1 seat")
    assert marked_at(drawn, "median: 5 points") == pytest.approx(middle.x + middle.width / 2, abs=1)


@pytest.mark.parametrize(
    ("values", "size"),
    [((7,), 1), ((0, 39), 1), ((0, 40), 2), ((-100, 99), 5), ((5, 10**6), 50_000)],
)
def test_totals_are_put_together_when_there_are_too_many(
    values: tuple[int, ...], size: int
) -> None:
    bins = bins_of(histogram(*values))
    for value, each in zip(values, bins, strict=True):
        assert each.first <= value <= each.last
        assert each.last - each.first + 1 == size
        assert each.first % size == 0
    assert bins[-1].last - bins[0].first < (MOST + 1) * size


def test_a_picture_says_how_many_totals_are_in_a_bar() -> None:
    assert "points" in said(ONE, 2, "totals")
    assert "points, 50,000 to a bar" in said(WIDE, 2, "totals")


def test_a_single_total_is_not_drawn_as_a_wall() -> None:
    drawn = panel(NOTHING, 2, "totals")
    assert 10 < bar(drawn, "0 points: 2 seats").width < 400 / FEWEST


def test_totals_below_nothing_are_drawn() -> None:
    drawn = panel(BELOW, 2, "totals")
    assert any(title.startswith(MINUS) for title in titles(drawn))
    assert f"{MINUS}100" in said(BELOW, 2, "totals")


def test_a_game_that_nobody_survived_has_seats_without_victories() -> None:
    shown = said(OUT, 3, "seats")
    assert shown.count("0.0%") == 3
    assert bar(panel(OUT, 3, "seats"), "seat 0: 0 wins in 1 game").width == 0


def test_the_interval_of_a_win_rate_is_that_of_wilson() -> None:
    assert interval(54, 200) == pytest.approx((0.2132, 0.3354), abs=0.0001)
    assert interval(0, 10) == pytest.approx((0, 0.2775), abs=0.0001)
    assert interval(10, 10) == pytest.approx((0.7225, 1), abs=0.0001)


@pytest.mark.parametrize("games", [1, 7, 1000])
def test_the_interval_holds_the_win_rate_and_narrows_with_more_games(games: int) -> None:
    for wins in range(0, games + 1, max(1, games // 7)):
        low, high = interval(wins, games)
        assert 0 <= low <= wins / games <= high <= 1
        closer_low, closer_high = interval(4 * wins, 4 * games)
        assert closer_high - closer_low < high - low
