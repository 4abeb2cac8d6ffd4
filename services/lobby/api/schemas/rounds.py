"""Rounds, results and standings of tournaments as the API has them."""

from marshmallow import fields

from services.contracts.ids import EDITION, GAME, LONGEST_EDITION, LONGEST_PLAYER, PLAYER
from services.lobby.api.schemas.people import a_moment
from services.lobby.api.schemas.tables import ID, MOST_SEATS
from services.lobby.api.schemas.tournaments import Tournament
from services.lobby.core.tiebreaks import TIEBREAKS
from services.lobby.core.tournament import PodStatus, Stage
from services.plumbing.http.schemas.document import Document
from services.plumbing.http.schemas.parameters import LARGEST
from services.plumbing.http.schemas.shorthand import flag, listed, part, shaped, text, whole, word


class PodSeat(Document):
    """Somebody at a table of a round."""

    seat = whole(0, MOST_SEATS - 1)
    player = shaped(PLAYER, LONGEST_PLAYER)
    name = text()
    rank = whole(1, MOST_SEATS, allow_none=True)
    standing = text(allow_none=True)
    total = whole(-LARGEST, LARGEST, "Points of the game.", allow_none=True)
    points = fields.Float(required=True, allow_none=True, metadata={"description": "Match points."})


class Correction(Document):
    """A result that the organiser has set."""

    at = a_moment("When.")
    by = shaped(PLAYER, LONGEST_PLAYER)
    reason = text()
    before = listed(whole(1, MOST_SEATS), about="The ranks before.")


class Pod(Document):
    """A table of a round."""

    game = shaped(GAME, 22)
    edition = shaped(EDITION, LONGEST_EDITION)
    status = word([str(each) for each in PodStatus])
    address = text("Where it is played.", allow_none=True)
    why = text("Why these people sit together.")
    seats = listed(part(PodSeat), 1, MOST_SEATS)
    corrections = listed(part(Correction))


class Round(Document):
    """A round of a tournament."""

    tournament = shaped(ID, 22)
    number = whole(1, LARGEST)
    started_at = a_moment("When it was drawn.")
    finished_at = a_moment("When its last table was over.", allow_none=True)
    repeats = whole(0, LARGEST, "Pairs who had sat at the same table before.")
    proven = flag("Whether no draw has fewer of them.")
    byes = listed(shaped(PLAYER, LONGEST_PLAYER))
    tables = listed(part(Pod))


class Row(Document):
    """A line of the standings."""

    position = whole(1, LARGEST, "Shared by those whom nothing tells apart.")
    player = shaped(PLAYER, LONGEST_PLAYER)
    name = text()
    points = fields.Float(required=True, metadata={"description": "Match points."})
    tiebreaks = listed(fields.Float(allow_none=True), about="In the order of `tiebreaks`.")
    played = whole(0, LARGEST)
    wins = whole(0, LARGEST)
    byes = whole(0, LARGEST)
    forfeits = whole(0, LARGEST)
    withdrawn = flag()


class Standings(Document):
    """The standings after the last round that is over."""

    tournament = shaped(ID, 22)
    stage = word([str(each) for each in Stage])
    round = whole(0, LARGEST, "How many rounds are over.")
    version = whole(0, LARGEST, "Grows whenever the standings change.")
    at = a_moment("When they were made.")
    tiebreaks = listed(word(TIEBREAKS))
    rows = listed(part(Row))


class Export(Document):
    """Everything about a tournament."""

    tournament = part(Tournament)
    rounds = listed(part(Round))
    standings = part(Standings)
