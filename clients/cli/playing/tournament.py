"""Looking on as a tournament runs."""

from collections.abc import Callable
from typing import Final

from rich.live import Live
from rich.text import Text

from clients.cli.api import Json
from clients.cli.desk import Desk
from clients.cli.errors import CommandError, Exit
from clients.cli.rendering.tournaments import show_running, show_standings

PAUSE: Final = 1.0
PATIENCE: Final = 30
"""So many times in a row nobody may answer."""
MOST_GAMES: Final = 8
"""Of so many games it is told how far they are."""
OVER: Final = {"finished", "cancelled"}


class Watch:
    """A tournament, asked for again and again."""

    def __init__(self, desk: Desk, tournament: str) -> None:
        self.desk, self.id = desk, tournament
        self.tournament: Json = desk.platform.lobby.get_tournament(tournament)
        desk.platform.conversation.patient = True
        self.round: Json | None = None
        self.standings: Json | None = None
        self.moves: dict[str, str] = {}

    def look(self) -> None:
        """Ask how it stands; the standings only when a round is over."""
        lobby = self.desk.platform.lobby
        self.tournament = lobby.get_tournament(self.id)
        before = self.round and (self.round["number"], self.round["finished_at"])
        if self.tournament["round"]:
            self.round = lobby.get_round(self.id, self.tournament["round"])
        after = self.round and (self.round["number"], self.round["finished_at"])
        if before != after or self.standings is None or self.over:
            self.standings = lobby.get_standings(self.id)

    @property
    def over(self) -> bool:
        """Tell whether it has ended."""
        return self.tournament["stage"] in OVER

    def look_at_games(self) -> None:
        """Ask how far some of the games are."""
        pods = self.round["tables"] if self.round else []
        playing = [pod for pod in pods if pod["status"] == "playing" and pod["address"]]
        self.moves = {}
        for pod in playing[:MOST_GAMES]:
            self.desk.platform.conversation.trust(pod["address"])
            self.moves[pod["game"]] = self._progress(pod["address"])

    def _progress(self, address: str) -> str:
        try:
            view = self.desk.platform.rules.get_game(address)
        except CommandError:
            return ""
        return f"{view['version']} moves"


def watch_tournament(desk: Desk, tournament: str) -> None:
    """Show a tournament until it ends, then its final table."""
    watch = Watch(desk, tournament)
    if desk.json:
        _follow(watch, lambda: desk.line(_document(watch)))
        return
    if desk.console.is_terminal:
        with Live(console=desk.console, auto_refresh=False, transient=True) as live:

            def draw() -> None:
                watch.look_at_games()
                picture = show_running(watch.tournament, watch.round, watch.standings, watch.moves)
                live.update(picture, refresh=True)

            _follow(watch, draw)
    else:
        _follow(watch, lambda: desk.say(_sentence(watch)))
    desk.say(Text(f"{watch.tournament['name']}: {watch.tournament['stage']}", "bold"))
    if watch.standings:
        desk.say(show_standings(watch.standings))


def _follow(watch: Watch, show: Callable[[], None]) -> None:
    """Look and show until it is over; what does not answer now may do so soon."""
    told: Json | None = None
    failures = 0
    while not watch.over or told is None:
        try:
            watch.look()
            failures = 0
        except CommandError as error:
            if error.exit != Exit.UNAVAILABLE or failures >= PATIENCE:
                raise
            failures += 1
        document = _document(watch)
        if watch.desk.console.is_terminal or document != told:
            show()
        told = document
        if not watch.over:
            watch.desk.platform.conversation.sleep(PAUSE)


def _document(watch: Watch) -> Json:
    """Give what programs want to know, and what tells whether something has changed."""
    tables = watch.round["tables"] if watch.round else []
    return {
        "stage": watch.tournament["stage"],
        "round": watch.tournament["round"],
        "rounds_planned": watch.tournament["rounds_planned"],
        "tables": {pod["game"]: pod["status"] for pod in tables},
        "standings": watch.standings["rows"] if watch.standings else [],
    }


def _sentence(watch: Watch) -> str:
    tables = list(_document(watch)["tables"].values())
    done = tables.count("finished") + tables.count("void")
    number, stage = watch.tournament["round"], watch.tournament["stage"]
    return f"{stage}, round {number}: {done} of {len(tables)} tables finished"
