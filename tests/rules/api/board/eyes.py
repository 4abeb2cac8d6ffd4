"""How colours look to eyes that lack one kind of cones, and how far two of them are apart."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from services.rules.api.board.palette import channels

Triple: TypeAlias = tuple[float, float, float]

EYES: Final[Mapping[str, tuple[Triple, Triple, Triple]]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Machado, Oliveira and Fernandes (2009), at full severity, on light."""
TO_XYZ: Final = (
    (0.4124, 0.3576, 0.1805),
    (0.2126, 0.7152, 0.0722),
    (0.0193, 0.1192, 0.9505),
)
WHITE: Final = (0.9505, 1.0, 1.089)


def distance(one: str, other: str, eyes: str) -> float:
    """Give the distance of two colours in CIELAB as these eyes see them; 2.3 is just noticeable."""
    first, second = _lab(one, eyes), _lab(other, eyes)
    return float(sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5)


def _lab(colour: str, eyes: str) -> Triple:
    seen = _times(EYES[eyes], channels(colour))
    shown = tuple(min(1.0, max(0.0, light)) for light in seen)
    x, y, z = (_bent(a / b) for a, b in zip(_times(TO_XYZ, shown), WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _times(rows: tuple[Triple, Triple, Triple], light: tuple[float, ...]) -> Triple:
    one, two, three = (sum(a * b for a, b in zip(row, light, strict=True)) for row in rows)
    return one, two, three


def _bent(value: float) -> float:
    return float(value ** (1 / 3)) if value > 0.008856 else 7.787 * value + 16 / 116
