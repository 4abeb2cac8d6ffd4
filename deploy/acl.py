"""Who reaches what on Redis or Valkey: the users, and the file `users.acl` that tells a server.

Every service has a user of its own, and so has every edition of the rules. A user does what it
likes with its own keys; of the others it may do only what is named here, by selectors, which both
servers have since version 7. Whose a job is, its id says (services/plumbing/queues.py).
docs/operations.md has all of it as a table, docs/decisions/0023-who-reaches-what.md the reasons.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Final, NamedTuple

from services.contracts.ids import (
    BOTS_QUEUE,
    ENGINES,
    LOBBY_QUEUE,
    REVOKED,
    RULES_QUEUE,
    SCORING_QUEUE,
    WEBHOOKS_QUEUE,
)

Passwords = Mapping[str, Sequence[str]]
"""The hashes (SHA-256) of the passwords that are good, by user."""

ALL: Final = "*"
DEFAULT: Final = "user default off resetpass ~* &* +@all"
"""Nobody can be this user, but it has to be allowed everything: Redis reads its own log back as
this one, and Redis 7.0 leaves out what it is not allowed, which would be every script's writes."""
HEALTH: Final = "health"
OPERATOR: Final = "operator"

CONNECT: Final = ("+@connection", "+cluster|slots", "+cluster|shards", "+cluster|info")
"""What clients send by themselves: who they are, and where the nodes of a cluster are."""
OWN: Final = (
    *("+@read", "+@write", "+@transaction"),
    *("+evalsha", "+script|load", "+script|exists", "+publish", "+subscribe", "+unsubscribe"),
)
NEVER: Final = (
    *("-@admin", "-@dangerous"),
    *("-scan", "-randomkey", "-dbsize"),  # these look at the keys of everybody
)

INFO: Final = "+info"
"""RQ asks for the version of the server, and APIs for its memory and disk, which they tell
Prometheus: counts and versions are all that INFO has."""

QUEUE_KEYS: Final = (
    *("rq:queue:{}", "rq:queue:{}:*", "rq:wip:{}", "rq:finished:{}", "rq:failed:{}"),
    *("rq:deferred:{}", "rq:scheduled:{}", "rq:canceled:{}", "rq:clean_registries:{}"),
    *("rq:scheduler-lock:{}", "rq:workers:{}", "work:{}"),
)
"""What RQ keeps for a queue, and what its workers have done."""
JOB_KEYS: Final = (
    *("rq:job:{}-*", "rq:job::{}-*", "rq:results:{}-*", "rq:execution:{}-*", "rq:executions:{}-*"),
    "rq:worker:{}-*",
)
"""What RQ keeps for the jobs of a queue, and for its workers."""
WORKER_CHANNEL: Final = "rq:pubsub:{}-*"
JOINING: Final = ("%W~rq:queues +sadd",)
"""Lists of all queues and workers: everybody adds to them, only operators read them (`rq info`)."""
WORKING: Final = (
    "%W~rq:workers +sadd +srem",
    "%W~rq:scheduler:* +hset +expire +del",
    "%R~rq:suspended +exists",
    "%R~rq:groups +smembers",  # nobody here has any
)
PUT: Final = "+evalsha +exists +hset +llen +rpush +watch"
"""What putting a job on a queue takes: nothing by which it could be read, taken or deleted. A job
that is there could be written over; RQ gives no way to tell that from putting it there."""
READ: Final = "+zrangebyscore"
COUNT: Final = (
    "%R~rq:queue:{0} +llen +lindex",
    "%R~rq:wip:{0} %R~rq:scheduled:{0} %R~rq:failed:{0} +zcard",
    "%R~rq:workers:{0} +smembers",
    "%R~rq:worker:{1}-* +exists",
    "%R~work:{0} +hgetall",
    "%R~rq:job:{1}-* +hget",
)
"""What telling the numbers of a queue takes (services/plumbing/http/numbers.py). By the last, which
says since when a job waits, the lobby could read what it has written itself."""
ANNOUNCE: Final = "+zadd +zrem +zremrangebyscore"
LIMITS: Final = "LIMITS:*"
"""How much everybody has asked of the lobby (flask-limiter)."""


class User(NamedTuple):
    """Who connects, and what they may do."""

    name: str
    keys: tuple[str, ...] = ()
    """Patterns of the keys that are its own."""
    channels: tuple[str, ...] = ()
    works: tuple[str, ...] = ()
    """The queues whose jobs it does: these too are its own."""
    puts: tuple[str, ...] = ()
    """The queues of others on which it may put jobs."""
    reads: tuple[str, ...] = ()
    """The sorted sets of others that it may read."""
    counts: tuple[str, ...] = ()
    """The queues of others whose numbers it tells: they have no API that could."""
    announces: tuple[str, ...] = ()
    """The sorted sets in which several users say something."""


class NamesError(Exception):
    """Editions whose names cannot be told from each other."""


def users(editions: Sequence[str]) -> list[User]:
    """Give the users of the services."""
    for one, two in permutations(editions, 2):
        if one.startswith(f"{two}-"):
            raise NamesError(f"{two!r} is how {one!r} begins: their jobs cannot be kept apart")
    return [
        *map(_edition, editions),
        User("rules", reads=(ENGINES, REVOKED)),
        User(
            "lobby",
            keys=("lobby:*", LIMITS),
            channels=("lobby:news",),
            works=(LOBBY_QUEUE, WEBHOOKS_QUEUE),
            puts=(RULES_QUEUE.format(edition=ALL), BOTS_QUEUE.format(edition=ALL)),
            reads=(ENGINES,),
            counts=(BOTS_QUEUE.format(edition=ALL),),
        ),
        User(
            "scoring",
            keys=("scoring:*",),
            works=(SCORING_QUEUE,),
            puts=(LOBBY_QUEUE,),
            reads=(ENGINES, REVOKED),
        ),
        User("bots", works=(BOTS_QUEUE.format(edition=ALL),)),
    ]


def names(editions: Sequence[str]) -> list[str]:
    """Name the users who have a password."""
    return [*(user.name for user in users(editions)), OPERATOR]


def acl_file(editions: Sequence[str], passwords: Passwords) -> str:
    """Write the file; it holds no password, only what tells whether one is right."""
    lines = [
        DEFAULT,
        f"user {HEALTH} on nopass resetkeys resetchannels -@all +ping",
        *(_line(user, passwords[user.name]) for user in users(editions)),
        f"user {OPERATOR} on {_hashes(passwords[OPERATOR])} ~* &* +@all",
    ]
    return "".join(f"{line}\n" for line in lines)


def _edition(edition: str) -> User:
    """Give the user of the engines of an edition, API and worker."""
    own = RULES_QUEUE.format(edition=edition)
    return User(
        f"rules-{edition}",
        keys=(f"rules:{{{edition}.*", "rules:receipt:*"),
        channels=(f"rules:news:{edition}",),
        works=(own, f"{own}.*"),  # the second: of a version
        puts=(SCORING_QUEUE, LOBBY_QUEUE),
        reads=(ENGINES, REVOKED),
        announces=(ENGINES,),
    )


def _line(user: User, hashes: Sequence[str]) -> str:
    keys, channels = [*user.keys], [*user.channels]
    for queue in user.works:
        mark = _mark(queue)
        keys += [*(each.format(queue) for each in QUEUE_KEYS)]
        keys += [*(each.format(mark) for each in JOB_KEYS)]
        channels.append(WORKER_CHANNEL.format(mark))
    parts = [
        *("user", user.name, "on", _hashes(hashes), "resetkeys", "resetchannels", "-@all"),
        *(f"~{key}" for key in keys),
        *(f"&{channel}" for channel in channels),
        *CONNECT,
        *(OWN if keys else ()),
        *NEVER,
        INFO,
        *(f"({selector})" for selector in _selectors(user)),
    ]
    return " ".join(parts)


def _selectors(user: User) -> Iterator[str]:
    """Give what a user may do with keys that are not, or not only, its own."""
    if user.puts:  # in one: a command may name jobs of several queues
        keys = (f"~rq:queue:{each} ~rq:job:{_mark(each)}-*" for each in user.puts)
        yield f"{' '.join(keys)} {PUT}"
    if user.puts or user.works:
        yield from JOINING
    if user.works:
        yield from WORKING
    if user.reads:
        yield f"{' '.join(f'%R~{each}' for each in user.reads)} {READ}"
    for queue in user.counts:
        yield from (each.format(queue, _mark(queue)) for each in COUNT)
    yield from (f"%W~{each} {ANNOUNCE}" for each in user.announces)


def _mark(queue: str) -> str:
    """Say how the ids of a queue's jobs begin (see job_id in services/plumbing/queues.py)."""
    return queue.replace(".", "_")


def _hashes(hashes: Sequence[str]) -> str:
    return " ".join(f"#{each}" for each in hashes)
