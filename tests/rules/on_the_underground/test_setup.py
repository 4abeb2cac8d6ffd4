"""Setting a game up: OTU-S1 to OTU-S7."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from services.rules.core.chance import Recorded, Seeded
from services.rules.core.errors import DrawError, SeatsError, StateError
from services.rules.core.events import CardsDrawn, GameStarted
from services.rules.families.on_the_underground import (
    draws,
    legal_moves,
    new_game,
    outcome,
    state_from_json,
    state_to_json,
    view,
)
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.events import DestinationsOpened, TurnBegan
from services.rules.families.on_the_underground.moves import TakeBranch
from services.rules.families.on_the_underground.state import State
from services.scoring.core.game import score_game
from services.scoring.editions import load_tables
from tests.rules.on_the_underground.positions import NEW_YORK, PARIS, play, position

CITIES = [NEW_YORK, PARIS]
both = pytest.mark.parametrize("edition", CITIES, ids=lambda edition: edition.id)
LINES = {2: 4, 3: 3, 4: 2, 5: 2}
"""Number of players -> lines of each."""


def games(edition: Edition, seats: int = 5) -> list[State]:
    """Set up a few games."""
    return [new_game(edition, seats, Seeded(f"setup {seed}"))[0] for seed in range(20)]


def set_up(edition: Edition, **changed: Sequence[str]) -> State:
    """Set up a game of two whose draws are recorded, some of them by hand."""
    recorded = draws(new_game(edition, 2, Seeded("recorded"))[1])
    return new_game(edition, 2, Recorded({**recorded, **changed}))[0]


def refused_draw(edition: Edition, **changed: Sequence[str]) -> str | None:
    """Set up a game with a draw that cannot be; give the rule that the refusal names."""
    with pytest.raises(DrawError) as refused:
        set_up(edition, **changed)
    return refused.value.rule


@pytest.mark.rule("OTU-S1")
@both
@pytest.mark.parametrize("seats", range(-1, 8))
def test_a_game_is_for_two_to_five_players(edition: Edition, seats: int) -> None:
    if seats in (2, 3, 4, 5):
        assert len(new_game(edition, seats, Seeded("s"))[0].players) == seats
        return
    with pytest.raises(SeatsError) as refused:
        new_game(edition, seats, Seeded("s"))
    assert refused.value.rule == "OTU-S1"
    assert refused.value.code == "wrong_number_of_players"


@pytest.mark.rule("OTU-S2")
@both
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_seat_has_the_lines_of_a_score_tile_of_its_own(edition: Edition, seats: int) -> None:
    for state in games(edition, seats):
        own = [tuple(state.setup.colours[at] for at in state.own(seat)) for seat in range(seats)]
        assert len({colour for tile in own for colour in tile}) == seats * LINES[seats]
        assert {" ".join(tile) for tile in own} <= set(edition.score_tiles[seats])


@pytest.mark.rule("OTU-S2")
@both
def test_chance_decides_who_has_which_score_tile(edition: Edition) -> None:
    firsts = {state.setup.colours[0] for state in games(edition, 4)}
    assert firsts == {"red", "black", "yellow", "blue", "purple"}
    tile = edition.score_tiles[2][0]
    assert refused_draw(edition, score_tiles=(tile, tile)) == "OTU-S2"


@pytest.mark.rule("OTU-S2")
@both
def test_five_colours_have_20_tokens_and_six_have_15(edition: Edition) -> None:
    many = dict.fromkeys(("red", "black", "yellow", "blue", "purple"), 20)
    few = dict.fromkeys(("pink", "orange", "green", "brown", "white", "gray"), 15)
    assert edition.tokens == many | few
    state = position(edition, tracks={"red": "borough-hall york-st"} if edition is NEW_YORK else {})
    shown: Any = view(edition, state, None)
    tokens = {line["line"]: line["tokens"] for seat in shown["seats"] for line in seat["lines"]}
    assert tokens["red"] == (19 if edition is NEW_YORK else 20)
    assert (tokens["orange"], tokens["yellow"], tokens["green"]) == (15, 20, 15)


@pytest.mark.rule("OTU-S2")
@both
def test_seat_0_is_the_first_player(edition: Edition) -> None:
    state, events = new_game(edition, 3, Seeded("first"))
    assert state.to_play == (0,)
    assert events[0] == GameStarted(edition.id, edition.version, 1, 3)
    assert events[-1] == TurnBegan(1, 0, 3)
    assert [len(legal_moves(edition, state, seat)) > 0 for seat in range(3)] == [True, False, False]


@pytest.mark.rule("OTU-S3")
@pytest.mark.parametrize(("edition", "start"), [(NEW_YORK, "Grand Central"), (PARIS, "République")])
def test_the_passenger_waits_where_the_city_says(edition: Edition, start: str) -> None:
    for state in games(edition):
        assert edition.network.stations[state.passenger].name == start


@pytest.mark.rule("OTU-S4")
@both
def test_the_deck_is_shuffled_and_its_top_four_cards_are_open(edition: Edition) -> None:
    decks = {state.setup.deck for state in games(edition)}
    assert len(decks) == 20
    assert {tuple(sorted(deck)) for deck in decks} == {tuple(sorted(edition.cards))}
    state, events = new_game(edition, 3, Seeded("open"))
    top = state.setup.deck[:4]
    assert state.drawn == 4
    assert [edition.network.stations[number].id for number in state.open] == list(top)
    assert events[-2] == DestinationsOpened(top, len(edition.cards) - 4)


@pytest.mark.rule("OTU-S4")
@pytest.mark.parametrize(
    ("edition", "stations", "cards"), [(NEW_YORK, 47, 54), (PARIS, 37, 37)], ids=["N", "P"]
)
def test_seven_stations_of_new_york_have_two_cards(
    edition: Edition, stations: int, cards: int
) -> None:
    counts = Counter(edition.cards)
    assert (len(counts), len(edition.cards)) == (stations, cards)
    assert sum(count == 2 for count in counts.values()) == cards - stations
    assert max(counts.values()) <= 2


@pytest.mark.rule("OTU-S4")
def test_two_equal_cards_put_two_tokens_on_their_station() -> None:
    deck = sorted(NEW_YORK.cards, key=lambda card: card != "kings-highway")
    state = set_up(NEW_YORK, deck=deck)
    assert state.open.count(NEW_YORK.network.numbers["kings-highway"]) == 2
    deck[2] = "kings-highway"
    assert refused_draw(NEW_YORK, deck=deck) == "OTU-S4"


@pytest.mark.rule("OTU-S5")
def test_a_random_landmark_tile_lies_on_each_landmark_station() -> None:
    assert Counter(PARIS.landmark_tiles) == dict.fromkeys(PARIS.landmark_types, 8)
    layouts = {state.setup.landmarks for state in games(PARIS)}
    assert len(layouts) == 20
    assert all(Counter(layout) == Counter(PARIS.landmark_tiles) for layout in layouts)
    stations = {each.id for each in PARIS.network.stations if each.kind == "landmark"}
    shown: Any = view(PARIS, games(PARIS)[0], None)
    assert len(stations) == 40
    assert set(shown["landmarks"]) == stations


@pytest.mark.rule("OTU-S5")
def test_tiles_are_laid_in_the_order_of_the_file_and_no_ninth_of_a_type() -> None:
    layout = list(PARIS.landmark_tiles)
    stations = [each.id for each in PARIS.network.stations if each.kind == "landmark"]
    shown = view(PARIS, set_up(PARIS, landmarks=layout), None)["landmarks"]
    assert shown == dict(zip(stations, layout, strict=True))
    layout[-1] = layout[0]
    assert refused_draw(PARIS, landmarks=layout) == "OTU-S5"


@pytest.mark.rule("OTU-S6")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_each_seat_is_dealt_two_secret_objectives_and_the_others_are_gone(seats: int) -> None:
    for seed in range(10):
        state, events = new_game(PARIS, seats, Seeded(f"secrets {seed}"))
        dealt = [card for cards in state.setup.secrets for card in cards]
        assert [len(cards) for cards in state.setup.secrets] == [2] * seats
        assert len(set(dealt)) == 2 * seats
        assert set(dealt) <= {str(number) for number in range(1, 12)}
        assert CardsDrawn("secret_objectives", tuple(dealt)) in events


@pytest.mark.rule("OTU-S6")
def test_a_secret_objective_is_dealt_once() -> None:
    assert set_up(PARIS, secret_objectives=["1", "2", "3", "4"]).setup.secrets[1] == ("3", "4")
    assert refused_draw(PARIS, secret_objectives=["1", "2", "3", "1"]) == "OTU-S6"
    assert refused_draw(PARIS, secret_objectives=["1", "2", "3", "4", "5"]) == "OTU-S6"


@pytest.mark.rule("OTU-S5", "OTU-S6")
def test_new_york_has_neither_landmarks_nor_secret_objectives() -> None:
    state, events = new_game(NEW_YORK, 3, Seeded("none"))
    assert [event.what for event in events if isinstance(event, CardsDrawn)] == [
        "score_tiles",
        "deck",
    ]
    assert (state.setup.landmarks, state.setup.secrets) == ((), ((), (), ()))


@pytest.mark.rule("OTU-S7")
@both
def test_everybody_starts_without_branch_tiles_and_without_points(edition: Edition) -> None:
    state, _ = new_game(edition, 4, Seeded("nothing"))
    assert [player.branch_tiles for player in state.players] == [0] * 4
    result = score_game(load_tables()[edition.id], outcome(edition, state)["seats"])
    assert [seat.total for seat in result.seats] == [0] * 4
    assert result.winners == (0, 1, 2, 3)


@pytest.mark.rule("OTU-S7")
@both
def test_branch_tiles_do_not_run_out(edition: Edition) -> None:
    state = position(edition, tiles=500, actions=2)
    assert play(state, TakeBranch())[0].players[0].branch_tiles == 501


@pytest.mark.parametrize(("part", "word"), [("phase", "resting"), ("standing", 7)])
def test_a_stored_state_with_an_unknown_word_is_refused(part: str, word: object) -> None:
    document: Any = state_to_json(PARIS, position(PARIS))
    holder = document["turn"] if part == "phase" else document["players"][1]
    assert part in holder
    holder[part] = word
    with pytest.raises(StateError, match="not a state of otu-paris"):
        state_from_json(PARIS, document)


@pytest.mark.parametrize(
    ("key", "value"), [("edition", "otu-oslo"), ("version", 2), ("engine", 0), ("engine", "1")]
)
def test_a_state_of_another_edition_version_or_engine_is_refused(key: str, value: object) -> None:
    document: Any = state_to_json(PARIS, position(PARIS))
    document["setup"][key] = value
    with pytest.raises(StateError, match="not of otu-paris version 1, engine 1"):
        state_from_json(PARIS, document)


@pytest.mark.parametrize("fault", ["a line is missing", "a colour is unknown", "a stranger plays"])
def test_a_stored_state_with_other_lines_or_seats_is_refused(fault: str) -> None:
    document: Any = state_to_json(PARIS, position(PARIS))
    if fault == "a line is missing":
        del document["lines"][-1]
    elif fault == "a colour is unknown":
        document["setup"]["colours"][3] = "beige"
    else:
        document["to_play"] = [2]
    with pytest.raises(StateError, match="not a state of otu-paris"):
        state_from_json(PARIS, document)


@pytest.mark.rule("OTU-X2")
@pytest.mark.parametrize(
    ("track", "whole"),
    [
        ("chatelet hotel-de-ville bastille", True),
        ("bastille gare-de-lyon, chatelet hotel-de-ville, hotel-de-ville bastille", True),
        ("chatelet hotel-de-ville, bastille gare-de-lyon", False),
        ("chatelet hotel-de-ville bastille, pigalle place-de-clichy", False),
    ],
)
def test_a_stored_line_must_be_one_piece(track: str, *, whole: bool) -> None:
    if whole:
        assert position(PARIS, tracks={"red": track}).lines[0].track
    else:
        with pytest.raises(StateError, match="several pieces"):
            position(PARIS, tracks={"red": track})
