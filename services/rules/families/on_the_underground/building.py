"""What an action does: a token on the board, and what the line was connected to by it."""

from collections.abc import Iterator
from typing import NamedTuple

from services.rules.core.bits import members
from services.rules.core.types import new, put
from services.rules.families.on_the_underground.edition import Edition
from services.rules.families.on_the_underground.events import BranchTaken, Connected, TrackPlaced
from services.rules.families.on_the_underground.landmarks import collected, types_at
from services.rules.families.on_the_underground.lines import grown, is_full
from services.rules.families.on_the_underground.moves import PlaceTrack
from services.rules.families.on_the_underground.network import (
    CLUSTER,
    PLAIN,
    RER,
    TERMINUS,
    WATER,
)
from services.rules.families.on_the_underground.state import Line, Player, State, Turn


class Spot(NamedTuple):
    """Where a token goes: whose, of which line, and what it costs in branch tiles."""

    seat: int
    line: int
    connection: int
    cost: int


def take_branch(state: State) -> tuple[State, BranchTaken]:
    """Take a branch tile."""
    seat = state.to_play[0]
    standing, tiles, landmarks, sets = state.players[seat]
    player = new(Player, (standing, tiles + 1, landmarks, sets))
    return _acted(state, seat, player), BranchTaken(seat)


def place(
    edition: Edition, state: State, spot: Spot, move: PlaceTrack
) -> tuple[State, TrackPlaced]:
    """Put a token on the board; everything about the move has been checked."""
    seat, at, connection, spent = spot
    before = state.lines[at]
    fresh = edition.network.pairs[connection] & ~before.stations
    connected = tuple(_connected(edition, state, before, fresh))
    line, gained = _rewarded(edition, grown(edition, before, connection), connected, move.terminus)
    standing, tiles, landmarks, sets = state.players[seat]
    player = new(Player, (standing, tiles - spent + gained, landmarks, sets))
    taken = types_at(edition, state, fresh)
    replaced: tuple[str, ...] = ()
    scored = 0
    if taken:
        player, scored, replaced = collected(edition, player, taken, replacing=move.set)
    names = edition.network.connections[connection].stations
    chosen = names[0], names[1], move.terminus, move.set
    given = spent, gained, connected, tuple(taken), replaced, scored
    event = new(TrackPlaced, (seat, move.line, *chosen, *given))
    return _laid(edition, _acted(state, seat, player), at, line, connection), event


def _acted(state: State, seat: int, player: Player) -> State:
    """Use up an action."""
    setup, turn, to_play, *board, players = state
    phase, number, actions, visits = turn
    turn = new(Turn, (phase, number, actions - 1, visits))
    return new(State, (setup, turn, to_play, *board, put(players, seat, player)))


def _laid(edition: Edition, state: State, at: int, line: Line, connection: int) -> State:
    """Put the longer line on the board, and see whether it closes its last connection."""
    *table, tracked, closed, lines, players = state
    lines = put(lines, at, line)
    if is_full(edition, lines, connection):
        closed |= 1 << connection
    return new(State, (*table, tracked | 1 << connection, closed, lines, players))


def _connected(edition: Edition, state: State, line: Line, fresh: int) -> Iterator[Connected]:
    """Tell what a line is being connected to, and what was before."""
    network = edition.network
    known = line.stations
    for number in members(fresh):
        name, _, _, kind, _, cluster = network.stations[number]
        if kind == WATER:
            yield Connected(name, WATER, (known & edition.icons).bit_count())
        elif kind != PLAIN:
            others = sum(other.stations >> number & 1 for other in state.lines)
            yield Connected(name, kind, others)
        if cluster and not network.clusters[cluster] & known:
            reached = sum(bool(other & known) for other in network.clusters.values())
            yield Connected(name, CLUSTER, reached)
        known |= 1 << number


def _rewarded(
    edition: Edition, line: Line, connected: tuple[Connected, ...], reward: str | None
) -> tuple[Line, int]:
    """Note on the line what its new stations gave it, and count the branch tiles among that."""
    track, stations, ends, rewards, later, rides = line
    gained = 0
    for each in connected:
        if each.kind == TERMINUS:  # OTU-B2, OTU-B6
            at = edition.reward_at(reward)
            rewards = put(rewards, at, rewards[at] + 1)
            gained = edition.reward_tiles[at]
        elif each.kind == RER and each.before:  # OTU-B5
            later += 1
    return new(Line, (track, stations, ends, rewards, later, rides)), gained
