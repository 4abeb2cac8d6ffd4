"""The cities of On the Underground, and a small one in which there is something of everything."""

from functools import cache
from pathlib import Path
from typing import Final

from services.rules.editions import load_edition
from services.rules.families.on_the_underground.edition import Edition
from tests.rules.editions.changed import write
from tests.support import EDITIONS

NEW_YORK: Final = "otu-new-york"
PARIS: Final = "otu-paris"
OSLO: Final = "otu-oslo"
SMALL: Final = """\
id: otu-oslo
name: Oslo
family: on-the-underground
version: 3
players: [2]
passenger_start: sentrum
destinations_per_turn: 2
overbuilding: true
terminus: {points: 0, tiles: 3}
tokens: {red: 6, black: 6, yellow: 6, blue: 6, pink: 4, orange: 4, green: 4, gray: 5}
score_tiles:
  2: [red black orange gray, yellow blue pink green]
landmarks: {opera: 1, museum: 1}
secret_objectives:
  a: [sentrum, nord, torg]
  b: [sentrum, nord, park]
  c: [sentrum, torg, park]
  d: [nord, torg, park]
counts: {stations: 8, icons: 1, terminus: 1, rail: 1, rer: 1, landmark: 2, clusters: 1,
  connections: 8, cards: 5}
size: [10, 10.5]
stations:
  sentrum: {name: Sentrum, at: [5, 5], kind: rer}
  vest: {name: Vest, at: [0, 5.5], kind: terminus}
  nord: {name: Nord, at: [5, 0], kind: rail, cluster: midt}
  ost: {name: Øst, at: [10, 5], cards: 2, cluster: midt}
  syd: {name: Syd, at: [4, 10.5], kind: landmark}
  fjord: {name: Fjord, at: [7.5, 2], kind: water}
  park: {name: Park, at: [3, 7], cards: 1}
  torg: {name: Torg, at: [8, 8], kind: plain, cards: 2}
  bukt: {name: Bukt, at: [9, 9], kind: landmark}
connections:
  nord | sentrum: 2
  vest|sentrum: 1
  sentrum | park: 1
  torg | sentrum: 9
  fjord | nord: 1
  ost | fjord: 3
  syd | park: 1
  bukt | torg: 1
"""


@cache
def city(name: str) -> Edition:
    """Give a city as it is loaded."""
    edition = EDITIONS[name].edition
    assert isinstance(edition, Edition)
    return edition


def load(folder: Path, name: str, text: str) -> Edition:
    """Load a city from a text."""
    edition = load_edition(write(folder, name, text)).edition
    assert isinstance(edition, Edition)
    return edition
