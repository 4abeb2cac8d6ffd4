"""A sheet as facts: the document that views show and that scoring reads. No points in it."""

from collections.abc import Mapping
from typing import Any, Final

from services.rules.core.types import Json, JsonObject
from services.rules.families.get_on_board.capacities import ZONES
from services.rules.families.get_on_board.edition import Edition
from services.rules.families.get_on_board.sheet import Sheet

NOTES: Final = ("university", "monument", "museum", "office")


def sheet_to_json(edition: Edition, sheet: Sheet) -> JsonObject:
    """Write down the zones that the city's sheet has."""
    rowed: Mapping[str, Json] = {
        "tourists": {"resolved": list(sheet.tourist_rows), "unresolved": sheet.tourists},
        "businesspeople": {
            "resolved": list(sheet.business_rows),
            "unresolved": sheet.businesspeople,
        },
        "flirts": {
            "resolved": [_flirts(*row) for row in sheet.flirt_rows],
            "unresolved": _flirts(sheet.light_flirts, sheet.dark_flirts),
        },
        "metro": {"circled": sheet.metro_circled, "crossed": sheet.metro_crossed},
    }
    facts: JsonObject = {}
    for zone in ZONES:
        if edition.capacities.has(zone):
            facts[zone] = rowed[zone] if zone in rowed else getattr(sheet, zone)
    if edition.landmarks:
        facts["landmarks"] = {place: getattr(sheet, f"{place}_note") for place in NOTES}
    facts["personal"] = list(sheet.personal)
    facts["common"] = dict(sheet.common)
    return facts


def sheet_from_json(facts: Mapping[str, Any]) -> Sheet:
    """Read a sheet back."""
    boxes = {zone: facts[zone] for zone, numbers in ZONES.items() if zone in facts and not numbers}
    metro = boxes.pop("metro", {"circled": 0, "crossed": 0})
    tourists = facts["tourists"]
    business = facts.get("businesspeople", {"resolved": (), "unresolved": 0})
    flirts = facts.get("flirts", {"resolved": (), "unresolved": _flirts(0, 0)})
    notes = facts.get("landmarks", dict.fromkeys(NOTES))
    return Sheet(
        **boxes,
        tourist_rows=tuple(tourists["resolved"]),
        tourists=tourists["unresolved"],
        business_rows=tuple(business["resolved"]),
        businesspeople=business["unresolved"],
        flirt_rows=tuple((row["light"], row["dark"]) for row in flirts["resolved"]),
        light_flirts=flirts["unresolved"]["light"],
        dark_flirts=flirts["unresolved"]["dark"],
        **{f"{place}_note": notes[place] for place in NOTES},
        metro_circled=metro["circled"],
        metro_crossed=metro["crossed"],
        personal="".join(facts["personal"]),
        common=tuple(facts["common"].items()),
    )


def _flirts(light: int, dark: int) -> JsonObject:
    return {"light": light, "dark": dark}
