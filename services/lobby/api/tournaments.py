"""Tournaments: entered, run by themselves, and read in every form."""

from typing import Any, Final

from flask import Response, render_template

from services.lobby.api.schemas.rounds import Export, Round, Standings
from services.lobby.api.schemas.tournaments import (
    POD_IN_PATH,
    ROUND_IN_PATH,
    TOURNAMENT_IN_PATH,
    BotsEntering,
    Cancelling,
    Correcting,
    NewTournament,
    Tournament,
    TournamentPage,
    TournamentsQuery,
)
from services.lobby.api.service import the_lobby
from services.lobby.api.sessions import session
from services.lobby.app import entering, rounds, running, tournaments
from services.lobby.app.create_tournament import create_tournament
from services.plumbing.callers import Caller, Request
from services.plumbing.http.blueprint import TOKEN, Blueprint
from services.plumbing.http.requests import JSON, best_kind, identity, json_response, repeat_key
from services.plumbing.http.schemas.parameters import Repeatable

BODY: Final = (400, 401, 403, 404, 409, 413, 415, 422, 429)
NO_BODY: Final = (401, 403, 404, 409, 422, 429)
READ: Final = (401, 404, 429)
CSV: Final = "text/csv"
HTML: Final = "text/html"
NEW: Final = {"parameters": {"tournament": "$response.body#/id"}}
SAME: Final = {"parameters": {"tournament": "$request.path.tournament"}}

blueprint = Blueprint("tournaments", __name__, description="Tournaments for tables of two to five.")


@blueprint.route("/tournaments")
@blueprint.operation("listTournaments", errors=(401, 422, 429))
@blueprint.arguments(TournamentsQuery(), location="query")
@blueprint.response(200, TournamentPage())
def get_tournaments(query: dict[str, Any]) -> Response:
    """List tournaments, the newest first."""
    session()
    stage, after, limit = query.get("stage"), query.get("after"), query["limit"]
    return json_response(tournaments.list_tournaments(the_lobby(), stage, after, limit))


@blueprint.route("/tournaments", methods=["POST"])
@blueprint.operation(
    "createTournament",
    security=TOKEN,
    errors=BODY,
    links={
        201: dict.fromkeys(
            (
                *("getTournament", "enterTournament", "withdraw", "enterBots"),
                *("startTournament", "getStandings", "exportTournament", "cancelTournament"),
            ),
            NEW,
        )
    },
)
@blueprint.noted_arguments(Repeatable(), location="headers")
@blueprint.arguments(NewTournament())
@blueprint.response(201, Tournament())
def post_tournament(body: dict[str, Any]) -> Response:
    """Make a tournament; you are its organiser. The token needs the scope `organise`."""
    who, request = _asked(body)
    return json_response(create_tournament(the_lobby(), who, body, request), 201)


@blueprint.route("/tournaments/<tournament>", parameters=[TOURNAMENT_IN_PATH])
@blueprint.operation(
    "getTournament",
    errors=READ,
    links={
        200: {
            "getRound": {"parameters": {**SAME["parameters"], "number": "$response.body#/round"}},
            "getStandings": SAME,
        }
    },
)
@blueprint.response(200, Tournament())
def get_tournament(tournament: str) -> Response:
    """Look at a tournament."""
    session()
    return json_response(tournaments.read_tournament(the_lobby(), tournament))


@blueprint.route(
    "/tournaments/<tournament>/entries", methods=["POST"], parameters=[TOURNAMENT_IN_PATH]
)
@blueprint.operation(
    "enterTournament", security=TOKEN, errors=NO_BODY, links={201: {"withdraw": SAME}}
)
@blueprint.noted_arguments(Repeatable(), location="headers")
@blueprint.response(201, Tournament())
def post_entry(tournament: str) -> Response:
    """Enter a tournament: before it starts, or late into its next round."""
    who, request = _asked(None)
    return json_response(entering.enter_tournament(the_lobby(), who, tournament, request), 201)


@blueprint.route(
    "/tournaments/<tournament>/entries", methods=["DELETE"], parameters=[TOURNAMENT_IN_PATH]
)
@blueprint.operation("withdraw", security=TOKEN, errors=(401, 403, 404, 409, 429))
@blueprint.response(200, Tournament())
def delete_entry(tournament: str) -> Response:
    """Leave a tournament; whoever sits at a table plays it to its end."""
    who = session().caller
    request = identity(who, None)
    return json_response(entering.withdraw_from(the_lobby(), who, tournament, request))


@blueprint.route(
    "/tournaments/<tournament>/bots", methods=["POST"], parameters=[TOURNAMENT_IN_PATH]
)
@blueprint.operation("enterBots", security=TOKEN, errors=BODY, links={201: {"getTournament": SAME}})
@blueprint.noted_arguments(Repeatable(), location="headers")
@blueprint.arguments(BotsEntering())
@blueprint.response(201, Tournament())
def post_bots(body: dict[str, Any], tournament: str) -> Response:
    """Let the platform's own bots enter, as the organiser."""
    who, request = _asked(body)
    found = entering.enter_bots(the_lobby(), who, tournament, body["level"], body["count"], request)
    return json_response(found, 201)


@blueprint.route(
    "/tournaments/<tournament>/start", methods=["POST"], parameters=[TOURNAMENT_IN_PATH]
)
@blueprint.operation(
    "startTournament",
    security=TOKEN,
    errors=NO_BODY,
    links={201: {"getTournament": SAME, "getStandings": SAME}},
)
@blueprint.noted_arguments(Repeatable(), location="headers")
@blueprint.response(201, Tournament())
def post_start(tournament: str) -> Response:
    """Start a tournament: from now on it runs by itself.

    The first round is there as soon as it is drawn: at once for small fields, after some seconds
    for large ones. Then `round` is 1, and the lobby's stream tells `round_started`.
    """
    who, request = _asked(None)
    return json_response(running.start_tournament(the_lobby(), who, tournament, request), 201)


@blueprint.route(
    "/tournaments/<tournament>/cancellation", methods=["POST"], parameters=[TOURNAMENT_IN_PATH]
)
@blueprint.operation(
    "cancelTournament", security=TOKEN, errors=BODY, links={201: {"getTournament": SAME}}
)
@blueprint.noted_arguments(Repeatable(), location="headers")
@blueprint.arguments(Cancelling())
@blueprint.response(201, Tournament())
def post_cancellation(body: dict[str, Any], tournament: str) -> Response:
    """Break a tournament off, as the organiser."""
    who, request = _asked(body)
    found = running.cancel_tournament(the_lobby(), who, tournament, body["reason"], request)
    return json_response(found, 201)


@blueprint.route(
    "/tournaments/<tournament>/rounds/<int:number>",
    parameters=[TOURNAMENT_IN_PATH, ROUND_IN_PATH],
)
@blueprint.operation("getRound", errors=READ)
@blueprint.response(200, Round())
@blueprint.response(200, {"type": "string"}, content_type=HTML, description="To be printed.")
def get_round(tournament: str, number: int) -> Response:
    """Look at a round: who sits where and why, and how it ended.

    `Accept: text/html` gives a page of pairings to print.
    """
    session()
    found = rounds.read_round(the_lobby(), tournament, number)
    if best_kind(JSON, HTML) == HTML:
        return Response(_printed(tournament, found), mimetype=HTML)
    return json_response(found)


@blueprint.route(
    "/tournaments/<tournament>/tables/<game>/correction",
    methods=["POST"],
    parameters=[TOURNAMENT_IN_PATH, POD_IN_PATH],
)
@blueprint.operation(
    "correctResult", security=TOKEN, errors=BODY, links={201: {"getStandings": SAME}}
)
@blueprint.noted_arguments(Repeatable(), location="headers")
@blueprint.arguments(Correcting())
@blueprint.response(201, Tournament())
def post_correction(body: dict[str, Any], tournament: str, game: str) -> Response:
    """Correct the result of a table, as the organiser; who did it, when and why is kept."""
    who, request = _asked(body)
    given = running.Correcting(tuple(body["ranks"]), body["reason"])
    found = running.correct_result(the_lobby(), who, tournament, game, given, request)
    return json_response(found, 201)


@blueprint.route("/tournaments/<tournament>/standings", parameters=[TOURNAMENT_IN_PATH])
@blueprint.operation("getStandings", errors=READ)
@blueprint.response(200, Standings())
@blueprint.response(200, {"type": "string"}, content_type=CSV, description="As a table.")
def get_standings(tournament: str) -> Response:
    """Show the standings after the last round that is over; `Accept: text/csv` as a table."""
    session()
    if best_kind(JSON, CSV) == CSV:
        return Response(rounds.standings_as_csv(the_lobby(), tournament), mimetype=CSV)
    return json_response(rounds.read_standings(the_lobby(), tournament))


@blueprint.route("/tournaments/<tournament>/export", parameters=[TOURNAMENT_IN_PATH])
@blueprint.operation("exportTournament", errors=READ)
@blueprint.response(200, Export())
@blueprint.response(200, {"type": "string"}, content_type=CSV, description="All results.")
def get_export(tournament: str) -> Response:
    """Get everything about a tournament; `Accept: text/csv` gives a line for every seat."""
    session()
    if best_kind(JSON, CSV) == CSV:
        return Response(rounds.results_as_csv(the_lobby(), tournament), mimetype=CSV)
    return json_response(rounds.export(the_lobby(), tournament))


def _printed(tournament: str, found: Any) -> str:  # noqa: ANN401 (a document)
    """Write a round as a page to be printed."""
    about: Any = tournaments.read_tournament(the_lobby(), tournament)
    names = {entry["player"]: entry["name"] for entry in about["entries"]}
    byes = [names[player] for player in found["byes"]]
    return render_template("pairings.html", about=about, round=found, byes=byes)


def _asked(body: dict[str, Any] | None) -> tuple[Caller, Request]:
    who = session().caller
    return who, identity(who, repeat_key(), body)
