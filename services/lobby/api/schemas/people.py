"""Players and tokens as the API has them."""

from typing import Final

from marshmallow import ValidationError, fields, validate

from services.contracts.ids import LONGEST_PLAYER, PLAYER
from services.lobby.app.house_bots import LEVELS
from services.lobby.app.tokens import DAYS, ID_FORM
from services.lobby.core.people import BOT, PERSON, PLAY, SCOPES
from services.plumbing.http.schemas.document import Document
from services.plumbing.http.schemas.fields import StrictList
from services.plumbing.http.schemas.shorthand import listed, part, shaped, text, whole, word

_CONTROL: Final = r"\x00-\x1f\x7f-\x9f"
_EDGE: Final = rf"[^{_CONTROL}\s\ufeff]"
"""Neither control nor space; U+0085 and U+FEFF are space to Python or to JavaScript alone."""
NAME: Final = rf"^{_EDGE}([^{_CONTROL}]*{_EDGE})?$"
LONGEST_NAME: Final = 40
LONGEST_LABEL: Final = 80
MOMENT: Final = {"format": "date-time"}
TOKEN_IN_PATH: Final = {
    "name": "token",
    "in": "path",
    "required": True,
    "description": "The id of a token.",
    "schema": {"type": "string", "pattern": ID_FORM},
    "example": "8fK2mQ4xT9sLw0Zb",
}


def a_moment(about: str, *, allow_none: bool = False) -> fields.String:
    """Make a field for a time, in UTC."""
    metadata = {"description": about, **MOMENT}
    return fields.String(required=True, allow_none=allow_none, metadata=metadata)


def distinct(words: list[str]) -> None:
    """Refuse what is there twice."""
    if len(set(words)) < len(words):
        raise ValidationError("nothing may be there twice")


class NewPlayer(Document):
    """Somebody who wants to play."""

    examples = ({"name": "Ana"},)

    name = shaped(NAME, LONGEST_NAME, "How others see you; it need not be unique.")
    kind = word(
        (PERSON, BOT),
        "A bot belongs to the player who registers it, with a token.",
        required=False,
        load_default=PERSON,
    )


class Player(Document):
    """Somebody who plays."""

    id = shaped(PLAYER, LONGEST_PLAYER)
    name = text()
    kind = word((PERSON, BOT))
    level = word(LEVELS, "Of one of the platform's own bots.", allow_none=True)
    created_at = a_moment("When they registered.")


class Token(Document):
    """A bearer token, without its secret."""

    id = shaped(ID_FORM, 16)
    label = text("What it is for.")
    scopes = listed(word(SCOPES), 1, len(SCOPES))
    created_at = a_moment("When it was made.")
    expires_at = a_moment("Until when it is good.")
    last_used_at = a_moment("When it was last used, to the minute.", allow_none=True)
    revoked_at = a_moment("When it was revoked.", allow_none=True)


class ShownToken(Token):
    """A bearer token that was just made: its secret is shown this once."""

    bearer = text("To be sent as `Authorization: Bearer …`.")


class Registered(Document):
    """A new player and the token by which they are known."""

    player = part(Player)
    token = part(ShownToken)


class Me(Document):
    """Who asks, and by which token."""

    player = part(Player)
    token = part(Token)


class NewToken(Document):
    """A token that somebody wants."""

    examples = ({"label": "my bot", "scopes": ["play"], "days": 30},)

    label = text("What it is for.", required=False, load_default="token")
    scopes = StrictList(
        word(SCOPES),
        required=False,
        load_default=lambda: [PLAY],
        validate=[validate.Length(1, len(SCOPES)), distinct],
        metadata={
            "description": "What it allows: no more than the token at hand.",
            "uniqueItems": True,
        },
    )
    days = whole(1, 10 * DAYS, "For how long.", required=False, load_default=DAYS)


class IssuedToken(Document):
    """A new token."""

    token = part(ShownToken)


class TokenPage(Document):
    """The tokens of a player."""

    items = listed(part(Token))
    next = fields.String(required=True, allow_none=True)


class GameToken(Document):
    """A token that rules and scoring accept."""

    token = text("A JWT, to be sent as `Authorization: Bearer …` to rules and scoring.")
    player = shaped(PLAYER, LONGEST_PLAYER)
    expires_at = a_moment("Ask for a new one before.")


class Key(Document):
    """A public key (RFC 8037)."""

    kty = text()
    crv = text()
    x = text()
    kid = text()
    alg = text()
    use = text()


class KeySet(Document):
    """The public keys with which signed tokens are verified (JWKS)."""

    keys = listed(part(Key), 1)
