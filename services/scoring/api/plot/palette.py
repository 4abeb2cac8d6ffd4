"""The few colours of the plots; what they tell is also told by place, dashes or a sign."""

from typing import Final

INK: Final = "#1b1f24"
QUIET: Final = "#4a525c"
GROUND: Final = "#f4f1ea"
PANEL: Final = "#ffffff"
RULE: Final = "#d8d3c6"
BAND: Final = "#ece7db"
"""Behind the middle half of all totals."""
BAR: Final = "#0072b2"
MARK: Final = "#d55e00"
"""Both after Okabe and Ito: they differ for every kind of eyes."""
