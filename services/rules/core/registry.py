"""Which editions there are, and which family plays each."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from services.rules.core.errors import UnknownEditionError
from services.rules.core.family import AnyFamily, Edition


@dataclass(frozen=True, slots=True)
class Entry:
    """An edition and its family."""

    edition: Edition
    family: AnyFamily


class Registry(Mapping[str, Entry]):
    """Edition id -> edition and family, in alphabetical order."""

    def __init__(self, entries: Mapping[str, Entry]) -> None:
        self._entries = dict(sorted(entries.items()))

    def __getitem__(self, edition: str) -> Entry:
        if edition not in self._entries:
            known = ", ".join(self._entries)
            raise UnknownEditionError(f"no edition {edition!r}; there are {known}")
        return self._entries[edition]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, edition: object) -> bool:
        return edition in self._entries
