"""What an operator can set, and what is refused."""

import pytest

from services.plumbing.config import ConfigError
from services.rules.config import Config, read_config


def test_nothing_has_to_be_set() -> None:
    assert read_config({}) == Config()


def test_everything_can_be_set() -> None:
    found = read_config(
        {
            "REDIS_URL": "redis://games:1/2",
            "QUEUES_URL": "redis://queues:3/4",
            "RULES_EDITIONS": " gob-rome, otu-paris ,",
            "RULES_KEYS": "/keys.json",
            "RULES_ADDRESS": "https://rome.example/rules/v1",
            "RULES_INSIDE_ADDRESS": "http://gateway:8080/rules/v1",
            "RULES_UPSTREAM": "http://rules-gob-rome-1:8080",
            "RULES_STREAM_SECONDS": "60",
            "RULES_POLL_SECONDS": "2",
        }
    )
    assert found == Config(
        redis_url="redis://games:1/2",
        queues_url="redis://queues:3/4",
        editions=("gob-rome", "otu-paris"),
        keys="/keys.json",
        address="https://rome.example/rules/v1",
        inside="http://gateway:8080/rules/v1",
        upstream="http://rules-gob-rome-1:8080",
        stream_seconds=60,
        poll_seconds=2,
    )


def test_the_queues_are_where_the_games_are_unless_said_otherwise() -> None:
    assert read_config({"REDIS_URL": "redis://games:1/2"}).queues_url == "redis://games:1/2"


def test_keys_may_be_at_an_address() -> None:
    found = read_config({"RULES_KEYS": "https://lobby.example/lobby/v1/keys"})
    assert found.keys == "https://lobby.example/lobby/v1/keys"


def test_what_is_empty_counts_as_not_said() -> None:
    names = ("REDIS_URL", "QUEUES_URL", "RULES_EDITIONS", "RULES_KEYS", "RULES_POLL_SECONDS")
    newer = ("RULES_INSIDE_ADDRESS", "RULES_UPSTREAM")
    assert read_config(dict.fromkeys((*names, *newer), "")) == Config()


@pytest.mark.parametrize(
    "text",
    [
        "rules-1:8080",
        "http://rules-1:8080/",
        "http://rules-1/rules/v1",
        "http://a b",
        "http://a\nb",
    ],
)
def test_an_upstream_that_a_gateway_could_not_use_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match=r"RULES_UPSTREAM is .*such as http://"):
        read_config({"RULES_UPSTREAM": text})


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "many", "86401", "٣"])
@pytest.mark.parametrize("name", ["RULES_STREAM_SECONDS", "RULES_POLL_SECONDS"])
def test_seconds_that_make_no_sense_are_refused(name: str, text: str) -> None:
    with pytest.raises(ConfigError, match=name):
        read_config({name: text})
