"""The pictures of docs/pictures: boards in the middle of golden games, as the API draws them."""

from pathlib import Path
from typing import Final

from services.rules.api.board import draw_board
from tests.golden.playthrough import Wanted, kept
from tests.support import EDITIONS

FOLDER: Final = Path(__file__).resolve().parents[2] / "docs" / "pictures"
NAMES: Final = ("Ana", "Ben", "Cleo", "Dario", "Emmy")
SHOWN: Final = {
    "gob-rome.svg": (Wanted("gob-rome", 3, "twelve-rounds-greedy"), 0.65),
    "otu-paris.svg": (Wanted("otu-paris", 4, "all-cards-drawn-greedy"), 0.65),
}
"""The files: which game, and how much of it has been played."""


def draw(name: str) -> str:
    """Draw a picture as spectators see the game."""
    wanted, moment = SHOWN[name]
    game, entry = kept(wanted), EDITIONS[wanted.edition]
    state = game.steps[int(moment * len(game.steps))].before
    view = entry.family.view(entry.edition, state, None)
    return draw_board(entry, view, NAMES[: wanted.seats])
