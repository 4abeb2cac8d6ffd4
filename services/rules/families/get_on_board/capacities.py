"""How many boxes each zone of a city's sheet has. Numbers of boxes only: points live in scoring."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from services.rules.core.content import Content
from services.rules.core.errors import EditionError

ZONES: Final[Mapping[str, tuple[str, ...]]] = {
    "turn_zone": (),
    "grannies": (),
    "students": (),
    "interns": (),
    "universities": (),
    "cinemas": (),
    "tourists": ("rows", "boxes"),
    "monuments": (),
    "museums": (),
    "operas": (),
    "theaters": (),
    "businesspeople": ("rows", "boxes"),
    "flirts": ("rows", "couples"),
    "metro": (),
    "traffic": (),
    "connections": (),
}
"""Every zone a sheet can have; those of rows have two numbers."""
MOST_BOXES: Final = 99
BONUS_PASSENGERS: Final = ("granny", "student", "tourist", "intern")
"""Who can come on board at an office."""
CROWD_ZONES: Final = ("traffic", "connections")


@dataclass(frozen=True, slots=True)
class Capacities:
    """The zones of one city's sheet."""

    boxes: Mapping[str, int]
    """`grannies`: 8, `tourists.rows`: 3, `tourists.boxes`: 4, ..."""
    bonus: tuple[str, ...]
    """What an office gives besides, by the number of businesspeople (GOB-B7)."""
    crowd_zone: str
    """The zone of others' markers: traffic or connections (GOB-T1)."""

    def __getitem__(self, zone: str) -> int:
        if zone not in self.boxes:
            raise EditionError(f"sheet.{zone}", "missing, but something on the map needs it")
        return self.boxes[zone]

    def has(self, zone: str) -> bool:
        """Say whether the sheet has a zone."""
        return zone in self.boxes or f"{zone}.rows" in self.boxes


def read_capacities(sheet: Content) -> Capacities:
    """Read the `sheet` of an edition file."""
    boxes = {}
    bonus: tuple[str, ...] = ()
    for zone in (zone for zone in ZONES if sheet.has(zone)):
        if not ZONES[zone]:
            boxes[zone] = sheet.whole(zone, MOST_BOXES)
            continue
        part = sheet.part(zone)
        boxes.update({f"{zone}.{number}": part.whole(number, MOST_BOXES) for number in ZONES[zone]})
        if zone == "businesspeople":
            bonus = _bonus(part, boxes["businesspeople.boxes"])
    sheet.finish()
    crowd = [zone for zone in CROWD_ZONES if zone in boxes]
    if len(crowd) != 1:
        sheet.fail("traffic", "a sheet has either traffic or connections")
    return Capacities(boxes, bonus, crowd[0])


def _bonus(part: Content, people: int) -> tuple[str, ...]:
    bonus = part.texts("bonus")
    for name in bonus:
        if name not in BONUS_PASSENGERS:
            part.fail("bonus", f"expected some of {', '.join(BONUS_PASSENGERS)}, found {name}")
    if len(bonus) != people:
        part.fail("bonus", f"expected {people}, one for each number of businesspeople in a row")
    return bonus
