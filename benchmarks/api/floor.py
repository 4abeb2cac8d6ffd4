"""The floor: flask-smorest with our schemas, one GET and one script, and nothing to decide.

It is what a handler costs before it knows a rule: the same server, the same settings, the same
bodies. What the real one does beside that is its own: tokens, versions, moves, logs and metrics.
"""

from typing import Any, Final

import flask_smorest
import orjson
from flask import Flask, Response, request
from flask.json.provider import JSONProvider
from flask_smorest import Api

from services.plumbing.connections import Client, connect
from services.rules.api.schemas import DocumentPlugin
from services.rules.api.schemas.games import Game, MoveRequest, Played
from services.rules.config import read_config

SAMPLE: Final = "floor:{}:{}"
"""Where the benchmark puts what the floor works with: a snapshot, a view, an answer to a move."""
SCRIPT: Final = """
redis.call('SET', KEYS[1], ARGV[1])
redis.call('RPUSH', KEYS[2], ARGV[2])
return 1
"""


class FastJson(JSONProvider):
    """JSON by orjson."""

    def dumps(self, obj: Any, **_: Any) -> str:  # noqa: ANN401
        """Write JSON."""
        return orjson.dumps(obj).decode()

    def loads(self, s: str | bytes, **_: Any) -> Any:  # noqa: ANN401
        """Read JSON."""
        return orjson.loads(s)


class _Answers(dict[str, Any]):
    """Answers to moves by edition, read when first asked for."""

    def __init__(self, client: Client) -> None:
        super().__init__()
        self._client = client

    def __missing__(self, edition: str) -> Any:  # noqa: ANN401
        self[edition] = orjson.loads(self._client.get(SAMPLE.format(edition, "move")))
        return self[edition]


def create_app() -> Flask:
    """Make the application."""
    app = Flask(__name__)
    app.json = FastJson(app)
    app.config.update(API_TITLE="floor", API_VERSION="1", OPENAPI_VERSION="3.1.0")
    api = Api(app, spec_kwargs={"marshmallow_plugin": DocumentPlugin()})
    blueprint: Any = flask_smorest.Blueprint("floor", __name__)
    client = connect(read_config().redis_url)
    answers = _Answers(client)
    script = client.register_script(SCRIPT)

    def post_move(_body: dict[str, Any], edition: str, game: str) -> Any:  # noqa: ANN401
        snapshot = client.get(SAMPLE.format(edition, "state"))
        script([f"floor:{game}", f"floor:{game}:log"], [snapshot, orjson.dumps(answers[edition])])
        return answers[edition]

    def get_game(edition: str, game: str) -> Any:  # noqa: ANN401
        sample = client.get(SAMPLE.format(edition, "view"))
        if request.if_none_match.contains(game):
            return Response(status=304)
        return orjson.loads(sample)

    playing = blueprint.arguments(MoveRequest())(blueprint.response(201, Played())(post_move))
    blueprint.route("/floor/<edition>/<game>/moves", methods=["POST"])(playing)
    blueprint.route("/floor/<edition>/<game>")(blueprint.response(200, Game())(get_game))
    api.register_blueprint(blueprint)
    return app
