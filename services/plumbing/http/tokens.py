"""Who asks: tokens are verified offline, with the public keys of those who sign them."""

from collections import OrderedDict
from pathlib import Path
from time import time
from typing import Final, NamedTuple

from jwt import ExpiredSignatureError, PyJWTError, decode, get_unverified_header

from services.contracts.ids import AUDIENCE, ISSUER
from services.plumbing.callers import Caller
from services.plumbing.errors import ExpiredTokenError, InvalidTokenError
from services.plumbing.http.keys import Known, keys_from
from services.plumbing.revoked import Revoked

ALGORITHM: Final = "EdDSA"
CLAIMS: Final = ["sub", "exp", "iss", "aud"]
MOST_KNOWN: Final = 4096
"""How many tokens are remembered: checking a signature takes as long as reading a game."""


class _Verified(NamedTuple):
    """What a token says."""

    expires: float
    session: str
    """Of whom it is one (`sid`); most are of none."""
    caller: Caller


class Tokens:
    """Reads bearer tokens; their keys are in a file or at an address."""

    def __init__(self, keys: str | Path | None, revoked: Revoked | None = None) -> None:
        self._keys = keys_from(keys)
        self._revoked = revoked
        self._trusted: Known = {}
        self._known: OrderedDict[str, _Verified] = OrderedDict()

    def start(self) -> None:
        """Begin to look for sessions that are revoked."""
        if self._revoked is not None:
            self._revoked.start()

    def stop(self) -> None:
        """Look no more."""
        if self._revoked is not None:
            self._revoked.stop()

    def caller(self, header: str | None) -> Caller:
        """Say who sends this `Authorization` header; nobody in particular if there is none."""
        if header is None:
            return Caller()
        kind, _, token = header.partition(" ")
        if kind.lower() != "bearer" or not token:
            raise InvalidTokenError("expected 'Authorization: Bearer' and a token")
        self._look_for_keys()
        found = self._known.get(token) or self._remember(token)
        if found.expires <= time():
            raise ExpiredTokenError("the token has expired")
        if self._revoked is not None and found.session in self._revoked:
            raise InvalidTokenError("the token was revoked")
        return found.caller

    def _remember(self, token: str) -> _Verified:
        found = self._verify(token)
        self._known[token] = found
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return found

    def _verify(self, token: str) -> _Verified:
        try:
            name = get_unverified_header(token)["kid"]
            claims = decode(
                token,
                self._keys.known_with(name)[name].key,
                algorithms=[ALGORITHM],
                audience=AUDIENCE,
                issuer=ISSUER,
                options={"require": CLAIMS},
            )
        except ExpiredSignatureError as error:
            raise ExpiredTokenError("the token has expired") from error
        except KeyError as error:
            raise InvalidTokenError("the token is signed by nobody we know") from error
        except (PyJWTError, ValueError, TypeError) as error:
            raise InvalidTokenError(f"the token cannot be accepted: {error}") from error
        caller = Caller(str(claims["sub"]), frozenset(str(claims.get("scope", "")).split()))
        return _Verified(float(claims["exp"]), str(claims.get("sid", "")), caller)

    def _look_for_keys(self) -> None:
        """Forget what was verified with other keys: they come and go while we run."""
        keys = self._keys.known()
        if keys is not self._trusted:
            self._trusted = keys
            self._known.clear()
