"""The sheet: what a player has crossed off, and what each thing on the map does to it.

While a route is plotted the sheet is a plain list (`Boxes`), one place per field of `Sheet`; the
functions below are the only ones that write on it. They are named in the edition files, and each
notes in a diary what it crossed off. They hold capacities, never points.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from services.rules.families.get_on_board.capacities import Capacities

Boxes: TypeAlias = list[Any]
Diary: TypeAlias = list[str]
Effect: TypeAlias = Callable[[Boxes, Diary], None]


class Sheet(NamedTuple):
    """Every box of both kinds of sheet; a city leaves alone what it does not have."""

    turn_zone: int = 0
    grannies: int = 0
    students: int = 0
    interns: int = 0
    universities: int = 0
    cinemas: int = 0
    tourist_rows: tuple[int, ...] = ()
    """Tourists in each resolved row."""
    tourists: int = 0
    """Tourists in the topmost unresolved row."""
    monuments: int = 0
    museums: int = 0
    operas: int = 0
    theaters: int = 0
    business_rows: tuple[int, ...] = ()
    businesspeople: int = 0
    flirt_rows: tuple[tuple[int, int], ...] = ()
    """Light and dark flirts in each resolved row."""
    light_flirts: int = 0
    dark_flirts: int = 0
    university_note: int | None = None
    monument_note: int | None = None
    museum_note: int | None = None
    office_note: int | None = None
    metro_circled: int = 0
    metro_crossed: int = 0
    traffic: int = 0
    connections: int = 0
    personal: str = ""
    """Letters reached of the own personal objective."""
    common: tuple[tuple[str, str], ...] = ()
    """Common objectives completed, each with the side its card showed."""


FIELD: Final[Mapping[str, int]] = {name: at for at, name in enumerate(Sheet._fields)}
TURN_ZONE: Final = FIELD["turn_zone"]
GRANNIES: Final = FIELD["grannies"]
STUDENTS: Final = FIELD["students"]
INTERNS: Final = FIELD["interns"]
TOURIST_ROWS: Final = FIELD["tourist_rows"]
TOURISTS: Final = FIELD["tourists"]
BUSINESS_ROWS: Final = FIELD["business_rows"]
BUSINESSPEOPLE: Final = FIELD["businesspeople"]
FLIRT_ROWS: Final = FIELD["flirt_rows"]
LIGHT_FLIRTS: Final = FIELD["light_flirts"]
DARK_FLIRTS: Final = FIELD["dark_flirts"]
METRO_CIRCLED: Final = FIELD["metro_circled"]
METRO_CROSSED: Final = FIELD["metro_crossed"]
PERSONAL: Final = FIELD["personal"]


def single_box(zone: str, capacities: Capacities) -> Effect:
    """Cross off the next free box of a zone: GOB-B1, GOB-B2, GOB-B5, GOB-B8."""
    at, capacity = FIELD[zone], capacities[zone]

    def cross_off(boxes: Boxes, diary: Diary) -> None:
        if boxes[at] < capacity:
            boxes[at] += 1
            diary.append(zone)

    return cross_off


def tourist(capacities: Capacities) -> Effect:
    """Board a tourist: GOB-B3."""
    rows, places = capacities["tourists.rows"], capacities["tourists.boxes"]

    def board(boxes: Boxes, diary: Diary) -> None:
        if boxes[TOURISTS] < places and len(boxes[TOURIST_ROWS]) < rows:
            boxes[TOURISTS] += 1
            diary.append("tourists")

    return board


def sight(zone: str, capacities: Capacities) -> Effect:
    """Show the tourists a monument, museum, opera or theater: GOB-B4, GOB-B5."""
    at, capacity = FIELD[zone], capacities[zone]

    def visit(boxes: Boxes, diary: Diary) -> None:
        if boxes[at] < capacity:
            boxes[at] += 1
            diary.append(zone)
        tourists = boxes[TOURISTS]
        if tourists:
            boxes[TOURIST_ROWS] += (tourists,)
            boxes[TOURISTS] = 0
            diary.append("tourists_row")

    return visit


def businessperson(capacities: Capacities) -> Effect:
    """Board a businessperson: GOB-B6."""
    rows = capacities["businesspeople.rows"]
    places = capacities["businesspeople.boxes"]

    def board(boxes: Boxes, diary: Diary) -> None:
        if boxes[BUSINESSPEOPLE] < places and len(boxes[BUSINESS_ROWS]) < rows:
            boxes[BUSINESSPEOPLE] += 1
            diary.append("businesspeople")

    return board


def office(capacities: Capacities) -> Effect:
    """Take the businesspeople to work, and a bonus passenger on board: GOB-B7."""
    bonus = [BOARDING[name](capacities) for name in capacities.bonus]

    def arrive(boxes: Boxes, diary: Diary) -> None:
        people = boxes[BUSINESSPEOPLE]
        if people:
            boxes[BUSINESS_ROWS] += (people,)
            boxes[BUSINESSPEOPLE] = 0
            diary.append("businesspeople_row")
            bonus[people - 1](boxes, diary)

    return arrive


def flirt(shade: int, capacities: Capacities) -> Effect:
    """Board a flirt of a shade: GOB-B10. Which couple it joins is settled by GOB-X8."""
    rows, couples = capacities["flirts.rows"], capacities["flirts.couples"]
    name = Sheet._fields[shade]

    def board(boxes: Boxes, diary: Diary) -> None:
        if boxes[shade] < couples and len(boxes[FLIRT_ROWS]) < rows:
            boxes[shade] += 1
            diary.append(name)

    return board


def restaurant() -> Effect:
    """Seat the flirts of the row: GOB-B11."""

    def dine(boxes: Boxes, diary: Diary) -> None:
        light, dark = boxes[LIGHT_FLIRTS], boxes[DARK_FLIRTS]
        if light or dark:
            boxes[FLIRT_ROWS] += ((light, dark),)
            boxes[LIGHT_FLIRTS] = boxes[DARK_FLIRTS] = 0
            diary.append("flirts_row")

    return dine


def metro(capacities: Capacities) -> Effect:
    """Circle an M: GOB-P11."""
    spaces = capacities["metro"]

    def circle(boxes: Boxes, diary: Diary) -> None:
        if boxes[METRO_CIRCLED] < spaces:
            boxes[METRO_CIRCLED] += 1
            diary.append("metro")

    return circle


LIGHT: Final = "light"
METRO: Final = "metro"

BOARDING: Final[Mapping[str, Callable[[Capacities], Effect]]] = {
    "granny": lambda c: single_box("grannies", c),
    "student": lambda c: single_box("students", c),
    "intern": lambda c: single_box("interns", c),
    "university": lambda c: single_box("universities", c),
    "cinema": lambda c: single_box("cinemas", c),
    "tourist": tourist,
    "monument": lambda c: sight("monuments", c),
    "museum": lambda c: sight("museums", c),
    "opera": lambda c: sight("operas", c),
    "theater": lambda c: sight("theaters", c),
    "businessperson": businessperson,
    "office": office,
    "light_flirt": lambda c: flirt(LIGHT_FLIRTS, c),
    "dark_flirt": lambda c: flirt(DARK_FLIRTS, c),
    "restaurant": lambda _: restaurant(),
    METRO: metro,
    LIGHT: lambda _: lambda _boxes, _diary: None,
}
"""What a thing does, by its name in an edition file."""
ON_THE_MAP: Final = {name: effect for name, effect in BOARDING.items() if name != "intern"}
"""What can stand on a map; interns come from offices only (GOB-B8)."""
