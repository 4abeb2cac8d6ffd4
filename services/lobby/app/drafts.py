"""A change in the making: what was read, what is to be written, and what is told about it.

Every use case that changes something is a function of a draft. It is run again on fresh records
when somebody else was faster, so nobody's change is lost, and nothing is written halfway.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, TypeVar, cast

import msgspec
import orjson

from services.contracts.errors import Code
from services.lobby.store.ports import (
    Change,
    Key,
    Listing,
    Put,
    Receipt,
    Records,
    Repeated,
    Written,
)
from services.plumbing.callers import Request
from services.plumbing.errors import KeyReusedError, ServiceError

T = TypeVar("T")
Answer = TypeVar("Answer")
ATTEMPTS: Final = 200
"""More than there can be changes of the same records at the same time."""


class BusyError(ServiceError):
    """Too many wanted to change the same thing at once."""

    code = Code.BUSY


class Kind(Generic[T]):
    """A kind of record: a name for its keys, and the type of its documents."""

    def __init__(self, name: str, type_: type[T]) -> None:
        self.name = name
        self._decoder = msgspec.json.Decoder(type_)

    def key(self, id_: str) -> Key:
        """Name a record of this kind."""
        return Key(self.name, id_)

    def load(self, document: bytes) -> T:
        """Read a document."""
        return self._decoder.decode(document)


def dump(value: object) -> bytes:
    """Write a document down."""
    return msgspec.json.encode(value)


class Draft:
    """What is read and what is to be written, until it is committed."""

    def __init__(self, records: Records, request: Request) -> None:
        self.request = request
        self._records = records
        self._versions: dict[Key, int] = {}
        self._documents: dict[Key, bytes | None] = {}
        self._written: dict[Key, bytes | None] = {}
        self._listings: list[Listing] = []
        self._events: list[bytes] = []
        self._messages: list[bytes] = []

    def get(self, kind: Kind[T], id_: str) -> T | None:
        """Give a record, as it will be when the draft is committed."""
        key = kind.key(id_)
        self._fetch([key])
        document = self._written.get(key, self._documents[key])
        return None if document is None else kind.load(document)

    def get_all(self, kind: Kind[T], ids: Sequence[str]) -> list[T | None]:
        """Give records, read in one go."""
        self._fetch([kind.key(id_) for id_ in ids])
        return [self.get(kind, id_) for id_ in ids]

    def put(self, kind: Kind[T], id_: str, value: T | None) -> None:
        """Write a record; None removes it."""
        key = kind.key(id_)
        self._fetch([key])
        self._written[key] = None if value is None else dump(value)

    def list(self, name: str, member: str, score: float | None) -> None:
        """Put something on a list; None takes it off."""
        self._listings.append(Listing(name, member, score))

    def tell(self, event: dict[str, Any]) -> None:
        """Let everybody know, in the stream of the lobby."""
        self._events.append(orjson.dumps(event))

    def send(self, message: dict[str, Any]) -> None:
        """Let a message leave through the outbox."""
        self._messages.append(orjson.dumps(message))

    @property
    def sends(self) -> bool:
        """Whether any message leaves."""
        return bool(self._messages)

    def change(self, receipt: Receipt | None) -> Change:
        """Give what is to be written; what was only read has to stay as it was."""
        written = self._written.items()
        return Change(
            puts=[Put(key, self._versions[key], document) for key, document in written],
            guards=[each for each in self._versions.items() if each[0] not in self._written],
            listings=self._listings,
            events=self._events,
            messages=self._messages,
            receipt=receipt,
        )

    def _fetch(self, keys: Sequence[Key]) -> None:
        missing = [key for key in dict.fromkeys(keys) if key not in self._versions]
        if not missing:
            return
        for key, record in zip(missing, self._records.read(missing), strict=True):
            self._versions[key] = record.version if record else 0
            self._documents[key] = record.document if record else None


def commit(
    records: Records, request: Request, act: Callable[[Draft], Answer]
) -> tuple[Answer, bool]:
    """Run a use case until its draft is written; give its answer, and whether anything leaves.

    A request that comes again under its key gets the first answer, and changes nothing.
    """
    if request.key and (known := records.receipt(request.key)):
        return cast("Answer", repeated(known, request)), False
    for _ in range(ATTEMPTS):
        draft = Draft(records, request)
        answer = act(draft)
        receipt = _receipt(request, answer)
        result = records.commit(draft.change(receipt))
        if isinstance(result, Written):
            return answer, draft.sends
        if isinstance(result, Repeated):
            return cast("Answer", repeated(result.receipt, request)), False
    raise BusyError("too many want to change the same thing at once; try again")


def repeated(receipt: Receipt, request: Request) -> Any:  # noqa: ANN401 (whatever was answered)
    """Give the first answer again, if it is the same request."""
    if receipt.fingerprint != request.fingerprint:
        raise KeyReusedError("this Idempotency-Key was used for another request")
    return orjson.loads(receipt.answer)


def _receipt(request: Request, answer: object) -> Receipt | None:
    if request.key is None:
        return None
    return Receipt(request.key, request.fingerprint, orjson.dumps(answer))
