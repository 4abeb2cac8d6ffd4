"""What is hidden from one is shown to at most one other: a secret belongs to a seat, or to nobody.

Nothing here knows what is secret in a game. But what one person sees as null and two others see
alike is no secret of anybody: somebody is shown too much. And what is shown has to be true.
What a service shows to everybody cannot be told from what is open.
"""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from clients.kit.notes import Json

Viewer: TypeAlias = str
"""A player's id, or a word for spectators."""


def leaks(seen: Mapping[Viewer, Json], path: str = "") -> Iterator[str]:
    """Compare what several people see of one thing; say where somebody sees too much."""
    known = {viewer: each for viewer, each in seen.items() if each is not None}
    if len(known) < len(seen):
        if (two := _alike(known)) is not None:
            hidden = ", ".join(sorted(set(seen) - set(known)))
            yield f"{path or 'all of it'} is hidden from {hidden}, but {two[0]} and {two[1]} see it"
        return
    yield from _within(known, path)


def lies(shown: Json, truth: Json, path: str = "") -> Iterator[str]:
    """Say where something that is shown is not what it was; what is hidden is null."""
    if shown is None or shown == truth:
        return
    if isinstance(shown, dict) and isinstance(truth, dict) and shown.keys() == truth.keys():
        for name in shown:
            yield from lies(shown[name], truth[name], f"{path}.{name}".lstrip("."))
    elif isinstance(shown, list) and isinstance(truth, list) and len(shown) == len(truth):
        for at, (one, other) in enumerate(zip(shown, truth, strict=True)):
            yield from lies(one, other, f"{path}[{at}]")
    else:
        yield f"{path or 'all of it'} is shown as {shown!r}, but was {truth!r}"


def _alike(known: Mapping[Viewer, Json]) -> tuple[Viewer, Viewer] | None:
    """Find two who see the same; an empty list tells nothing."""
    found = [(viewer, each) for viewer, each in known.items() if each not in ([], {})]
    for at, (one, first) in enumerate(found):
        for other, second in found[at + 1 :]:
            if first == second:
                return one, other
    return None


def _within(known: Mapping[Viewer, Json], path: str) -> Iterator[str]:
    values = list(known.values())
    if all(isinstance(each, dict) for each in values):
        for name in sorted(set.intersection(*(set(each) for each in values))):
            parts = {viewer: each[name] for viewer, each in known.items()}
            yield from leaks(parts, f"{path}.{name}".lstrip("."))
    elif all(isinstance(each, list) for each in values) and len({*map(len, values)}) == 1:
        for at in range(len(values[0])):
            parts = {viewer: each[at] for viewer, each in known.items()}
            yield from leaks(parts, f"{path}[{at}]")
