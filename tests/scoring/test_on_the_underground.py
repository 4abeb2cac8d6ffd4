"""What lines, landmarks and secret objectives are worth, with figures worked out by hand."""

from __future__ import annotations

import pytest

from services.scoring.core.score import score
from tests.scoring.ledgers import NEW_YORK, PARIS, UNDERGROUND, ledger, line, tiles, worth
from tests.scoring.sheets import tables

both_cities = pytest.mark.parametrize("city", UNDERGROUND)


@both_cities
def test_a_ledger_without_tokens_is_worth_nothing_in_every_zone(city: str) -> None:
    breakdown = score(tables()[city], ledger(city))
    assert set(breakdown.by_zone().values()) == {0}
    assert breakdown.total == 0


@pytest.mark.parametrize(
    ("city", "zones"),
    [
        (NEW_YORK, ["rail", "terminus", "cluster", "water", "passenger"]),
        (PARIS, ["terminus", "rer", "landmarks", "passenger", "secrets"]),
    ],
)
def test_a_breakdown_has_the_zones_of_its_city_in_order(city: str, zones: list[str]) -> None:
    assert list(score(tables()[city], ledger(city)).by_zone()) == zones


@pytest.mark.rule("OTU-B1")
def test_every_national_rail_station_of_every_line_gives_a_point() -> None:
    assert [worth(NEW_YORK, "rail", line(NEW_YORK, rail=rail)) for rail in (0, 1, 2, 11)] == [
        0,
        1,
        2,
        11,
    ]
    assert worth(NEW_YORK, "rail", line(NEW_YORK, rail=2), line(NEW_YORK, rail=3)) == 5


@pytest.mark.rule("OTU-B2")
def test_a_terminus_of_new_york_gives_two_points_beside_the_branch_tile() -> None:
    lines = [line(NEW_YORK, terminus={"both": termini}) for termini in (0, 1, 3)]
    assert [worth(NEW_YORK, "terminus", each) for each in lines] == [0, 2, 6]
    assert worth(NEW_YORK, "terminus", *lines) == 8


@pytest.mark.rule("OTU-B3")
def test_a_cluster_gives_a_point_for_every_cluster_reached_before() -> None:
    lines = [line(NEW_YORK, clusters=clusters) for clusters in range(6)]
    assert [worth(NEW_YORK, "cluster", each) for each in lines] == [0, 0, 1, 3, 6, 10]


@pytest.mark.rule("OTU-B3")
def test_every_line_counts_its_clusters_on_its_own() -> None:
    three, two = line(NEW_YORK, clusters=3), line(NEW_YORK, clusters=2)
    assert worth(NEW_YORK, "cluster", three, two, three) == 3 + 1 + 3


@pytest.mark.rule("OTU-B4")
def test_the_third_water_icon_of_a_line_gives_three_points_and_no_other_does() -> None:
    lines = [line(NEW_YORK, water=icons) for icons in range(12)]
    assert [worth(NEW_YORK, "water", each) for each in lines] == [0, 0, 0] + [3] * 9
    assert worth(NEW_YORK, "water", lines[2], lines[2]) == 0
    assert worth(NEW_YORK, "water", lines[3], lines[6], lines[2]) == 6


@pytest.mark.rule("OTU-B5")
def test_an_rer_station_gives_a_point_unless_the_line_was_the_first_there() -> None:
    assert worth(PARIS, "rer", line(PARIS, rer={"first": 5, "later": 0})) == 0
    assert worth(PARIS, "rer", line(PARIS, rer={"first": 0, "later": 4})) == 4
    lines = [line(PARIS, rer={"first": 2, "later": 3}), line(PARIS, rer={"first": 1, "later": 2})]
    assert worth(PARIS, "rer", *lines) == 5


@pytest.mark.rule("OTU-B6")
def test_a_terminus_of_paris_gives_the_points_that_were_chosen() -> None:
    chosen = {
        reward: line(PARIS, terminus={"points": 0, "mixed": 0, "branches": 0, reward: 3})
        for reward in ("points", "mixed", "branches")
    }
    assert worth(PARIS, "terminus", chosen["points"]) == 6
    assert worth(PARIS, "terminus", chosen["mixed"]) == 3
    assert worth(PARIS, "terminus", chosen["branches"]) == 0
    assert worth(PARIS, "terminus", *chosen.values()) == 9


@pytest.mark.rule("OTU-B8")
def test_every_set_of_landmarks_gives_seven_points() -> None:
    assert [worth(PARIS, "landmarks", landmark_sets=sets) for sets in (0, 1, 2, 5)] == [
        0,
        7,
        14,
        35,
    ]


@pytest.mark.rule("OTU-B8")
def test_landmark_tiles_in_hand_give_nothing() -> None:
    hand = tiles(monument=3, museum=1, bakery=8, garden=2)
    assert score(tables()[PARIS], ledger(PARIS, landmark_tiles=hand)).total == 0
    assert worth(PARIS, "landmarks", landmark_tiles=hand, landmark_sets=1) == 7


@pytest.mark.rule("OTU-G5")
@both_cities
def test_every_journey_gives_a_point_to_the_owner_of_each_line_used(city: str) -> None:
    assert worth(city, "passenger", line(city, rides=7)) == 7
    assert worth(city, "passenger", line(city, rides=7), line(city, rides=4)) == 11


@pytest.mark.rule("OTU-E3")
def test_a_secret_objective_gives_what_its_card_shows() -> None:
    ids = [str(number) for number in range(1, 12)]
    given = [worth(PARIS, "secrets", line(PARIS, secrets=[card])) for card in ids]
    assert given == [5, 5, 3, 3, 3, 3, 5, 5, 5, 5, 5]


@pytest.mark.rule("OTU-E3")
def test_one_line_can_score_both_secret_objectives() -> None:
    assert worth(PARIS, "secrets", line(PARIS, secrets=["3", "11"])) == 8


@both_cities
def test_branch_tiles_are_worth_no_points(city: str) -> None:
    breakdown = score(tables()[city], ledger(city, branch_tiles=9))
    assert breakdown.total == 0
    assert breakdown.tie_breaks == (("branch_tiles", 9),)


@pytest.mark.parametrize("lines", [2, 3, 4])
@both_cities
def test_all_lines_of_a_player_count(city: str, lines: int) -> None:
    assert worth(city, "passenger", *[line(city, rides=2)] * lines) == 2 * lines


@pytest.mark.rule("OTU-B1", "OTU-B3")
def test_example_2_three_clusters_and_a_rail_station_in_new_york() -> None:
    started = line(NEW_YORK, clusters=1)  # with a token from Chambers St to Canal St
    wash_sq = line(NEW_YORK, clusters=2)
    sixth_avenue = line(NEW_YORK, clusters=2, rail=1)
    bryant_park = line(NEW_YORK, clusters=3, rail=1)
    steps = (started, wash_sq, sixth_avenue, bryant_park)
    totals = [score(tables()[NEW_YORK], ledger(NEW_YORK, step)).total for step in steps]
    assert totals == [0, 1, 2, 4]
    assert worth(NEW_YORK, "rail", bryant_park) == 1
    assert worth(NEW_YORK, "cluster", bryant_park) == 3


@pytest.mark.rule("OTU-B2", "OTU-B4")
def test_example_3_a_terminus_and_the_third_icon_in_new_york() -> None:
    before = line(NEW_YORK, water=2)
    flatbush_avenue = line(NEW_YORK, water=2, terminus={"both": 1})
    york_street = line(NEW_YORK, water=3, terminus={"both": 1})
    steps = (before, flatbush_avenue, york_street)
    totals = [score(tables()[NEW_YORK], ledger(NEW_YORK, step)).total for step in steps]
    assert totals == [0, 2, 5]


@pytest.mark.rule("OTU-B5", "OTU-B6", "OTU-B8")
def test_example_4_a_turn_in_paris() -> None:
    denfert = line(PARIS, rer={"first": 0, "later": 1})
    montrouge = {**denfert, "terminus": {"points": 0, "mixed": 1, "branches": 0}}
    chatillon = line(PARIS, terminus={"points": 1, "mixed": 0, "branches": 0})
    hand = tiles(monument=1, museum=1, brasserie=1, bakery=1)
    steps = [
        ledger(PARIS, denfert, branch_tiles=1, landmark_tiles=hand),
        ledger(PARIS, montrouge, branch_tiles=2, landmark_tiles=hand),
        ledger(PARIS, montrouge, landmark_sets=1),  # Plaisance, for two branch tiles
        ledger(PARIS, montrouge, chatillon, landmark_sets=1),
    ]
    assert [score(tables()[PARIS], step).total for step in steps] == [1, 2, 9, 11]
    assert score(tables()[PARIS], steps[-1]).to_json() == {
        "total": 11,
        "zones": {"terminus": 3, "rer": 1, "landmarks": 7, "passenger": 0, "secrets": 0},
    }


@pytest.mark.rule("OTU-E3")
def test_example_6_secret_objectives_of_two_players() -> None:
    two_lines = [line(PARIS, secrets=["7"]), line(PARIS, secrets=["7"])]
    assert worth(PARIS, "secrets", *two_lines) == 10
    two_cards = [line(PARIS, secrets=["8"]), line(PARIS, secrets=["5"])]
    assert worth(PARIS, "secrets", *two_cards) == 8
