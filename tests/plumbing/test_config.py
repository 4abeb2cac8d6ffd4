"""Settings may be in files: what is read, what is refused, and that no secret is ever shown."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from clients.bots.worker.__main__ import read_config as read_bots
from deploy.settings import SettingError, read_settings
from services.lobby.config import read_config as read_lobby
from services.plumbing.config import ConfigError, seconds, setting
from services.rules.config import read_config as read_rules
from services.scoring.config import read_config as read_scoring

SECRET = "redis://rules:tram-42@redis:6379/0"  # noqa: S105 - of nobody
READERS: dict[str, tuple[Callable[[Mapping[str, str]], Any], dict[str, str]]] = {
    "rules": (read_rules, {}),
    "scoring": (read_scoring, {}),
    "lobby": (read_lobby, {"LOBBY_KEYS": "keys"}),
    "bots": (read_bots, {"BOTS_EDITIONS": "gob-rome"}),
    "make up": (read_settings, {}),
}


@pytest.fixture
def secret(tmp_path: Path) -> str:
    """Write a secret into a file, as a container gets it."""
    path = tmp_path / "redis-url"
    path.write_text(f"{SECRET}\n", encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("name", READERS)
def test_every_process_reads_the_address_of_its_server_from_a_file(name: str, secret: str) -> None:
    read, more = READERS[name]
    assert SECRET in repr(read({**more, "REDIS_URL_FILE": secret}))


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        ({"REDIS_URL": SECRET}, "REDIS_URL and REDIS_URL_FILE are both set: one of them has to go"),
        ({"REDIS_URL_FILE": "/nowhere"}, "REDIS_URL_FILE: /nowhere cannot be read: No such file"),
    ],
    ids=["both", "no file"],
)
def test_every_process_refuses_a_setting_that_is_not_clear(
    name: str, other: dict[str, str], sentence: str, secret: str
) -> None:
    read, more = READERS[name]
    with pytest.raises((ConfigError, SettingError)) as refused:
        read({**more, "REDIS_URL_FILE": secret, **other})
    assert str(refused.value).startswith(sentence)
    assert "tram-42" not in str(refused.value)


@pytest.mark.parametrize(
    ("content", "value"),
    [
        (b"one\n", "one"),
        (b"one\r\n", "one"),
        (b"one", "one"),
        (b" one two ", " one two "),
        (b"\n", "nothing"),
        (b"", "nothing"),
    ],
)
def test_a_file_is_the_setting_without_the_newline_at_its_end(
    content: bytes, value: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_bytes(content)
    assert setting({"NAME_FILE": str(tmp_path / "file")}, "NAME", "nothing") == value


def test_an_empty_name_of_a_file_counts_as_not_said() -> None:
    assert setting({"NAME": "one", "NAME_FILE": ""}, "NAME") == "one"
    assert setting({"NAME": "", "NAME_FILE": ""}, "NAME", "two") == "two"


@pytest.mark.parametrize("path", ["folder", "letters"])
def test_a_file_that_holds_no_text_is_refused_without_showing_it(path: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "letters").write_bytes(b"tram-42\xff")
    with pytest.raises(ConfigError, match=f"^NAME_FILE: .*{path} ") as refused:
        setting({"NAME_FILE": str(tmp_path / path)}, "NAME")
    assert "tram-42" not in f"{refused.value!r} {refused.value.__cause__!r}"


def test_a_secret_that_is_put_in_the_wrong_place_is_not_shown(secret: str) -> None:
    with pytest.raises(
        ConfigError, match=r"WAIT is what .*redis-url holds: expected sec"
    ) as refused:
        seconds({"WAIT_FILE": secret}, "WAIT", 5)
    assert "tram-42" not in str(refused.value)
    with pytest.raises(SettingError, match=r"PORT is what .*redis-url holds, but has") as wrong:
        read_settings({"PORT_FILE": secret})
    assert "tram-42" not in str(wrong.value)
