"""Players register: people, and the programs they bring."""

from typing import Any, Final

from services.contracts.ids import BOT as BOT_PREFIX
from services.lobby.app.drafts import Draft, Kind
from services.lobby.app.errors import UnknownPlayerError
from services.lobby.app.lobby import Lobby, known
from services.lobby.app.tokens import GUEST, Session, new_token, own_token, shown, token_document
from services.lobby.core.people import BOT, PERSON, PLAY, SCOPES, Player
from services.plumbing.callers import Request
from services.plumbing.types import JsonObject

PLAYERS: Final = Kind("player", Player)
PERSON_PREFIX: Final = "p."
"""What the id of a person begins with."""


def register(
    lobby: Lobby, session: Session, wanted: dict[str, Any], request: Request
) -> JsonObject:
    """Make a player and a token that is shown once; a bot belongs to who registers it."""
    kind, name = str(wanted["kind"]), str(wanted["name"])
    owner = known(session.caller, PLAY) if kind == BOT else None

    def act(draft: Draft) -> JsonObject:
        id_ = f"{BOT_PREFIX if kind == BOT else PERSON_PREFIX}{lobby.secret()}"
        player = Player(id_, name, kind, lobby.moment(), owner)
        draft.put(PLAYERS, player.id, player)
        token = new_token(lobby, draft, player.id, GUEST, "registration")
        return {"player": player_document(player), "token": token}

    return shown(lobby, lobby.change(request, act))


def register_operator(lobby: Lobby, name: str, request: Request) -> JsonObject:
    """Make a player whose token allows everything; only who runs the lobby can."""

    def act(draft: Draft) -> JsonObject:
        player = Player(f"{PERSON_PREFIX}{lobby.secret()}", name, PERSON, lobby.moment())
        draft.put(PLAYERS, player.id, player)
        token = new_token(lobby, draft, player.id, SCOPES, "operator")
        return {"player": player_document(player), "token": token}

    return shown(lobby, lobby.change(request, act))


def me(lobby: Lobby, session: Session) -> JsonObject:
    """Say who asks, and by which token."""
    token = own_token(lobby, session)
    player = get_player(lobby, token.player)
    return {"player": player_document(player), "token": token_document(token)}


def get_player(lobby: Lobby, id_: str) -> Player:
    """Find a player."""
    (record,) = lobby.records.read([PLAYERS.key(id_)])
    if record is None:
        raise UnknownPlayerError(f"there is no player {id_!r}")
    return PLAYERS.load(record.document)


def player_document(player: Player) -> JsonObject:
    """Describe a player for everybody."""
    return {
        "id": player.id,
        "name": player.name,
        "kind": player.kind,
        "level": player.level,
        "created_at": player.created_at,
    }
