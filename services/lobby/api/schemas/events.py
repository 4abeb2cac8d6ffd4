"""The stream of the lobby as the API has it."""

from services.lobby.api.schemas.people import a_moment
from services.plumbing.http.schemas.document import Document
from services.plumbing.http.schemas.parameters import LARGEST
from services.plumbing.http.schemas.shorthand import listed, part, text, whole


class LobbyEvent(Document):
    """Something that happened in the lobby."""

    number = whole(1, LARGEST, "Events are counted from 1.")
    type = text("Such as `table_opened`, `table_playing`, `round_started`.")
    at = a_moment("When it happened.")
    table = text("The table it is about.", required=False)
    game = text("What is played there: a city, or a box.", required=False)
    seats = listed(text(), about="Who sits there.", required=False)
    tournament = text("The tournament it is about.", required=False)
    round = whole(0, LARGEST, "Its latest round.", required=False)


class LobbyEventPage(Document):
    """Some events, in order."""

    items = listed(part(LobbyEvent))
    next = whole(0, LARGEST, "Ask for the events after this one next.")
