"""How much room a text takes, and texts made safe and short enough to show.

The widths are those of a wide font (DejaVu Sans), so that whatever font is at hand fits.
"""

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

NARROW: Final = {
    0.3: "'\" ,.IJijl",
    0.37: "-/:;\\f|",
    0.41: "!()[]rt",
    0.52: "*_`szcL?\N{EN DASH}",
    0.62: "FPTYaekovxy",
    0.65: "$0123456789EKSbdghnpqu{}",
    0.7: "ABCRVXZ",
    0.77: "DGHNUQO",
    0.87: "&w#+<=>M^~\N{MINUS SIGN}",
    1.0: "%m@W—…",
}
WIDTHS: Final[Mapping[str, float]] = {
    letter: width for width, letters in NARROW.items() for letter in letters
}
USUAL: Final = 0.7
BOLD: Final = 1.11
ELLIPSIS: Final = "…"
LONGEST: Final = 120
"""Letters of a text that anybody looks at; there is room for fewer."""
DANGEROUS: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Controls, changes of direction, halves of letters: no document may hold them, or no name."""


def width(text: str, size: float, *, bold: bool = False) -> float:
    """Estimate the width of a line of text."""
    return sum(map(_advance, text)) * size * (BOLD if bold else 1)


def fitted(text: str, room: float, size: float, *, bold: bool = False) -> str:
    """Shorten a text until it fits, and show that it was."""
    if width(text, size, bold=bold) <= room:
        return text
    while text and width(text + ELLIPSIS, size, bold=bold) > room:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS


def clean(text: str) -> str:
    """Take out of a text of strangers what could break the picture or deceive its reader."""
    safe = "".join(
        " " if unicodedata.category(each) in DANGEROUS else each
        for each in unicodedata.normalize("NFC", text[:LONGEST])
    )
    return " ".join(safe.split())


@lru_cache(maxsize=4096)
def _advance(letter: str) -> float:
    """Give the width of a letter; accents change nothing, wide scripts take a whole square."""
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.05
    plain = unicodedata.normalize("NFD", letter)[0]
    return WIDTHS.get(plain, USUAL)
