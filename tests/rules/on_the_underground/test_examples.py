"""The six worked examples of the book, each on the real board."""

from itertools import pairwise

import pytest

from services.rules.core.seats import FINISHED
from services.rules.families.on_the_underground import outcome
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.events import Connected
from services.rules.families.on_the_underground.moves import (
    MovePassenger,
    PlaceTrack,
    TakeBranch,
)
from services.rules.families.on_the_underground.state import TRAVELLING, State
from services.scoring.core.game import score_game
from services.scoring.editions import load_tables
from tests.rules.on_the_underground.positions import (
    NEW_YORK,
    PARIS,
    edition_of,
    moved,
    place,
    play,
    position,
    refusal,
    trips,
    where,
)

TABLES = load_tables()


def points(state: State, seat: int, *zones: str) -> int:
    """Score some zones of a seat as they stand."""
    edition = edition_of(state)
    result = score_game(TABLES[edition.id], outcome(edition, state)["seats"]).seats[seat]
    assert result.breakdown is not None
    by_zone = result.breakdown.by_zone()
    return sum(by_zone[zone] for zone in zones)


@pytest.mark.rule("OTU-P2", "OTU-P3")
@pytest.mark.parametrize(
    ("edition", "run", "free", "dear"),
    [
        (
            NEW_YORK,
            "14-st-8-av 14-st-7-av 14-st-6-av union-sq",
            {
                "14-st-8-av christopher-st",
                "14-st-8-av port-authority",
                "bway-lafayette-st union-sq",
                "grand-central union-sq",
                "union-sq water-greenpoint-av",
            },
            {
                "14-st-7-av christopher-st",
                "14-st-7-av times-sq",
                "14-st-6-av bryant-park",
                "14-st-6-av times-sq",
                "14-st-6-av wash-sq",
            },
        ),
        (
            PARIS,
            "odeon saint-placide montparnasse",
            {
                "odeon saint-michel",
                "odeon sevres-babylone",
                "denfert-rochereau montparnasse",
                "montparnasse pasteur",
                "montparnasse plaisance",
            },
            {"saint-placide sevres-babylone"},
        ),
    ],
    ids=["new-york", "paris"],
)
def test_example_1_yellow_grows_at_its_ends_and_elsewhere_for_two_branch_tiles(
    edition: Edition, run: str, free: set[str], dear: set[str]
) -> None:
    poor = position(edition, seat=1, tracks={"yellow": run}, tiles=1)
    rich = position(edition, seat=1, tracks={"yellow": run}, tiles=2)
    assert where(poor, "yellow") == free
    assert where(rich, "yellow") == free | dear
    for pair in free | dear:
        spent = place(rich, "yellow", *pair.split())[1].spent
        assert spent == (2 if pair in dear else 0)
    for start, end in map(str.split, dear):
        assert refusal(poor, PlaceTrack("yellow", start, end)) == "OTU-P3"


@pytest.mark.rule("OTU-B1", "OTU-B3")
def test_example_2_blue_reaches_three_clusters_and_a_national_rail_station() -> None:
    state = position(NEW_YORK, seat=1)
    way = ("chambers-st-wtc", "canal-st", "wash-sq", "14-st-6-av", "bryant-park")
    gained = []
    for start, end in pairwise(way):
        before = points(state, 1, "rail", "cluster")
        state, _ = place(state, "blue", start, end)
        gained.append(points(state, 1, "rail", "cluster") - before)
    assert gained == [0, 1, 1, 2]
    assert (points(state, 1, "rail"), points(state, 1, "cluster")) == (1, 3)


@pytest.mark.rule("OTU-B2", "OTU-B4", "OTU-P3", "OTU-P7")
def test_example_3_red_pays_for_a_branch_with_a_tile_from_a_terminus_and_has_to_cross() -> None:
    red = (
        "york-st water-york-st brooklyn-bridge-city-hall fulton-st water-fulton-st borough-hall"
        " atlantic-av grand-army-plaza botanic-garden, atlantic-av york-st"
    )
    state = position(NEW_YORK, tracks={"red": red}, actions=4)
    state, placed = place(state, "red", "botanic-garden", "flatbush-av")
    assert (points(state, 0, "terminus"), placed.gained) == (2, 1)
    state, _ = play(state, TakeBranch())
    assert state.players[0].branch_tiles == 2
    assert points(state, 0, "water") == 0
    state, placed = place(state, "red", "york-st", "water-marcy-av")
    assert placed.connected == (Connected("water-marcy-av", "water", 2),)
    assert (placed.spent, state.players[0].branch_tiles) == (2, 0)
    assert points(state, 0, "water") == 3
    assert refusal(state, TakeBranch()) == "OTU-P7"
    assert where(state, "red") == {"marcy-av water-marcy-av", "bway-lafayette-st water-marcy-av"}
    state, _ = place(state, "red", "water-marcy-av", "marcy-av")
    assert points(state, 0, "terminus", "water") == 5


@pytest.mark.rule("OTU-P3", "OTU-B5", "OTU-B6", "OTU-B7", "OTU-B8")
def test_example_4_two_tiles_pay_for_a_branch_to_the_fifth_landmark() -> None:
    tracks = {
        "green": "saint-placide montparnasse",
        "blue": "pasteur montparnasse denfert-rochereau",
    }
    hand = {"monument": 1, "museum": 1, "brasserie": 1, "bakery": 1}
    state = position(
        PARIS, seat=1, tracks=tracks, tiles=1, hand=hand, landmarks={"plaisance": "garden"}
    )
    zones = "rer", "terminus", "landmarks"
    state, _ = place(state, "green", "montparnasse", "denfert-rochereau")
    assert [points(state, 1, zone) for zone in zones] == [1, 0, 0]
    state, placed = place(
        state, "green", "denfert-rochereau", "mairie-de-montrouge", terminus="mixed"
    )
    assert [points(state, 1, zone) for zone in zones] == [1, 1, 0]
    assert (placed.gained, state.players[1].branch_tiles) == (1, 2)
    state, placed = place(state, "blue", "montparnasse", "plaisance")
    assert [points(state, 1, zone) for zone in zones] == [1, 1, 7]
    assert (placed.spent, placed.landmarks, placed.sets) == (2, ("garden",), 1)
    assert (state.players[1].branch_tiles, sum(state.players[1].landmarks)) == (0, 0)
    state, _ = place(state, "blue", "plaisance", "chatillon-montrouge", terminus="points")
    assert [points(state, 1, zone) for zone in zones] == [1, 3, 7]
    assert state.players[1].branch_tiles == 0


@pytest.mark.rule("OTU-G2", "OTU-G3", "OTU-G4", "OTU-G5")
@pytest.mark.parametrize(
    ("chosen", "destination", "lines", "owners"),
    [
        (0, "borough-hall", ("blue", "red"), (3, 0)),
        (1, "borough-hall", ("orange", "red"), (0, 0)),
        (2, "greenpoint-av", ("orange", "red"), (0, 0)),
    ],
)
def test_example_5_the_passenger_goes_to_marcy_av_and_then_as_the_player_likes(
    chosen: int, destination: str, lines: tuple[str, ...], owners: tuple[int, ...]
) -> None:
    tracks = {
        "red": "broadway-junction gates-av flushing-av marcy-av water-marcy-av bway-lafayette-st"
        " brooklyn-bridge-city-hall",
        "orange": "greenpoint-av flushing-av franklin-av atlantic-av borough-hall",
        "blue": "brooklyn-bridge-city-hall fulton-st water-fulton-st borough-hall",
    }
    opened = ("myrtle-wyckoff-avs", "marcy-av", "greenpoint-av", "borough-hall")
    state = position(
        NEW_YORK, 4, seat=1, tracks=tracks, passenger="euclid-av", open=opened, actions=1
    )
    state, events = play(state, TakeBranch())
    [first] = moved(events)
    assert (first.destination, first.spaces, first.lines) == ("marcy-av", 1, ("red",))
    assert first.owners == (0,)
    assert points(state, 0, "passenger") == 1
    assert (state.turn.phase, state.to_play) == (TRAVELLING, (1,))
    assert trips(state) == [
        ("borough-hall", ("blue", "red")),
        ("borough-hall", ("orange", "red")),
        ("greenpoint-av", ("orange", "red")),
    ]
    state, events = play(state, MovePassenger(chosen))
    [second] = moved(events)
    assert (second.destination, second.lines, second.owners) == (destination, lines, owners)
    assert second.spaces == 0
    assert [points(state, seat, "passenger") for seat in (0, 3)] == [
        1 + owners.count(0),
        owners.count(3),
    ]


@pytest.mark.rule("OTU-E3")
def test_example_6_two_lines_fulfil_one_card_and_two_lines_a_card_each() -> None:
    card_7 = (
        "republique arts-et-metiers rambuteau hotel-de-ville chatelet saint-michel, chatelet"
        " palais-royal concorde champs-elysees-clemenceau franklin-d-roosevelt"
        " charles-de-gaulle-etoile"
    )
    tracks = {
        "red": card_7,
        "orange": "saint-michel chatelet pyramides madeleine saint-lazare miromesnil"
        " franklin-d-roosevelt charles-de-gaulle-etoile, saint-lazare chaussee-dantin"
        " richelieu-drouot strasbourg-saint-denis republique",
        "blue": "opera reaumur-sebastopol strasbourg-saint-denis republique oberkampf nation"
        " daumesnil bercy quai-de-la-gare place-ditalie glaciere denfert-rochereau",
        "green": "champ-de-mars trocadero franklin-d-roosevelt champs-elysees-clemenceau concorde"
        " madeleine saint-lazare, concorde palais-royal chatelet",
    }
    cards = ("7", "9", "8", "5")
    state = position(PARIS, tracks=tracks, secrets=cards, seat=1, actions=1, open=(), coming=())
    state, _ = play(state, TakeBranch())
    assert state.turn.phase == FINISHED
    assert [points(state, seat, "secrets") for seat in (0, 1)] == [10, 8]
