"""What editions of both families have in common."""

from services.plumbing.http.schemas.document import Document
from services.plumbing.http.schemas.shorthand import key, listed, text, whole
from services.rules.core.content import MOST
from services.rules.core.seats import MOST_SEATS


class Edition(Document):
    """A city."""

    id = key()
    name = text()
    version = whole(1, MOST, "Raised whenever anything of the edition changes.")
    players = listed(whole(1, MOST_SEATS), 1, MOST_SEATS, "The numbers of players it is for.")
