"""Rules and scoring each have a file for every edition; what both say must be the same."""

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import pytest

from services.rules.core.bits import members
from services.rules.core.chance import Seeded
from services.rules.families import FAMILIES
from services.rules.families.get_on_board import edition as get_on_board
from services.rules.families.get_on_board import state as get_on_board_state
from services.rules.families.on_the_underground import edition as on_the_underground
from services.rules.families.on_the_underground import state as on_the_underground_state
from services.scoring.core.families import FAMILIES as SCORED
from services.scoring.core.game import score_game
from services.scoring.core.ledger import LedgerForm
from services.scoring.core.line_zones import LINES, ByKind, LandmarkSets, SecretObjectives
from services.scoring.core.table import PointsTable
from services.scoring.core.zones import Objectives
from services.scoring.editions import load_tables
from tests.rules.games import moments
from tests.rules.random_games import play_out, tables_of
from tests.support import EDITIONS, Choice, Game, at_random, carefully, play

TABLES: Final = load_tables()
GOB: Final = "get-on-board"
OTU: Final = "on-the-underground"
NOT_BOXES: Final = {"common", "personal"}
"""What scoring has room for, but the rules count as cards: objectives drawn, letters on a card."""
GAMES: Final = 5
"""Games played for each edition, number of players and way of choosing."""
RANDOM: Final = 3
"""The same for On the Underground, whose games are long."""


def cities(family: str) -> list[str]:
    """Name the editions of a family."""
    return [name for name, entry in EDITIONS.items() if entry.family is FAMILIES[family]]


def city(name: str) -> get_on_board.Edition:
    """Give a city of Get on Board."""
    found = EDITIONS[name].edition
    assert isinstance(found, get_on_board.Edition)
    return found


def network_city(name: str) -> on_the_underground.Edition:
    """Give a city of On the Underground."""
    found = EDITIONS[name].edition
    assert isinstance(found, on_the_underground.Edition)
    return found


def test_rules_and_scoring_have_the_same_editions() -> None:
    assert set(EDITIONS) == set(TABLES)


@pytest.mark.parametrize("name", EDITIONS)
def test_rules_and_scoring_name_the_same_family(name: str) -> None:
    assert EDITIONS[name].family is FAMILIES[TABLES[name].family]


@pytest.mark.parametrize(
    ("family", "standings"),
    [(GOB, get_on_board_state.STANDINGS), (OTU, on_the_underground_state.STANDINGS)],
)
def test_rules_and_scoring_know_the_same_standings(family: str, standings: set[str]) -> None:
    assert standings == set(SCORED[family].standings)
    assert set(SCORED) == set(FAMILIES)


@pytest.mark.parametrize("name", cities(GOB))
def test_every_zone_has_as_many_boxes_for_the_rules_as_for_scoring(name: str) -> None:
    room = TABLES[name].capacities()
    assert set(room) >= NOT_BOXES
    boxes = {zone: number for zone, number in room.items() if zone not in NOT_BOXES}
    assert dict(city(name).capacities.boxes) == boxes


@pytest.mark.parametrize(("name", "seats"), tables_of(GOB))
def test_scoring_has_room_for_the_cards_that_the_rules_deal(name: str, seats: int) -> None:
    room = TABLES[name].capacities()
    assert {len(card) for card in city(name).personal} == {room["personal"]}
    game = play(name, seats, "cards", carefully("cards"))
    assert len(game.first.setup.common) == room["common"]


@pytest.mark.parametrize("name", cities(GOB))
def test_the_landmarks_of_the_map_are_those_whose_notes_score(name: str) -> None:
    assert sorted(city(name).landmarks) == sorted(TABLES[name].landmarks)


@pytest.mark.parametrize("name", cities(GOB))
def test_scoring_knows_exactly_the_common_objectives_of_the_rules(name: str) -> None:
    numbers = TABLES[name].zone("common").numbers
    assert isinstance(numbers, Objectives)
    assert sorted(city(name).goals) == sorted(numbers.objectives)


@pytest.mark.parametrize("name", cities(OTU))
def test_scoring_has_room_for_exactly_what_the_network_has(name: str) -> None:
    edition = network_city(name)
    kinds = {kind: stations.bit_count() for kind, stations in edition.network.kinds.items()}
    numbers = {
        "rail": kinds["rail"],
        "terminus": kinds["terminus"],
        "clusters": len(edition.network.clusters),
        "water": kinds["water"],
        "rer": kinds["rer"],
        "rides": len(edition.cards),  # the passenger comes to every card once (OTU-G6)
        "secrets": len(dealt(name)),
        "secrets.cards": len(edition.secrets),
    }
    tiles = {f"landmark_tiles.{kind}": tiles_of(edition, kind) for kind in edition.landmark_types}
    tokens = {f"lines.{colour}": number for colour, number in edition.tokens.items()}
    room = {what: number for what, number in (numbers | tiles).items() if number}
    assert TABLES[name].capacities() == {"lines": 4} | room | tokens


def dealt(name: str) -> tuple[str, ...]:
    """Give the secret objectives that a seat is dealt at a new table."""
    state, _ = EDITIONS[name].family.new_game(EDITIONS[name].edition, 2, Seeded("dealt"))
    cards: tuple[str, ...] = state.setup.secrets[0]
    return cards


def tiles_of(edition: on_the_underground.Edition, kind: str) -> int:
    return edition.landmark_tiles.count(kind)


@pytest.mark.rule("OTU-S2")
@pytest.mark.parametrize("name", cities(OTU))
def test_a_ledger_has_as_many_lines_as_there_are_colours_on_a_score_tile(name: str) -> None:
    edition, form = network_city(name), TABLES[name].form
    assert isinstance(form, LedgerForm)
    lines = {len(tile.split()) for tiles in edition.score_tiles.values() for tile in tiles}
    assert (form.fewest, form.most) == (min(lines), max(lines))
    assert list(form.tokens.items()) == list(edition.tokens.items())


@pytest.mark.rule("OTU-B2", "OTU-B6")
@pytest.mark.parametrize("name", cities(OTU))
def test_scoring_knows_exactly_the_rewards_of_a_terminus(name: str) -> None:
    numbers = TABLES[name].zone("terminus").numbers
    assert isinstance(numbers, ByKind)
    assert tuple(numbers.points) == network_city(name).rewards


@pytest.mark.rule("OTU-S5", "OTU-B8")
def test_scoring_knows_exactly_the_landmark_tiles_of_the_rules() -> None:
    landmarks = {
        name: table for name, table in TABLES.items() if "landmark_sets" in table.sheet_keys
    }
    assert set(landmarks) == {name for name in cities(OTU) if network_city(name).landmark_tiles}
    for name, table in landmarks.items():
        numbers, edition = table.zone("landmarks").numbers, network_city(name)
        assert isinstance(numbers, LandmarkSets)
        assert tuple(numbers.tiles) == edition.landmark_types
        assert numbers.tiles == {kind: tiles_of(edition, kind) for kind in edition.landmark_types}


@pytest.mark.rule("OTU-S6", "OTU-E3")
def test_scoring_knows_exactly_the_secret_objectives_of_the_rules() -> None:
    secret = {name for name in cities(OTU) if network_city(name).secrets}
    assert secret == {name for name in cities(OTU) if "secrets" in TABLES[name].capacities()}
    for name in secret:
        numbers = TABLES[name].zone("secrets").numbers
        assert isinstance(numbers, SecretObjectives)
        assert tuple(numbers.cards) == tuple(network_city(name).secrets)
        assert numbers.dealt == len(dealt(name))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), tables_of(GOB))
@pytest.mark.parametrize("way", [at_random, carefully])
def test_scoring_accepts_every_sheet_that_the_rules_write(
    name: str, seats: int, way: Callable[[str], Choice]
) -> None:
    for number in range(GAMES):
        seed = f"agree-{number}"
        game = play(name, seats, seed, way(seed))
        for state in moments(game):
            assert_scored(TABLES[name], game, state)


@cache
def random_games(name: str, seats: int) -> tuple[Game, ...]:
    """Play games in which a seat more leaves every time."""
    leaving = [{seat: 20 * seat + 9 for seat in range(number)} for number in range(RANDOM)]
    return tuple(play_out(name, seats, f"{who}", careful=False, leaving=who) for who in leaving)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), tables_of(OTU))
def test_scoring_accepts_every_ledger_that_the_rules_write(name: str, seats: int) -> None:
    for game in random_games(name, seats):
        for state in moments(game):
            assert_scored(TABLES[name], game, state)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), tables_of(OTU))
def test_every_line_of_a_ledger_has_exactly_the_entries_that_score(name: str, seats: int) -> None:
    entries = set(TABLES[name].form.keys.inner[LINES])
    for game in random_games(name, seats):
        for sheet in sheets(game, game.last):
            assert {frozenset(line) for line in sheet["lines"].values()} == {frozenset(entries)}


@pytest.mark.rule("OTU-E3")
@pytest.mark.parametrize("card", network_city("otu-paris").secrets)
def test_every_secret_objective_that_a_line_connects_is_scored(card: str) -> None:
    edition, family = network_city("otu-paris"), FAMILIES[OTU]
    first, second, third, *_ = (other for other in edition.secrets if other != card)
    state, _ = family.new_game(edition, 2, Seeded("secrets"))
    document: Any = family.state_to_json(edition, state)
    document["setup"]["secrets"] = [[card, first], [second, third]]
    document["lines"][0]["track"] = track_between(edition, card)
    state = family.state_from_json(edition, document)
    facts: Any = family.outcome(edition, state)
    connected = [each["secrets"] for each in facts["seats"][0]["sheet"]["lines"].values()]
    both = not edition.secrets[first] & ~state.lines[0].stations
    assert connected == [[card, first] if both else [card], [], [], []]
    numbers = TABLES["otu-paris"].zone("secrets").numbers
    scored = score_game(TABLES["otu-paris"], facts["seats"]).seats[0].breakdown
    assert isinstance(numbers, SecretObjectives)
    assert scored is not None
    assert scored.by_zone()["secrets"] == sum(numbers.cards[each] for each in connected[0])


def track_between(edition: on_the_underground.Edition, card: str) -> list[int]:
    """Find connections that join the stations of a secret objective, by shortest ways."""
    first, *others = members(edition.secrets[card])
    ways, reached = {first: set[int]()}, [first]
    for here in reached:  # grows while it is read
        for road, _, there in edition.network.roads[here]:
            if there not in ways:
                ways[there] = ways[here] | set(members(road))
                reached.append(there)
    return sorted(set[int]().union(*(ways[station] for station in others)))


def sheets(game: Game, state: Any) -> list[Any]:
    """Give the sheets of a state as facts."""
    facts: dict[str, Any] = game.family.outcome(game.edition, state)
    return [seat["sheet"] for seat in facts["seats"]]


def assert_scored(table: PointsTable, game: Game, state: Any) -> None:
    """Score a state, and see that every seat is judged by its standing."""
    facts = game.family.outcome(game.edition, state)["seats"]
    assert isinstance(facts, list)
    result = score_game(table, facts)
    zones = {zone.name for zone in table.zones}
    for before, after in zip(facts, result.seats, strict=True):
        assert isinstance(before, dict)
        assert isinstance(before["sheet"], dict)
        assert set(before["sheet"]) == set(table.sheet_keys)
        assert (before["seat"], before["standing"]) == (after.seat, after.standing)
        scored = set(after.breakdown.by_zone()) if after.breakdown else set()
        assert scored == (zones if after.standing == "playing" else set())
