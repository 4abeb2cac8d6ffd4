"""The list of editions."""

from services.contracts.ids import EDITION, LONGEST_EDITION
from services.plumbing.http.schemas.document import Document
from services.plumbing.http.schemas.shorthand import listed, part, shaped, text, whole, word
from services.rules.core.content import MOST
from services.rules.core.seats import MOST_SEATS
from services.rules.families import FAMILIES


class EditionCard(Document):
    """What one needs to know to choose an edition."""

    id = shaped(EDITION, LONGEST_EDITION)
    name = text()
    family = word(FAMILIES)
    version = whole(1, MOST, "The version of its board, decks and sheets.")
    engine = whole(1, MOST, "The version of the family's rules.")
    players = listed(whole(1, MOST_SEATS), 1, MOST_SEATS, "The numbers of players it is for.")


class EditionPage(Document):
    """Some editions, by id."""

    items = listed(part(EditionCard))
    next = shaped(
        EDITION,
        LONGEST_EDITION,
        "Ask for the editions after this one next; null if there are no more.",
        allow_none=True,
    )
