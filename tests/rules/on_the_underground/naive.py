"""The actions of a turn once more, found slowly and one by one from docs/rules alone.

Its table is what a seat sees: names, and no numbers of connections, no bits. Every question is
answered by looking at the tokens. It shares the map of the city with the engine and nothing else.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise, product
from typing import Any, Final, NamedTuple, TypeAlias

from services.rules.families.on_the_underground import view
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.moves import PlaceTrack, TakeBranch
from services.rules.families.on_the_underground.state import State

Names: TypeAlias = frozenset[str]
"""Some stations; two of them are a connection."""
Tracks: TypeAlias = Mapping[str, Collection[Names]]
"""Line -> where its tokens lie."""
Crossing: TypeAlias = tuple[str, tuple[str, ...]]
"""A line, and the way from an icon where it ends to a station."""

TOKENS: Final = {"red": 20, "black": 20, "yellow": 20, "blue": 20, "purple": 20}
FEWER_TOKENS: Final = 15
TILES: Final = 2
"""Branch tiles for a branch, for a full connection, and for a missing landmark type."""
OVERBUILDING: Final = ("otu-paris",)
REWARDS: Final = {"otu-paris": {"points": 0, "mixed": 1, "branches": 2}}
"""The branch tiles that come with each reward, where there is a choice (OTU-B6)."""
REWARD: Final = 1
"""Those where there is none (OTU-B2)."""


class Table(NamedTuple):
    """Everything that decides which actions there are."""

    edition: Edition
    tracks: Tracks
    own: tuple[str, ...]
    actions: int
    tiles: int
    hand: Mapping[str, int]
    """Landmark tiles by type."""
    lying: Mapping[str, str]
    """Station -> the landmark tile there."""


class Effect(NamedTuple):
    """What a placement does; of what it connects only kinds and counts, in no order."""

    spent: int
    gained: int
    connected: list[tuple[str, int]]
    landmarks: list[str]
    replaced: list[str]
    sets: int


def table_of(edition: Edition, state: State, seat: int) -> Table:
    """Take from what a seat sees all that matters for its actions."""
    seen: Any = view(edition, state, seat)
    own = seen["seats"][seat]
    lines = [line for each in seen["seats"] for line in each["lines"]]
    return Table(
        edition,
        {line["line"]: frozenset(map(frozenset, line["track"])) for line in lines},
        tuple(line["line"] for line in own["lines"]),
        seen["actions"],
        own["sheet"]["branch_tiles"],
        own["sheet"].get("landmark_tiles", {}),
        seen["landmarks"],
    )


def legal_actions(table: Table) -> dict[TakeBranch | PlaceTrack, Effect | None]:
    """Find every action that breaks no rule, and what it does."""
    found: dict[TakeBranch | PlaceTrack, Effect | None] = {}
    if can_finish(table, table.tracks):
        found[TakeBranch()] = None
    for line, pair in product(table.own, connections(table.edition)):
        first, second = sorted(pair)
        place = PlaceTrack(line, first, second)
        if _broken_by_place(table, place):
            continue
        for reward, replacing in product((None, *_rewards(table)), (False, True)):
            move = place._replace(terminus=reward, set=replacing)
            if not _broken_by_choice(table, move):
                found[move] = _effect(table, move)
    return found


def broken(table: Table, move: PlaceTrack) -> set[str]:
    """Name the rules that a placement breaks."""
    faults = _broken_by_place(table, move)
    if move.line in table.own and _pair(move) in connections(table.edition):
        faults |= _broken_by_choice(table, move)
    return faults


@cache
def connections(edition: Edition) -> Mapping[Names, int]:
    """Give the connections of a city, with their track spaces."""
    return {frozenset(each.stations): each.spaces for each in edition.network.connections}


def can_finish(table: Table, tracks: Tracks) -> bool:
    """Say whether the actions after this one can bring every line ashore (OTU-P7)."""
    ways = [
        [(line, way) for way in _ashore(table, tracks[line], (end,))]
        for line in table.own
        for end in _ends(tracks[line])
        if _kind(table, end) == "water"
    ]
    return any(_is_possible(table, tracks, plan) for plan in product(*ways))


def _broken_by_place(table: Table, move: PlaceTrack) -> set[str]:
    """Name the rules that a token breaks, whatever is chosen with it."""
    line, pair = move.line, _pair(move)
    if line not in table.own:
        return {"OTU-S2"}
    track = table.tracks[line]
    faults = {"OTU-P8"} if not _tokens_left(line, track) else set()
    if pair not in connections(table.edition):
        return faults | {"OTU-P2" if track else "OTU-P1"}
    if pair in track:
        return faults | {"OTU-P4"}
    if track and not pair & _touched(track):
        return faults | {"OTU-P2"}
    faults |= _unpaid(table, line, pair)
    after = {**table.tracks, line: {*track, pair}}
    return faults if can_finish(table, after) else faults | {"OTU-P7"}


def _unpaid(table: Table, line: str, pair: Names) -> set[str]:
    """Name the rules by which there is no place here, or none for the tiles there are."""
    full = _is_full(table, pair)
    if full and not table.tracks[line]:
        return {"OTU-P1"}  # it asks for an empty space, even where further tokens may overbuild
    if full and table.edition.id not in OVERBUILDING:
        return {"OTU-P5"}
    if _cost(table, line, pair) <= table.tiles:
        return set()
    return {"OTU-P5"} if full else {"OTU-P3"}


def _cost(table: Table, line: str, pair: Names) -> int:
    """Count the branch tiles for a place (OTU-P3, OTU-P5)."""
    track = table.tracks[line]
    branch = bool(track) and not pair & _ends(track)
    return TILES * (branch + _is_full(table, pair))


def _is_full(table: Table, pair: Names) -> bool:
    tokens = sum(pair in track for track in table.tracks.values())
    return tokens >= connections(table.edition)[pair]


def _ashore(
    table: Table, track: Collection[Names], way: tuple[str, ...]
) -> Iterator[tuple[str, ...]]:
    """Lead a line on from an icon, over icons that are new to it, to a station."""
    for pair in connections(table.edition):
        if way[-1] not in pair or pair in track:
            continue
        (there,) = pair - {way[-1]}
        if _kind(table, there) != "water":
            yield (*way, there)
        elif there not in way and there not in _touched(track):
            yield from _ashore(table, track, (*way, there))


def _is_possible(table: Table, tracks: Tracks, plan: tuple[Crossing, ...]) -> bool:
    """Say whether all ways of a plan can be built: enough actions, tokens and spaces."""
    tokens = [(line, frozenset(pair)) for line, way in plan for pair in pairwise(way)]
    if len(tokens) > table.actions - 1:
        return False
    lying = Counter(pair for track in tracks.values() for pair in track)
    lying.update(pair for _, pair in tokens)
    placed = Counter(line for line, _ in tokens)
    return all(
        lying[pair] <= connections(table.edition)[pair]
        and placed[line] <= _tokens_left(line, tracks[line])
        for line, pair in tokens
    )


def _broken_by_choice(table: Table, move: PlaceTrack) -> set[str]:
    """Name the rules that the choices of a placement break."""
    fresh = _fresh(table, move)
    offered = _rewards(table) if "terminus" in {_kind(table, name) for name in fresh} else {}
    faults = set() if move.terminus in (offered or {None}) else {"OTU-B6"}
    if move.set:
        missing = _missing(table, fresh)
        tiles = table.tiles - _cost(table, move.line, _pair(move)) + _gained(table, move)
        if not fresh & table.lying.keys():
            faults.add("OTU-X4")
        elif not missing or TILES * len(missing) > tiles:
            faults.add("OTU-B8")
    return faults


def _effect(table: Table, move: PlaceTrack) -> Effect:
    """Tell what a legal placement does."""
    fresh = _fresh(table, move)
    taken = sorted(table.lying[name] for name in fresh & table.lying.keys())
    missing = sorted(_missing(table, fresh))
    return Effect(
        spent=_cost(table, move.line, _pair(move)),
        gained=_gained(table, move),
        connected=sorted(_connected(table, table.tracks[move.line], fresh)),
        landmarks=taken,
        replaced=missing if move.set else [],
        sets=int(move.set or bool(taken and not missing)),
    )


def _missing(table: Table, fresh: Names) -> set[str]:
    """Name the types missing for a set once the tiles at new stations are taken."""
    taken = {table.lying[name] for name in fresh & table.lying.keys()}
    return {name for name, tiles in table.hand.items() if not tiles} - taken


def _gained(table: Table, move: PlaceTrack) -> int:
    if "terminus" not in {_kind(table, name) for name in _fresh(table, move)}:
        return 0
    return _rewards(table).get(move.terminus or "", REWARD)


def _connected(table: Table, track: Iterable[Names], fresh: Names) -> Iterator[tuple[str, int]]:
    """Tell kinds, and what had been connected before: lines here, or such places of this line."""
    reached = _touched(track)
    for name in sorted(fresh):
        kind, cluster = _station(table.edition)[name]
        if kind == "water":
            yield kind, sum(_kind(table, other) == "water" for other in reached)
        elif kind != "plain":
            yield kind, sum(name in _touched(other) for other in table.tracks.values())
        known = {_station(table.edition)[other][1] for other in reached} - {None}
        if cluster and cluster not in known:
            yield "cluster", len(known)
        reached |= {name}


@cache
def _station(edition: Edition) -> Mapping[str, tuple[str, str | None]]:
    return {each.id: (each.kind, each.cluster) for each in edition.network.stations}


def _kind(table: Table, name: str) -> str:
    return _station(table.edition)[name][0]


def _rewards(table: Table) -> Mapping[str, int]:
    return REWARDS.get(table.edition.id, {})


def _pair(move: PlaceTrack) -> Names:
    return frozenset((move.from_station, move.to_station))


def _fresh(table: Table, move: PlaceTrack) -> Names:
    return _pair(move) - _touched(table.tracks[move.line])


def _touched(track: Iterable[Names]) -> Names:
    return frozenset(name for pair in track for name in pair)


def _ends(track: Iterable[Names]) -> Names:
    touches = Counter(name for pair in track for name in pair)
    return frozenset(name for name, tokens in touches.items() if tokens == 1)  # OTU-P2


def _tokens_left(line: str, track: Collection[Names]) -> int:
    return TOKENS.get(line, FEWER_TOKENS) - len(track)
