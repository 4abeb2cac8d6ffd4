"""How lines grow: ends, branches, and crossings that have to be finished."""

from typing import Final

from services.rules.core.bits import members
from services.rules.core.types import new, put
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.state import Line, State

BRANCH_COST: Final = 2
"""Branch tiles for a branch, for a closed connection, or for a missing landmark type."""


def grown(edition: Edition, line: Line, connection: int) -> Line:
    """Put a token on a connection (OTU-X7: it may touch the line at both of its stations)."""
    track, stations, ends, rewards, later, rides = line
    pair = edition.network.pairs[connection]
    ends = ends & ~pair | pair & ~stations  # OTU-P2: no longer just once, or for the first time
    track |= 1 << connection
    return new(Line, (track, stations | pair, ends, rewards, later, rides))


def extensions(edition: Edition, line: Line) -> tuple[int, int]:
    """Give the connections where a line may grow from an end, and those that need a branch.

    The first token of a colour goes anywhere (OTU-P1); no connection takes a colour twice (OTU-P4).
    """
    network = edition.network
    if not line.track:
        return (1 << len(network.connections)) - 1, 0
    plain = network.touching(line.ends) & ~line.track
    return plain, network.touching(line.stations & ~line.ends) & ~line.track & ~plain


def affordable(edition: Edition, state: State, line: Line, tiles: int) -> int:
    """Give the connections that a line may grow over for this many branch tiles."""
    plain, branches = extensions(edition, line)
    closed = state.closed
    where = plain & ~closed
    if tiles >= BRANCH_COST and line.track:
        where |= branches & ~closed
        if edition.overbuilding:  # OTU-P5, and never for a first token: OTU-P1
            where |= plain & closed
            if tiles >= 2 * BRANCH_COST:
                where |= branches & closed
    return where


def cost(edition: Edition, state: State, line: Line, connection: int) -> int:
    """Count the branch tiles that a token costs on a connection where it may lie."""
    price = 0
    if line.track and not edition.network.pairs[connection] & line.ends:
        price = BRANCH_COST
    return price + (BRANCH_COST if state.closed >> connection & 1 else 0)


def is_full(edition: Edition, lines: tuple[Line, ...], connection: int) -> bool:
    """Say whether all track spaces of a connection are taken (OTU-P5)."""
    taken = sum(line.track >> connection & 1 for line in lines)
    return taken >= edition.network.connections[connection].spaces


def is_one_piece(edition: Edition, line: Line) -> bool:
    """Say whether all tokens of a line hang together, as they always do in a game (OTU-X2)."""
    pairs = edition.network.pairs
    left = list(members(line.track))
    reached = pairs[left[0]] if left else 0
    while apart := [connection for connection in left if not pairs[connection] & reached]:
        if len(apart) == len(left):
            return False
        for connection in left:
            if pairs[connection] & reached:
                reached |= pairs[connection]
        left = apart
    return True


def can_finish(
    edition: Edition,
    colours: tuple[str, ...],
    lines: tuple[Line, ...],
    own: range,
    actions: int,
) -> bool:
    """Say whether every crossing begun can be finished with these actions (OTU-P7).

    From each icon where a line ends it has to lead on to a station, over icons that are new to it:
    a crossing begun from both sides is not finished by meeting in the middle. Such a token is
    always an ordinary extension, so the connections of one icon after the other are tried.
    """
    for at in own:
        waiting = lines[at].ends & edition.icons
        if waiting:
            break
    else:
        return True
    line = lines[at]
    if not actions or line.track.bit_count() >= edition.tokens[colours[at]]:
        return False
    icon = waiting & -waiting
    met = line.stations & edition.icons & ~icon
    for connection in members(edition.network.at[icon.bit_length() - 1] & ~line.track):
        if not edition.network.pairs[connection] & met and not is_full(edition, lines, connection):
            after = put(lines, at, grown(edition, line, connection))
            if can_finish(edition, colours, after, own, actions - 1):
                return True
    return False
