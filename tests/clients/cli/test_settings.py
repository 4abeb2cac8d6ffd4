"""Where settings come from, and how a token is kept."""

import json
import stat
from pathlib import Path

import pytest

from clients.cli.errors import SettingsError
from clients.cli.settings import Flags, config_file, forget_token, read_settings, store_token

HERE, THERE = "http://here.test", "http://there.test"
STORED, GIVEN = "itx_file", "itx_flag"


def stored(folder: Path, **entry: str) -> Path:
    file = folder / "interchange" / "config.json"
    store_token(file, HERE, {"token": STORED, **entry})
    return file


def test_a_flag_counts_more_than_the_environment_and_that_more_than_the_file(
    tmp_path: Path,
) -> None:
    stored(tmp_path)
    home = {"XDG_CONFIG_HOME": str(tmp_path)}
    told = home | {"INTERCHANGE_URL": HERE, "INTERCHANGE_TOKEN": "itx_environment"}
    by_file = read_settings(Flags(), home)
    by_environment = read_settings(Flags(), told)
    by_flag = read_settings(Flags(url=THERE, token=GIVEN), told)
    assert (by_file.url, by_file.token) == (HERE, STORED)
    assert (by_environment.url, by_environment.token) == (HERE, "itx_environment")
    assert (by_flag.url, by_flag.token) == (THERE, GIVEN)


def test_without_settings_it_is_the_platform_of_make_up_and_nobody(tmp_path: Path) -> None:
    settings = read_settings(Flags(), {"XDG_CONFIG_HOME": str(tmp_path)})
    assert (settings.url, settings.token) == ("http://127.0.0.1:8080", None)


def test_a_stored_token_is_used_for_its_own_platform_only(tmp_path: Path) -> None:
    stored(tmp_path)
    home = {"XDG_CONFIG_HOME": str(tmp_path)}
    assert read_settings(Flags(url=THERE), home).token is None
    assert read_settings(Flags(url=f"{HERE}/"), home).token == STORED


def test_tokens_of_several_platforms_are_kept_side_by_side(tmp_path: Path) -> None:
    file = stored(tmp_path)
    store_token(file, THERE, {"token": "itx_other"})
    home = {"XDG_CONFIG_HOME": str(tmp_path)}
    assert read_settings(Flags(), home)[:2] == (THERE, "itx_other")
    assert read_settings(Flags(url=HERE), home).token == STORED
    assert forget_token(file, THERE)
    assert not forget_token(file, THERE)
    assert list(json.loads(file.read_text())["tokens"]) == [HERE]


def test_the_file_can_be_read_by_its_owner_only(tmp_path: Path) -> None:
    file = stored(tmp_path)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o644)
    store_token(file, HERE, {"token": "itx_new"})
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [each.name for each in file.parent.iterdir()] == ["config.json"]


def test_the_file_is_where_it_is_said_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    said = str(tmp_path / "mine.json")
    assert config_file(Flags(), {}) == tmp_path / ".config" / "interchange" / "config.json"
    assert config_file(Flags(), {"INTERCHANGE_CONFIG": said}) == Path(said)
    assert config_file(Flags(config=said), {"INTERCHANGE_CONFIG": "other"}) == Path(said)


@pytest.mark.parametrize("text", ["{", "[]", '{"tokens": 1}'])
def test_a_file_that_makes_no_sense_is_named(tmp_path: Path, text: str) -> None:
    file = tmp_path / "config.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError, match=r"config\.json"):
        read_settings(Flags(config=str(file)), {})


@pytest.mark.parametrize("url", ["platform.test", "ftp://platform.test", "http://", " "])
def test_an_address_that_is_none_is_refused(tmp_path: Path, url: str) -> None:
    with pytest.raises(SettingsError, match="not the address of a platform"):
        read_settings(Flags(url=url), {"XDG_CONFIG_HOME": str(tmp_path)})


@pytest.mark.parametrize("seconds", ["soon", "0", "-1", "nan"])
def test_a_patience_that_is_no_number_of_seconds_is_refused(tmp_path: Path, seconds: str) -> None:
    environment = {"XDG_CONFIG_HOME": str(tmp_path), "INTERCHANGE_TIMEOUT": seconds}
    with pytest.raises(SettingsError, match="INTERCHANGE_TIMEOUT"):
        read_settings(Flags(), environment)


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "interchange").write_text("a file in the way", encoding="utf-8")
    with pytest.raises(SettingsError, match="cannot be"):
        stored(tmp_path)
