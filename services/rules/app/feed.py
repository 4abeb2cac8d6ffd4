"""Events of games as they happen."""

from typing import TypeAlias

from services.plumbing import feed
from services.rules.store.ports import Place

Feed: TypeAlias = feed.Feed[Place]
Follower: TypeAlias = feed.Follower[Place]
