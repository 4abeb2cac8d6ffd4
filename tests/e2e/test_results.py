"""A game that is played over HTTP reaches scores, leaderboards and statistics by itself."""

from collections.abc import Iterator
from itertools import permutations
from typing import Any, Final, NamedTuple

import pytest

from services.plumbing.connections import connect
from services.scoring.app.model import OpenSkill
from services.scoring.core.rating import NEWCOMER, POOLS, THRESHOLDS
from tests.e2e.players import WAIT, Client, Game
from tests.e2e.results import (
    SCORING,
    begin,
    command,
    is_final,
    leaderboard,
    play_carefully,
    ratings,
    score_path,
    statistics,
    worth,
)
from tests.scoring.app.bench import ROME, finished
from tests.scoring.worker.workshop import deliver
from tests.servers import wait_until
from tests.service import Running, running_service
from tests.support import EDITIONS

EARLY: Final = 10
"""Moves after which the score is asked for, long before the end."""
SECRETIVE: Final = {"gob-new-york", "gob-london", "otu-paris"}
"""Where objectives are known to their owners alone: GOB-S4, OTU-S6."""

CROWD: Final = ("p0", "p1", "ana", "bo")
"""Who has many games in Rome, in the end."""

pytestmark = pytest.mark.slow
each_edition = pytest.mark.parametrize("edition", EDITIONS)


class Story(NamedTuple):
    """A game, and what was told about it on the way."""

    game: Game
    moves: int
    own: list[Any]
    """What the first player saw early on: the seats, as rules show them."""
    early: Any
    seen: Any
    """The score at that moment, for the first player and for a spectator."""
    end: list[Any]
    final: Any
    """The seats at the end, and the final score."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run the platform; nothing may go wrong inside."""
    folder = tmp_path_factory.mktemp("e2e")
    with running_service(folder, workers=["rules", "scoring"], WORKERS="1") as running:
        yield running
        assert running.failures() == []


@pytest.fixture(scope="module")
def stories(service: Running) -> dict[str, Story]:
    """Play a game of each edition to its end."""
    with Client(service) as client:
        return {edition: play(client, edition) for edition in EDITIONS}


def play(client: Client, edition: str) -> Story:
    game = begin(client, edition)
    path, first = score_path(game.place.game), game.players[0]
    moves = play_carefully(client, game, EARLY)
    own = client.look(game, first)["table"]["seats"]
    early, seen = client.read(path, first), client.read(path)
    moves += play_carefully(client, game)
    end = client.look(game)["table"]["seats"]
    wait_until(lambda: is_final(client, game.place.game), WAIT)
    return Story(game, moves, own, early, seen, end, client.read(path))


@each_edition
def test_a_game_that_is_played_has_a_provisional_score(
    stories: dict[str, Story], edition: str, client: Client
) -> None:
    story = stories[edition]
    for told in (story.early, story.seen):
        assert (told["final"], told["edition"]) == (False, edition)
        assert (told["game"], told["players"]) == (story.game.place.game, [*story.game.players])
    [alone] = worth(client, edition, story.own[:1])["seats"]
    assert {**story.early["seats"][0], "rank": 1} == {**alone, "hidden": False}


@each_edition
def test_what_is_hidden_from_the_one_who_asks_is_marked(
    stories: dict[str, Story], edition: str
) -> None:
    story, secret = stories[edition], edition in SECRETIVE
    others = [secret for _ in story.game.players[1:]]
    assert [seat["hidden"] for seat in story.early["seats"]] == [False, *others]
    assert [seat["hidden"] for seat in story.seen["seats"]] == [secret, *others]
    assert not any(seat["hidden"] for seat in story.final["seats"])


@each_edition
def test_the_final_score_is_what_the_sheets_are_worth(
    stories: dict[str, Story], edition: str, client: Client
) -> None:
    story = stories[edition]
    scores = worth(client, edition, story.end)
    seats = [{**seat, "hidden": False} for seat in scores["seats"]]
    assert (story.final["seats"], story.final["winners"]) == (seats, scores["winners"])
    assert story.final["players"] == [*story.game.players]
    assert story.final["winners"] != []
    assert "resigned" not in [seat["standing"] for seat in seats]


def expected(story: Story) -> dict[str, tuple[float, float]]:
    """Rate newcomers by their ranks."""
    ranks = [seat["rank"] for seat in story.final["seats"]]
    rated = OpenSkill().rate([NEWCOMER] * len(ranks), ranks)
    return {p: (each.mu, each.sigma) for p, each in zip(story.game.players, rated, strict=True)}


@pytest.mark.parametrize("pool", ["people", "all"])
@each_edition
def test_its_players_are_on_the_leaderboard(
    stories: dict[str, Story], edition: str, client: Client, pool: str
) -> None:
    story = stories[edition]
    told = leaderboard(client, edition, pool)
    assert {row["player"]: (row["mu"], row["sigma"]) for row in told["items"]} == expected(story)
    assert [row["ordinal"] for row in told["items"]] == sorted(
        (row["ordinal"] for row in told["items"]), reverse=True
    )
    won = {story.game.players[seat] for seat in story.final["winners"]}
    assert {row["player"] for row in told["items"] if row["wins"]} == won
    assert {row["games"] for row in told["items"]} == {1}


@each_edition
def test_its_players_have_ratings_and_the_game_in_their_history(
    stories: dict[str, Story], edition: str, client: Client
) -> None:
    story = stories[edition]
    for seat, player in enumerate(story.game.players):
        told = ratings(client, player, edition)
        own = [each for each in told["ratings"] if each["edition"] == edition]
        assert [each["pool"] for each in own] == ["people", "all"]
        [game] = told["history"]["items"]
        assert (game["game"], game["rank"]) == (
            story.game.place.game,
            story.final["seats"][seat]["rank"],
        )
        assert {(each["mu"], each["sigma"]) for each in [*own, *game["ratings"]]} == {
            expected(story)[player]
        }


@each_edition
def test_it_is_in_the_statistics(stories: dict[str, Story], edition: str, client: Client) -> None:
    story = stories[edition]
    told = statistics(client, edition)
    [table] = told["by_players"]
    totals = [seat["total"] for seat in story.final["seats"] if seat["total"] is not None]
    assert (told["games"], table["players"]) == (1, len(story.game.players))
    assert (table["moves"]["min"], table["moves"]["max"]) == (story.moves, story.moves)
    assert (table["scores"]["min"], table["scores"]["max"]) == (min(totals), max(totals))
    assert [seat["wins"] for seat in table["seats"]] == [
        int(seat in story.final["winners"]) for seat in range(len(story.game.players))
    ]


def test_a_rebuild_by_hand_leads_to_the_very_same_numbers(
    service: Running, stories: dict[str, Story], client: Client
) -> None:
    more = [finished(ROME, chosen, name=f"{chosen}") for chosen in permutations(CROWD, 3)]
    deliver(connect(service.store.url), *more)
    wait_until(lambda: all(is_final(client, each["game"]) for each in more), WAIT)
    before, counts = all_numbers(client), {**dict.fromkeys(stories, 1), ROME: 1 + len(more)}
    code, lines = command(service, "rebuild")
    assert (code, lines) == (0, [f"{name}: {counts[name]} results" for name in sorted(stories)])
    assert all_numbers(client) == before


def all_numbers(client: Client) -> dict[str, bytes]:
    """Read everything that follows from results, byte by byte."""
    boards = [
        f"leaderboards/{edition}?pool={pool}&min_games={least}"
        for edition in EDITIONS
        for pool in POOLS
        for least in THRESHOLDS
    ]
    players = [f"players/{player}/ratings?edition={ROME}" for player in CROWD]
    counts = [f"statistics/{edition}" for edition in EDITIONS]
    paths = [f"{SCORING}/{path}" for path in (*boards, *players, *counts)]
    return {path: client.insist("GET", path).body for path in paths}
