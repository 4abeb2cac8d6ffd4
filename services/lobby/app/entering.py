"""People enter tournaments and leave them; the organiser may let bots enter."""

from services.contracts.ids import BOT as PREFIX
from services.lobby.app.drafts import Draft
from services.lobby.app.house_bots import house_bot
from services.lobby.app.lobby import Lobby, known
from services.lobby.app.people import get_player
from services.lobby.app.tournaments import (
    find_tournament,
    get_tournament,
    keep,
    refusing,
    tournament_document,
)
from services.lobby.core.boxes import city_for
from services.lobby.core.people import ORGANISE, PLAY, Player
from services.lobby.core.tournament import Entry, enter, only_organiser, withdraw
from services.plumbing.callers import Caller, Request
from services.plumbing.types import JsonObject


def enter_tournament(lobby: Lobby, caller: Caller, id_: str, request: Request) -> JsonObject:
    """Enter a tournament: before it starts, or late into its next round."""
    player, found = known(caller, PLAY), find_tournament(lobby, id_)
    rating = lobby.ratings.rating(player, city_for(found.game, found.size))

    def act(draft: Draft) -> JsonObject:
        before = get_tournament(draft, id_)
        with refusing():
            after = enter(before, _entry(lobby, get_player(lobby, player), rating))
        keep(lobby, draft, before, after)
        return tournament_document(after)

    return lobby.change(request, act)


def withdraw_from(lobby: Lobby, caller: Caller, id_: str, request: Request) -> JsonObject:
    """Leave a tournament; whoever sits at a table plays it to its end."""
    player = known(caller, PLAY)

    def act(draft: Draft) -> JsonObject:
        before = get_tournament(draft, id_)
        with refusing():
            after = withdraw(before, player)
        keep(lobby, draft, before, after)
        return tournament_document(after)

    return lobby.change(request, act)


def enter_bots(
    lobby: Lobby, caller: Caller, id_: str, level: str, count: int, request: Request
) -> JsonObject:
    """Let so many of the platform's own bots enter; the organiser may."""
    player = known(caller, ORGANISE)

    def act(draft: Draft) -> JsonObject:
        before = after = get_tournament(draft, id_)
        number = 0
        with refusing():
            only_organiser(before, player)
            for _ in range(count):
                number += 1
                while after.entry(f"{PREFIX}{level}-{number}") is not None:
                    number += 1
                after = enter(after, _entry(lobby, house_bot(lobby, draft, level, number), 0.0))
        keep(lobby, draft, before, after)
        return tournament_document(after)

    return lobby.change(request, act)


def _entry(lobby: Lobby, player: Player, rating: float) -> Entry:
    return Entry(player.id, player.name, player.kind, lobby.moment(), rating)
