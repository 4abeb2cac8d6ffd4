"""The unions at work in an application: documented, checked, and handed on as they came."""

from typing import Any

import pytest
from flask import Flask
from flask_smorest import Api, Blueprint

from services.plumbing.http.schemas.shorthand import listed
from services.rules.api.schemas import Document, DocumentPlugin, EventField, MoveField
from tests.rules.api.schemas.components import components


class Turn(Document):
    """A move to make."""

    move = MoveField(required=True)


class Happened(Document):
    """What happened."""

    events = listed(EventField())


def play(turn: dict[str, Any]) -> Any:
    return {"read": turn["move"]}


@pytest.fixture(name="api")
def an_api() -> Any:
    app = Flask(__name__)
    app.config.update(API_TITLE="Moves", API_VERSION="1", OPENAPI_VERSION="3.1.0")
    api = Api(app, spec_kwargs={"marshmallow_plugin": DocumentPlugin()})
    blueprint = Blueprint("moves", __name__)
    checked = blueprint.alt_response(201, schema=Happened)(blueprint.arguments(Turn)(play))
    blueprint.route("/moves", methods=["POST"])(checked)
    api.register_blueprint(blueprint)
    return api


def answer_to(api: Any, move: Any) -> tuple[int, Any]:
    answer = api._app.test_client().post("/moves", json={"move": move})
    return answer.status_code, answer.get_json()


def test_a_move_reaches_the_endpoint_as_it_came(api: Any) -> None:
    move = {"type": "place_track", "line": "red", "from": "york-st", "to": "water-york-st"}
    assert answer_to(api, move) == (200, {"read": move})


def test_what_is_no_move_is_answered_422_with_its_place(api: Any) -> None:
    status, problem = answer_to(api, {"type": "choose_departure", "ticket": "4"})
    assert status == 422
    assert problem["errors"] == {"json": {"move": {"ticket": ["Not a valid integer."]}}}


def test_the_applications_specification_has_the_same_components(api: Any) -> None:
    schemas = api.spec.to_dict()["components"]["schemas"]
    assert schemas["Turn"]["properties"]["move"] == {"$ref": "#/components/schemas/Move"}
    assert schemas["Happened"]["properties"]["events"]["items"] == {
        "$ref": "#/components/schemas/Event"
    }
    assert schemas["Turn"]["description"] == "A move to make."
    for name in ("Move", "Event", "PlotRoute", "GameEnded"):
        assert schemas[name] == components()[name]
