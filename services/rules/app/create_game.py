"""A game is created: set up by a seed whose hash is published at once."""

from datetime import datetime
from typing import NamedTuple

from services.plumbing.callers import Caller, Request
from services.plumbing.errors import KeyReusedError, MissingScopeError, TokenNeededError
from services.plumbing.moments import moment
from services.rules.app.log import SETUP, Writer, pack
from services.rules.app.rules import CREATE, Rules, version_of
from services.rules.app.tables import Table, open_table
from services.rules.core.chance import Seeded
from services.rules.core.registry import Entry
from services.rules.store.ports import Clock, NewGame, Place, Receipt, Settled, Stored


class GameRequest(NamedTuple):
    """What somebody wants to be played."""

    players: tuple[str, ...]
    seed: str | None = None
    public: bool = True
    clock: Clock | None = None
    tell_turns: bool = False
    """Whether the lobby is told of every turn."""
    stand_ins: tuple[str, ...] = ()
    """Who takes the seats of players who leave, one after the other."""


def create_game(
    rules: Rules, caller: Caller, edition: str, wanted: GameRequest, request: Request
) -> Table:
    """Set a game up and store it; the table as it was at version 0.

    The key of a repeated request leads to the id of the game: whoever comes second finds it there,
    also after a crash in between.
    """
    _check(caller)
    entry = rules.served.entry(edition)
    new = _set_up(rules, entry, _settle(rules, entry, wanted))
    return _store(rules, Place(edition, _id(rules, request)), entry, new)


def create_at(rules: Rules, place: Place, wanted: GameRequest) -> Table:
    """Do the same under an id that was chosen elsewhere: however often, there is one game."""
    entry = rules.served.entry(place.edition)
    return _store(rules, place, entry, _set_up(rules, entry, _settle(rules, entry, wanted)))


def _check(caller: Caller) -> None:
    if caller.player is None:
        raise TokenNeededError("only somebody with a token may create games")
    if CREATE not in caller.scopes:
        raise MissingScopeError(f"the token does not have the scope {CREATE!r}")


def _settle(rules: Rules, entry: Entry, wanted: GameRequest) -> Settled:
    return Settled(
        edition=entry.edition.id,
        edition_version=entry.edition.version,
        engine_version=entry.family.ENGINE_VERSION,
        players=wanted.players,
        seed=rules.seed() if wanted.seed is None else wanted.seed,
        seed_chosen=wanted.seed is not None,
        public=wanted.public,
        clock=wanted.clock,
        created_at=moment(rules.now()),
        tell_turns=wanted.tell_turns,
        stand_ins=wanted.stand_ins,
    )


def _set_up(rules: Rules, entry: Entry, settled: Settled) -> NewGame:
    """Set a game up as its seed has it: the same each time."""
    family, edition = entry.family, entry.edition
    state, events = family.new_game(edition, len(settled.players), Seeded(settled.seed))
    entries = Writer(entry, 0, settled.created_at, SETUP).entries(0, events)
    begun = datetime.fromisoformat(settled.created_at).timestamp()
    deadline = settled.clock and round((begun + settled.clock.seconds) * 1000)
    return NewGame(settled, rules.states.write(entry, state), pack(entries), deadline)


def _id(rules: Rules, request: Request) -> str:
    """Give the id of the new game: a new one, or that of an earlier request under the key."""
    new = rules.secret()
    if request.key is None:
        return new
    kept = rules.games.reserve(request.key, Receipt(request.fingerprint, new.encode()))
    if kept.fingerprint != request.fingerprint:
        raise KeyReusedError("this Idempotency-Key was used for another request")
    return kept.answer.decode()


def _store(rules: Rules, place: Place, entry: Entry, new: NewGame) -> Table:
    """Store a new game; one that is there already is given as it was when it was new."""
    if not rules.games.create(place, new):
        new = _set_up(rules, entry, open_table(rules, place).stored.settled)
    elif new.deadline is not None:
        rules.jobs.expire(place, version_of(entry), new.deadline)
    stored = Stored(new.settled, 0, len(new.events), new.state, new.deadline, None)
    return Table(place, entry, stored, rules.states)
