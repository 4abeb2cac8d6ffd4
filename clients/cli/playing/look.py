"""A game as somebody sees it: the view, what has happened, and what it is worth so far."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from clients.cli.api import Json
from clients.cli.desk import Desk
from clients.cli.errors import CommandError
from clients.cli.places import Place
from clients.cli.rendering.board import draw_board
from clients.cli.rendering.events import event_line
from clients.cli.rendering.flow import flow
from clients.cli.rendering.headline import headline
from clients.cli.rendering.position import position_of_view
from clients.cli.rendering.sheets import show_score, show_sheets

SMALL, GAP = 78, 3
"""The width of a board beside which sheets stand, if there is room for them."""
WAIT_FOR_SCORE = 20


class Look:
    """A game, looked at again and again."""

    def __init__(self, desk: Desk, place: Place) -> None:
        self.desk, self.place, self.rules = desk, place, desk.platform.rules
        self.view = self.rules.get_game(place.address)
        desk.platform.conversation.patient = True
        self.edition = desk.edition(self.view["edition"])
        self.names = place.names(self.view["players"])
        self.seen = 0
        """The number of the last event that was told."""

    def refresh(self) -> None:
        """Look again."""
        self.view = self.rules.get_game(self.place.address)

    def tell(self, entry: Json) -> None:
        """Tell an event, once."""
        if entry["number"] <= self.seen:
            return
        self.seen = entry["number"]
        if self.desk.json:
            self.desk.line({"event": entry})
        else:
            self.desk.say(event_line(self.edition, entry, self.names))

    def catch_up(self) -> None:
        """Tell what has happened up to the view."""
        while self.seen < self.view["events"]:
            page = self.rules.read_events(self.place.address, after=self.seen)
            for entry in page["items"]:
                self.tell(entry)
            if not page["items"]:
                return

    def follow(self) -> Iterator[Json]:
        """Give events as they happen, from the last one told on."""
        return self.desk.platform.follow_game(self.place.address, self.seen, self.desk.say)

    def score(self) -> Json | None:
        """Ask what the game is worth; nobody has to wait for points."""
        try:
            return self.desk.platform.scoring.get_score(
                self.view["id"], edition=self.view["edition"]
            )
        except CommandError:
            return None

    def final_score(self) -> Json | None:
        """Wait a moment for the score that counts."""
        score = None
        for _ in range(WAIT_FOR_SCORE):
            score = self.score()
            if score and score["final"]:
                return score
            self.desk.platform.conversation.sleep(0.5)
        return score

    def picture(self, *, sheets: bool = True) -> RenderableType:
        """Draw the game as it stands."""
        width, table = self.desk.console.width, self.view["table"]
        title, position = headline(self.edition, self.view, self.names), position_of_view(table)
        top = flow(title, width)
        board = draw_board(self.edition, position, width)
        if not sheets:
            return Group(top, board)
        sheet = show_sheets(self.edition, table, self.names, self.score())
        small = draw_board(self.edition, position, SMALL)
        needed = sum(
            Measurement.get(self.desk.console, self.desk.console.options, each).maximum
            for each in (small, sheet)
        )
        if needed + GAP > width:
            return Group(top, board, Text(), sheet)
        grid = Table.grid(padding=(0, GAP))
        grid.add_row(small, sheet)
        return Group(top, grid)

    def finale(self) -> None:
        """Show how it ended."""
        score = self.final_score()
        if self.desk.json:
            self.desk.line({"score": score})
            return
        self.desk.say(self.picture(sheets=False))
        if score:
            self.desk.say(show_score(score, self.names))
            winners = " and ".join(self.names[seat] for seat in score["winners"])
            self.desk.say(Text(f"{winners or 'Nobody'} won.", "bold"))
