"""Where the seat to play may place a token now, and by which moves."""

from collections.abc import Iterator

from services.rules.core.bits import members
from services.rules.core.types import put
from services.rules.families.on_the_underground.building import Spot
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.landmarks import (
    least_cost,
    lying,
    replacing_cost,
    types_at,
)
from services.rules.families.on_the_underground.lines import affordable, can_finish, cost, grown
from services.rules.families.on_the_underground.moves import PlaceTrack
from services.rules.families.on_the_underground.network import TERMINUS
from services.rules.families.on_the_underground.state import State


def may_take_branch(edition: Edition, state: State) -> bool:
    """Say whether there is an action to spare (OTU-P7)."""
    own = state.own(state.to_play[0])
    colours = state.setup.colours
    return can_finish(edition, colours, state.lines, own, state.turn.actions - 1)


def placements(edition: Edition, state: State) -> list[PlaceTrack]:
    """List every way to place a token."""
    found: list[PlaceTrack] = []
    seat, pairs = state.to_play[0], edition.network.pairs
    spare, tiles = may_take_branch(edition, state), state.players[seat].branch_tiles
    choices = _choices(edition, state)
    for at in state.own(seat):
        line, colour = state.lines[at], state.setup.colours[at]
        if line.track.bit_count() >= edition.tokens[colour]:  # OTU-P8
            continue
        where = affordable(edition, state, line, tiles)
        sure = where & ~edition.wet if spare and not line.ends & edition.icons else 0
        where = sure | _crossable(edition, state, at, where & ~sure)
        plain, fresh = edition.placements[colour], choices & ~line.stations
        for connection in members(where):
            if pairs[connection] & fresh:
                found += _variants(edition, state, at, connection)
            else:
                found.append(plain[connection])
    return found


def spot_of(edition: Edition, state: State, move: PlaceTrack) -> Spot:
    """Find where a legal placement goes, and what it costs."""
    at = state.setup.colours.index(move.line)
    connection = edition.network.between[move.from_station, move.to_station]
    price = cost(edition, state, state.lines[at], connection)
    return Spot(state.to_play[0], at, connection, price)


def crossing_ends(edition: Edition, state: State, at: int, connection: int) -> bool:
    """Say whether every crossing can still be finished after a token here (OTU-P7)."""
    own, line = state.own(state.to_play[0]), state.lines[at]
    begun = edition.network.pairs[connection] & edition.icons & ~line.stations
    if not begun and not _is_waiting(edition, state, own):
        return True
    lines = put(state.lines, at, grown(edition, line, connection))
    return can_finish(edition, state.setup.colours, lines, own, state.turn.actions - 1)


def rewards(edition: Edition, fresh: int) -> tuple[str | None, ...]:
    """Give the rewards to choose from; None where there is nothing to choose (OTU-B6)."""
    if fresh & edition.network.kinds[TERMINUS] and len(edition.rewards) > 1:
        return edition.rewards
    return (None,)


def may_replace(
    edition: Edition, state: State, at: int, connection: int, reward: str | None
) -> bool:
    """Say whether a set can be completed with branch tiles (OTU-B8, OTU-X4).

    Those that the same action costs are gone by then, and those it gains are there.
    """
    line, player = state.lines[at], state.players[state.to_play[0]]
    fresh = edition.network.pairs[connection] & ~line.stations
    taken = types_at(edition, state, fresh)
    if not taken:
        return False
    tiles = player.branch_tiles - cost(edition, state, line, connection)
    if fresh & edition.network.kinds[TERMINUS]:
        tiles += edition.reward_tiles[edition.reward_at(reward)]
    return 0 < replacing_cost(edition, player, taken) <= tiles


def finishing(edition: Edition, state: State) -> tuple[Spot, PlaceTrack] | None:
    """Find the first placement that goes on with a crossing, if one has been begun."""
    if not _is_waiting(edition, state, state.own(state.to_play[0])):
        return None
    for move in placements(edition, state):
        spot = spot_of(edition, state, move)
        waiting = state.lines[spot.line].ends & edition.icons
        if edition.network.pairs[spot.connection] & waiting:
            return spot, move
    return None


def _choices(edition: Edition, state: State) -> int:
    """Give the stations where something may have to be chosen.

    Landmark tiles are among them only if a set is within reach at all, which is seldom the case.
    """
    chosen = edition.network.kinds[TERMINUS] if len(edition.rewards) > 1 else 0
    player = state.players[state.to_play[0]]
    if player.branch_tiles + max(edition.reward_tiles) >= least_cost(player):
        chosen |= lying(edition, state)
    return chosen


def _crossable(edition: Edition, state: State, at: int, where: int) -> int:
    kept = 0
    for connection in members(where):
        if crossing_ends(edition, state, at, connection):
            kept |= 1 << connection
    return kept


def _is_waiting(edition: Edition, state: State, own: range) -> bool:
    """Say whether a crossing has been begun and not finished."""
    return any(state.lines[at].ends & edition.icons for at in own)


def _variants(edition: Edition, state: State, at: int, connection: int) -> Iterator[PlaceTrack]:
    """List what a seat may choose with a token here: a reward, a set with replaced types."""
    colour = state.setup.colours[at]
    fresh = edition.network.pairs[connection] & ~state.lines[at].stations
    moves: tuple[PlaceTrack, ...] = (edition.placements[colour][connection],)
    if fresh & edition.network.kinds[TERMINUS]:
        moves = edition.rewarded[colour].get(connection, moves)
    for move in moves:
        yield move
        if may_replace(edition, state, at, connection, move.terminus):
            yield move._replace(set=True)
