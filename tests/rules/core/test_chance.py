"""Chance: fair draws from a seed by the published recipe, and draws that were made before."""

from collections import Counter
from collections.abc import Sequence
from hashlib import shake_256
from typing import Any

import pytest

from services.rules.core.chance import Recorded, Seeded
from services.rules.core.errors import DrawError

TICKETS = range(1, 13)
SHUFFLES = 6000
CARDS = range(40000)


class Recipe:
    """The recipe of `Seeded` once more, from its description.

    SHAKE-256 of `interchange-draw-1`, a zero byte and the seed is read 64 bytes at a time, to stand
    behind a number, until a draw has 128 bits to spare. Each card divides the number by the cards
    left; the remainder is the card's place.
    """

    def __init__(self, seed: str) -> None:
        self.stream = shake_256(b"interchange-draw-1\x00" + seed.encode("utf-8")).digest(64 * 100)
        self.number = 0
        self.blocks = 0

    def shuffle(self, cards: Sequence[int], count: int) -> tuple[int, ...]:
        """Deal some of the cards."""
        while self.number < 2 ** (count * len(f"{len(cards):b}") + 127):
            block = self.stream[64 * self.blocks : 64 * self.blocks + 64]
            self.number = int(f"{self.number:x}{block.hex()}", 16)
            self.blocks += 1
        pile, drawn = list(cards), []
        for _ in range(count):
            place = self.number % len(pile)
            self.number //= len(pile)
            drawn.append(pile.pop(place))
        return tuple(drawn)


def shuffle(seed: str) -> tuple[int, ...]:
    return Seeded(seed).draw("deck", TICKETS, 12)


def test_a_shuffle_is_the_one_that_the_recipe_gives() -> None:
    for seed in ("", "a", "Łódź", "seed 1", "x" * 300):
        assert shuffle(seed) == Recipe(seed).shuffle(TICKETS, 12)


def test_the_recipe_never_changes() -> None:
    # The last of the first 64 bytes of "platform" decide: the number they make is 10 modulo 12.
    chance = Seeded("platform")
    assert chance.draw("deck", TICKETS, 12) == (11, 9, 8, 3, 2, 12, 1, 6, 7, 10, 4, 5)
    assert chance.draw("names", "abcde", 3) == ("b", "d", "c")


def test_several_draws_read_on_in_the_same_stream() -> None:
    chance, recipe = Seeded("several"), Recipe("several")
    for pile, count in ((5, 3), (6, 2), (100, 100), (1, 1), (300, 290), (12, 12), (400, 400)):
        cards = range(pile)
        assert chance.draw("some", cards, count) == recipe.shuffle(cards, count)
    assert recipe.blocks > 10


def test_small_draws_one_after_the_other_never_run_out() -> None:
    chance, recipe = Seeded("long"), Recipe("long")
    for _ in range(300):
        assert chance.draw("deck", TICKETS, 12) == recipe.shuffle(TICKETS, 12)
    assert recipe.blocks > 10


@pytest.mark.slow
def test_a_stream_that_begins_with_zeros_is_read_on() -> None:
    # Two leading zero bytes: the first block alone has no more than 496 of the 506 bits needed.
    seed = next(s for s in map(str, range(10**6)) if Recipe(s).stream[:2] == bytes(2))
    recipe = Recipe(seed)
    assert Seeded(seed).draw("deck", range(63), 63) == recipe.shuffle(range(63), 63)
    assert recipe.blocks == 2


def test_the_name_of_a_draw_does_not_matter() -> None:
    assert Seeded("s").draw("deck", TICKETS, 12) == Seeded("s").draw("hands", TICKETS, 12)


@pytest.mark.slow
def test_a_card_of_a_large_pile_is_as_likely_as_any_other() -> None:
    drawn = [Seeded(f"fair {n}").draw("one", CARDS, 1)[0] for n in range(1000)]
    low = sum(card < 25536 for card in drawn)  # 65536 modulo 40000: what 16 bits would favour
    assert abs(low - 1000 * 25536 / 40000) < 50


def test_the_same_seed_always_gives_the_same_cards() -> None:
    assert shuffle("same") == shuffle("same")


def test_other_seeds_give_other_cards() -> None:
    assert len({shuffle(f"seed {n}") for n in range(1000)}) == 1000


def test_a_shuffle_deals_every_card_once() -> None:
    for number in range(200):
        assert sorted(shuffle(f"once {number}")) == list(TICKETS)


def test_a_deal_of_some_cards_deals_none_twice() -> None:
    for number in range(200):
        hands = Seeded(f"hands {number}").draw("hands", TICKETS, 8)
        assert len(set(hands)) == 8
        assert set(hands) <= set(TICKETS)


def test_drawing_leaves_the_cards_alone() -> None:
    cards = ["granny", "student", "tourist"]
    Seeded("s").draw("deck", cards, 3)
    assert cards == ["granny", "student", "tourist"]


def test_no_card_at_all_can_be_drawn() -> None:
    assert Seeded("s").draw("deck", TICKETS, 0) == ()


@pytest.mark.rule("GOB-S6")
def test_every_card_is_as_likely_at_every_place() -> None:
    shuffles = [shuffle(f"fair {number}") for number in range(SHUFFLES)]
    expected = SHUFFLES / 12
    for place in range(12):
        counts = Counter(deck[place] for deck in shuffles)
        chi_square = sum((counts[card] - expected) ** 2 / expected for card in TICKETS)
        assert chi_square < 31.3  # 11 degrees of freedom: one in a thousand is beyond


@pytest.mark.rule("GOB-S6")
def test_every_pair_of_neighbours_is_as_likely() -> None:
    pairs = Counter(shuffle(f"fair {number}")[:2] for number in range(SHUFFLES))
    expected = SHUFFLES / (12 * 11)
    assert len(pairs) == 12 * 11
    chi_square = sum((count - expected) ** 2 / expected for count in pairs.values())
    assert chi_square < 186  # 131 degrees of freedom: one in a thousand is beyond


def test_recorded_cards_are_given_as_recorded() -> None:
    chance = Recorded({"deck": [3, 1, 2], "names": ("b", "a")})
    assert chance.draw("deck", (1, 2, 3), 3) == (3, 1, 2)
    assert chance.draw("names", ("a", "b", "c"), 2) == ("b", "a")
    assert chance.draw("deck", (1, 2, 3), 3) == (3, 1, 2)  # nothing is used up


@pytest.mark.parametrize(
    ("recorded", "reason"),
    [
        ({}, "no such draw is recorded"),
        ({"hands": [1, 2]}, "no such draw is recorded"),
        ({"deck": []}, "2 cards are dealt, not 0"),
        ({"deck": [1]}, "2 cards are dealt, not 1"),
        ({"deck": [1, 2, 3]}, "2 cards are dealt, not 3"),
        ({"deck": [1, 4]}, "4 is not there to be dealt"),
        ({"deck": [2, 2]}, "2 is not there to be dealt"),
        ({"deck": [1, "2"]}, "'2' is not there to be dealt"),
        ({"deck": [True, 2]}, "True is not there to be dealt"),
        ({"deck": [1, 2.0]}, "2.0 is not there to be dealt"),
        ({"deck": [1, {}]}, "{} is not there to be dealt"),
    ],
)
def test_a_recorded_draw_that_these_cards_cannot_give_is_refused(
    recorded: dict[str, list[Any]], reason: str
) -> None:
    with pytest.raises(DrawError) as refusal:
        Recorded(recorded).draw("deck", (1, 2, 3), 2)
    assert refusal.value.code == "impossible_draw"
    assert refusal.value.what == "deck"
    assert refusal.value.reason == reason
    assert str(refusal.value) == f"deck: {reason}"


def test_a_card_that_is_there_twice_may_be_dealt_twice() -> None:
    assert Recorded({"deck": [2, 2]}).draw("deck", (1, 2, 2), 2) == (2, 2)
