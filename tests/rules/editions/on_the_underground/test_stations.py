"""Stations that cannot be what the file says, or lie where nobody comes, are refused."""

from pathlib import Path

import pytest

from services.rules.families.on_the_underground.network import PLAIN
from tests.rules.editions.changed import Fault, assert_refused, changed, original
from tests.rules.editions.on_the_underground.cities import (
    NEW_YORK,
    OSLO,
    PARIS,
    SMALL,
    city,
    load,
)

ICON = "an icon only joins connections: at least two, and no card or cluster"
SIDE_BY_SIDE = "two termini side by side: one token would be rewarded twice"
TAKEN = "another station has this name"
UNREACHED = "cannot be reached from where the passenger starts"


@pytest.mark.parametrize("place", ["[10.5, 7]", "[-0.5, 7]", "[3, 10.6]", "[3, -1]"])
def test_a_station_off_the_map_is_refused(tmp_path: Path, place: str) -> None:
    says = "stations.park.at: off the map, which is 10 by 10.5"
    assert_refused(tmp_path, Fault(OSLO, "at: [3, 7]", f"at: {place}", says), SMALL)


@pytest.mark.parametrize(
    "fault",
    [
        Fault(NEW_YORK, "at: [38.5, 12]", "at: [385, 12]",
              "stations.jamaica-center.at: off the map, which is 40 by 30"),
        Fault(PARIS, "size: [40, 30]", "size: [39, 30]",
              "stations.chateau-de-vincennes.at: off the map, which is 39 by 30",
              at="\n  chateau-de-vincennes: "),
    ],
    ids=lambda fault: fault.wrong,
)  # fmt: skip
def test_a_map_that_a_station_is_not_on_is_refused(tmp_path: Path, fault: Fault) -> None:
    assert_refused(tmp_path, fault)


@pytest.mark.parametrize("corner", ["[0, 0]", "[10, 0]", "[0, 10.5]", "[10, 10.5]"])
def test_a_station_may_lie_on_the_edge_of_the_map(tmp_path: Path, corner: str) -> None:
    edition = load(tmp_path, OSLO, changed(SMALL, "at: [3, 7]", f"at: {corner}"))
    station = edition.network.stations[edition.network.numbers["park"]]
    assert str(list(station.at)).replace(".0", "") == corner


@pytest.mark.parametrize(
    "fault",
    [
        Fault(NEW_YORK, "name: Union Sq", "name: Canal St", f"stations.union-sq.name: {TAKEN}",
              at="\n  union-sq: "),
        Fault(NEW_YORK, "name: Canal St", "name: Grand Central",
              f"stations.grand-central.name: {TAKEN}", at="\n  grand-central: "),
        Fault(NEW_YORK, '"Upper Bay, east icon', '"Upper Bay, west icon',
              f"stations.water-whitehall-west.name: {TAKEN}", at="\n  water-whitehall-west: "),
    ],
    ids=lambda fault: fault.says,
)  # fmt: skip
def test_a_name_that_two_stations_have_is_refused_at_the_first(
    tmp_path: Path, fault: Fault
) -> None:
    assert_refused(tmp_path, fault)


@pytest.mark.parametrize(
    "fault",
    [
        Fault(PARIS, "  balard | boucicaut: 1\n", "", f"stations.balard: {UNREACHED}",
              at="\n  balard: ", also=(("connections: 167", "connections: 166"),)),
        Fault(PARIS, "  charenton-ecoles | liberte: 1\n", "", f"stations.creteil: {UNREACHED}",
              at="\n  creteil: ", also=(("connections: 167", "connections: 166"),)),
        Fault(NEW_YORK, "  canal-st: {", "  ferry-pier: {name: Pier, at: [1, 1]}\n  canal-st: {",
              f"stations.ferry-pier: {UNREACHED}", at="name: Pier",
              also=(("stations: 86", "stations: 87"),)),
    ],
    ids=lambda fault: fault.says,
)  # fmt: skip
def test_a_station_that_nobody_can_reach_is_refused(tmp_path: Path, fault: Fault) -> None:
    assert_refused(tmp_path, fault)


@pytest.mark.slow
def test_what_is_reached_depends_on_where_the_passenger_starts(tmp_path: Path) -> None:
    fault = Fault(
        PARIS,
        "  balard | boucicaut: 1\n",
        "",
        f"stations.republique: {UNREACHED}",
        at="\n  republique: ",
        also=(
            ("connections: 167", "connections: 166"),
            ("passenger_start: republique", "passenger_start: balard"),
        ),
    )
    assert_refused(tmp_path, fault)


@pytest.mark.slow
@pytest.mark.rule("OTU-P7")
@pytest.mark.parametrize(
    "fault",
    [
        Fault(NEW_YORK, "at: [9.5, 4], kind: water", "at: [9.5, 4], kind: water, cards: 1",
              f"stations.water-yankee-stadium: {ICON}", also=(("cards: 54", "cards: 55"),)),
        Fault(NEW_YORK, "at: [9.5, 4], kind: water", "at: [9.5, 4], kind: water, cluster: bronx",
              f"stations.water-yankee-stadium: {ICON}"),
        Fault(NEW_YORK, "  water-yankee-stadium | yankee-stadium: 1\n", "",
              f"stations.water-yankee-stadium: {ICON}", at="\n  water-yankee-stadium: ",
              also=(("connections: 132", "connections: 131"),)),
        Fault(NEW_YORK, "at: [7.5, 1], kind: terminus", "at: [7.5, 1], kind: water",
              f"stations.van-cortlandt-park: {ICON}",
              also=(("stations: 86, icons: 11", "stations: 85, icons: 12"),
                    ("terminus: 18", "terminus: 17"))),
    ],
    ids=["card", "cluster", "one connection", "no terminus"],
)  # fmt: skip
def test_an_icon_that_is_more_or_less_than_a_crossing_is_refused(
    tmp_path: Path, fault: Fault
) -> None:
    assert_refused(tmp_path, fault)


@pytest.mark.slow
@pytest.mark.parametrize(
    "fault",
    [
        Fault(NEW_YORK, "at: [7.5, 1], kind: terminus", "at: [7.5, 1]",
              "counts.terminus: the file says 18, but 17 are listed", at="\ncounts: {"),
        Fault(PARIS, "at: [35, 17], kind: rer", "at: [35, 17], kind: rail",
              "counts.rail: missing", at="\ncounts: {"),
        Fault(NEW_YORK, "at: [5.5, 14], cluster: midtown", "at: [5.5, 14], cluster: mitdown",
              "counts.clusters: the file says 5, but 6 are listed", at="\ncounts: {"),
        Fault(NEW_YORK, "at: [5.5, 14], cluster: midtown", "at: [5.5, 14], cluster: mitdown",
              "stations.times-sq.cluster: no other station is in the cluster mitdown",
              also=(("clusters: 5", "clusters: 6"),)),
        Fault(NEW_YORK, "at: [7.5, 1]", "at: [8.5, 6.0]",
              "stations.van-cortlandt-park.at: another station is at this place"),
        Fault(NEW_YORK, "passenger_start: grand-central", "passenger_start: water-york-st",
              "passenger_start: an icon is no station"),
        Fault(PARIS, "\n  pigalle: {", "\n  Pigalle: {",
              "stations.Pigalle: expected an id of small letters, digits and hyphens"),
    ],
    ids=lambda fault: fault.says[:60],
)  # fmt: skip
def test_a_slip_of_the_pen_at_a_station_is_found(tmp_path: Path, fault: Fault) -> None:
    assert_refused(tmp_path, fault)


def test_a_secret_objective_at_an_icon_is_refused(tmp_path: Path) -> None:
    says = "secret_objectives.a: an icon is no station"
    fault = Fault(OSLO, "a: [sentrum, nord, torg]", "a: [sentrum, nord, fjord]", says)
    assert_refused(tmp_path, fault, SMALL)


@pytest.mark.rule("OTU-B2", "OTU-B6")
@pytest.mark.parametrize(
    "fault",
    [
        Fault(NEW_YORK, "  jamaica | kew-gardens: 1", "  jamaica | jamaica-center: 1",
              f"stations.jamaica: {SIDE_BY_SIDE}", at="\n  jamaica: "),
        Fault(PARIS, "at: [35, 17], kind: rer", "at: [35, 17], kind: terminus",
              f"stations.mairie-de-montreuil: {SIDE_BY_SIDE}", at="\n  mairie-de-montreuil: ",
              also=(("terminus: 23, rer: 19", "terminus: 24, rer: 18"),)),
    ],
    ids=lambda fault: fault.says.partition(":")[0],
)  # fmt: skip
def test_two_termini_side_by_side_are_refused(tmp_path: Path, fault: Fault) -> None:
    assert_refused(tmp_path, fault)


@pytest.mark.rule("OTU-S4")
@pytest.mark.parametrize(
    ("place", "kind", "station"),
    [("[1, 9.5]", "terminus", "la-defense"), ("[27, 2.5]", "landmark", "crimee")],
)
def test_a_destination_card_of_a_terminus_or_landmark_is_refused(
    tmp_path: Path, place: str, kind: str, station: str
) -> None:
    right = f"at: {place}, kind: {kind}"
    says = f"stations.{station}.cards: destinations are stations of the other kinds, not {kind}"
    also = (("cards: 37}", "cards: 38}"),)
    assert_refused(tmp_path, Fault(PARIS, right, f"{right}, cards: 1", says, also=also))


@pytest.mark.parametrize(
    ("right", "wrong", "listed"),
    [
        ("stations: 8", "stations: 9", 8),
        ("icons: 1", "icons: 2", 1),
        ("connections: 8", "connections: 7", 8),
        ("cards: 5", "cards: 3", 5),
    ],
)
def test_lists_that_differ_from_the_counts_are_refused(
    tmp_path: Path, right: str, wrong: str, listed: int
) -> None:
    key, number = wrong.split(": ")
    says = f"counts.{key}: the file says {number}, but {listed} are listed"
    assert_refused(tmp_path, Fault(OSLO, right, wrong, says), SMALL)


@pytest.mark.parametrize(
    "fault",
    [
        Fault(PARIS, "  lamarck-caulaincourt: {", "  # lamarck-caulaincourt: {",
              "connections.lamarck-caulaincourt | marcadet-poissonniers: expected two different",
              at="\n  lamarck-caulaincourt | marcadet-poissonniers: 1"),
        Fault(PARIS, "  jaures | place-des-fetes: 1\n", "",
              "counts.connections: the file says 167, but 166 are listed", at="\ncounts: {"),
        Fault(PARIS, "at: [32.5, 22], cards: 1", "at: [32.5, 22]",
              "counts.cards: the file says 37, but 36 are listed", at="\ncounts: {"),
        Fault(NEW_YORK, "at: [10.5, 7], kind: water", "at: [10.5, 7]",
              "counts.stations: the file says 86, but 87 are listed", at="\ncounts: {"),
    ],
    ids=["a station", "a connection", "a card", "an icon"],
)  # fmt: skip
def test_something_lost_from_a_list_is_noticed(tmp_path: Path, fault: Fault) -> None:
    assert_refused(tmp_path, fault)


def test_a_station_without_a_kind_is_a_plain_one(tmp_path: Path) -> None:
    edition = load(tmp_path, PARIS, changed(original(PARIS), "[30, 4.5]", "[30, 4.5], kind: plain"))
    assert edition.network.stations == city(PARIS).network.stations
    assert edition.network.stations[edition.network.numbers["jaures"]].kind == PLAIN
