"""Matchmaking as the API has it."""

from typing import Final

from services.contracts.ids import EDITION, LONGEST_EDITION
from services.lobby.api.schemas.people import a_moment
from services.lobby.api.schemas.tables import ID, MOST_SEATS, in_path
from services.lobby.api.schemas.tournaments import some_sizes
from services.plumbing.http.schemas.document import Document
from services.plumbing.http.schemas.shorthand import listed, shaped, whole, word

TICKET_IN_PATH: Final = in_path("ticket", "The id of a ticket.")


class NewTicket(Document):
    """A wish for a table."""

    examples = ({"game": "gob-rome", "sizes": [2]},)

    game = shaped(EDITION, LONGEST_EDITION, "A city, or a box.")
    sizes = some_sizes("With how many; all that can be if left out.")


class Ticket(Document):
    """Somebody who waits for a table."""

    id = shaped(ID, 22)
    game = shaped(EDITION, LONGEST_EDITION)
    sizes = listed(whole(2, MOST_SEATS), 1)
    status = word(("waiting", "seated", "withdrawn"))
    table = shaped(ID, 22, "The table, once there is one.", allow_none=True)
    created_at = a_moment("When the waiting began.")
