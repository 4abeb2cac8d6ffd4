"""Requests: what is accepted is what the published schema accepts, and a family can read it."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marshmallow import ValidationError

from services.rules.core.errors import MalformedMoveError
from services.rules.core.types import Json
from services.rules.families import FAMILIES
from tests.laws import examples
from tests.rules.api.schemas.components import Everything, components, fits
from tests.rules.games import careful_games, every_table

MOVES: Final[list[dict[str, Any]]] = [
    example
    for ref in components()["Move"]["discriminator"]["mapping"].values()
    for example in components()[ref.rpartition("/")[2]]["examples"]
]
BODY: Final = Everything()
DEPARTURE, ROUTE, BRANCH, TRACK, _, TRIP = MOVES
NEAR: Final[list[Any]] = [
    None, True, False, 0, 1, 1.0, -0.0, 1.5, -1, 12, 12.0, 13, 9_999, 10_000, 10**30, 1e300,
    "", "1", "true", "C5", "c5", "C5\n", "\nC5", "C0", "C05", "C100", "C٣", "red", "red\n", "a-b",
    "a--b", "-a", "A", "a b", "a" * 64, "a" * 65, "\ud800", "resign", "plot_route", "take_branch",
    [], ["C5"], ["C5"] * 12, ["C5"] * 13, [["C5"]], [5], [None], {}, {"C5": 1}, {"0": "C5"},
]  # fmt: skip
"""Values that somebody could take for others."""

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)
values = st.sampled_from(NEAR) | json_values
members = st.sampled_from(sorted({key for move in MOVES for key in move})) | st.text(max_size=5)


@st.composite
def almost_moves(draw: st.DrawFn) -> Any:
    """Draw a move of which some members are others, missing or too many."""
    move = dict(draw(st.sampled_from(MOVES)))
    for _ in range(draw(st.integers(0, 2))):
        key = draw(st.sampled_from(sorted(move)) | members) if move else draw(members)
        if draw(st.integers(0, 3)):
            move[key] = draw(values)
        else:
            move.pop(key, None)
    return move


def loaded(document: Any) -> Any:
    """Load a move as a request brings it."""
    return BODY.load({"move": document})["move"]


def accepted(document: Any) -> bool:
    try:
        loaded(document)
    except ValidationError:
        return False
    return True


def readers(document: Json) -> Iterator[str]:
    """Name the families for which a document is a move."""
    for name, family in FAMILIES.items():
        try:
            family.move_from_json(document)
        except MalformedMoveError:
            continue
        yield name


@pytest.mark.slow
@examples(400)
@given(almost_moves() | values)
def test_what_is_accepted_is_what_the_published_schema_accepts(document: Any) -> None:
    assert accepted(document) == fits("Move", document)


@pytest.mark.slow
@pytest.mark.parametrize("move", MOVES, ids=str)
def test_every_near_value_is_judged_alike_at_every_member(move: dict[str, Any]) -> None:
    for key in (*move, "metro", "set", "terminus", "surprise"):
        for value in NEAR:
            document = move | {key: value}
            assert accepted(document) == fits("Move", document), document


@pytest.mark.slow
@examples(200)
@given(almost_moves())
def test_whatever_is_accepted_comes_back_the_same_and_a_family_can_read_it(document: Any) -> None:
    if accepted(document):
        assert loaded(document) == document
        assert len([*readers(loaded(document))]) == 1


@pytest.mark.slow
@every_table
def test_every_legal_move_is_accepted_and_comes_back_the_same(name: str, seats: int) -> None:
    game = careful_games(name, seats)[0]
    for step in game.steps[::3]:
        for option in game.family.legal_moves(game.edition, step.before, step.seat).moves:
            document = game.family.move_to_json(option)
            assert loaded(document) == document


def test_a_number_with_a_point_becomes_a_whole_one() -> None:
    for move, key in ((DEPARTURE, "ticket"), (TRIP, "outcome")):
        number = loaded(move | {key: 3.0})[key]
        assert (type(number), number) == (int, 3)


@pytest.mark.parametrize(
    "document",
    [
        {"type": "resign"},
        {"type": "choose_departure"},
        {"ticket": 4},
        DEPARTURE | {"ticket": True},
        DEPARTURE | {"ticket": "4"},
        DEPARTURE | {"ticket": 4.5},
        DEPARTURE | {"ticket": 0},
        DEPARTURE | {"ticket": 13},
        DEPARTURE | {"ticket": None},
        DEPARTURE | {"type": ["choose_departure"]},
        ROUTE | {"metro": 1},
        ROUTE | {"metro": "yes"},
        ROUTE | {"metro": None},
        ROUTE | {"path": []},
        ROUTE | {"path": "C5"},
        ROUTE | {"path": {"C5": 1}},
        ROUTE | {"path": ["C5\n"]},
        ROUTE | {"ticket": 4},
        BRANCH | {"tiles": 1},
        TRACK | {"terminus": None},
        TRACK | {"set": 0},
        TRACK | {"from": "York St"},
        TRIP | {"outcome": -1},
        [BRANCH],
        "take_branch",
        None,
    ],
    ids=str,
)
def test_what_only_looks_like_a_move_is_refused(document: Any) -> None:
    assert not accepted(document)
    assert not fits("Move", document)


def test_a_refusal_says_where_and_what_is_wrong() -> None:
    with pytest.raises(ValidationError) as refusal:
        loaded({"type": "plot_route", "path": ["C5", "c4"], "metre": False})
    assert refusal.value.messages == {
        "move": {
            "path": {1: ["Does not match ^[A-Z][1-9][0-9]?$"]},
            "metre": ["Unknown field."],
        }
    }
    with pytest.raises(ValidationError) as refusal:
        loaded({"type": "resign"})
    kinds = "choose_departure or plot_route or take_branch or place_track or move_passenger"
    assert refusal.value.messages == {"move": [f"Expected an object with type: {kinds}."]}


def test_unions_that_only_document_load_nothing() -> None:
    with pytest.raises(ValidationError):
        BODY.load({"move": BRANCH, "table": {"edition": "gob-rome"}})
