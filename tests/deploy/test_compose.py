"""docker-compose.yml: every city by itself, nobody as root, every name where it belongs."""

import re
from typing import Any, Final

import pytest
import yaml

from deploy.settings import ROOT
from services.rules.editions import FOLDER
from tests.deploy.test_images import SERVICES

COMPOSE: Final[dict[str, Any]] = yaml.safe_load(
    (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
)
CONTAINERS: Final[dict[str, dict[str, Any]]] = COMPOSE["services"]
EDITIONS: Final = sorted(path.stem for path in FOLDER.glob("*.yaml"))
OPERATIONS: Final = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
OTHERS: Final = ("redis", "gateway")
"""Made by others: they have images and users of their own."""


def own() -> list[str]:
    return [name for name in CONTAINERS if name not in OTHERS]


def in_table() -> list[tuple[str, ...]]:
    table = (ROOT / "deploy" / "nginx" / "editions.map").read_text(encoding="utf-8")
    return [*map(tuple, re.findall(r"^([a-z-]+)\s+(\S+)@DOMAIN@;$", table, re.MULTILINE))]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_has_an_engine_and_a_worker_of_its_own(edition: str) -> None:
    engine, worker = CONTAINERS[f"rules-{edition}"], CONTAINERS[f"rules-{edition}-worker"]
    assert engine["environment"]["RULES_EDITIONS"] == edition
    assert worker["environment"]["RULES_EDITIONS"] == edition
    assert engine["environment"]["RULES_UPSTREAM"] == f"http://rules-{edition}:8080"
    for container in (engine, worker):
        assert container["secrets"] == [{"source": f"rules-{edition}", "target": "redis-url"}]


def test_no_engine_is_for_an_edition_that_there_is_not() -> None:
    engines = {
        n.removeprefix("rules-").removesuffix("-worker")
        for n in CONTAINERS
        if n.startswith("rules-")
    }
    assert sorted(engines) == EDITIONS
    assert CONTAINERS["bots"]["environment"]["BOTS_EDITIONS"].split(",") == EDITIONS


def test_the_gateway_knows_every_city_by_the_name_of_its_engine() -> None:
    assert in_table() == [(name, f"rules-{name}") for name in EDITIONS]


@pytest.mark.parametrize("name", CONTAINERS)
def test_a_container_may_do_little(name: str) -> None:
    container = CONTAINERS[name]
    assert container["user"].split(":")[0] not in {"", "0", "root"}
    assert container["read_only"] is True
    assert container["cap_drop"] == ["ALL"]
    assert container["security_opt"] == ["no-new-privileges:true"]
    assert "privileged" not in container


@pytest.mark.parametrize("name", CONTAINERS)
def test_a_container_is_looked_after(name: str) -> None:
    container = CONTAINERS[name]
    assert container["healthcheck"]["test"][0] in {"CMD", "CMD-SHELL"}
    assert container["restart"] == "unless-stopped"
    assert {"cpus", "memory"} <= set(container["deploy"]["resources"]["limits"])
    assert int(container["stop_grace_period"].removesuffix("s")) >= 40


@pytest.mark.parametrize("name", own())
def test_only_workers_are_looked_at_as_workers(name: str) -> None:
    container = CONTAINERS[name]
    is_worker = name == "bots" or "worker" in " ".join(container.get("command", []))
    path = container["healthcheck"]["test"][3:]
    service = container["image"].removeprefix("interchange-").partition(":")[0]
    assert path == ([] if is_worker else [f"/{service}/readyz"])


@pytest.mark.parametrize("name", own())
def test_secrets_come_from_files(name: str) -> None:
    container = CONTAINERS[name]
    assert container["environment"]["REDIS_URL_FILE"] == "/run/secrets/redis-url"
    assert "REDIS_URL" not in container["environment"]
    (secret,) = container["secrets"]
    assert secret["source"] in COMPOSE["secrets"]


@pytest.mark.parametrize("name", own())
def test_every_setting_is_documented(name: str) -> None:
    named = {word.removesuffix("_FILE") for word in CONTAINERS[name]["environment"]}
    assert [word for word in named if f"`{word}`" not in OPERATIONS] == []


def test_every_image_is_built_once() -> None:
    built = [each["build"]["args"]["SERVICE"] for each in CONTAINERS.values() if "build" in each]
    assert {*built} == {*SERVICES}
    images = {each["image"] for name, each in CONTAINERS.items() if name not in OTHERS}
    assert images == {f"interchange-{name}:${{TAG:-latest}}" for name in SERVICES}


def test_images_of_others_are_pinned() -> None:
    for name in OTHERS:
        assert re.search(r":-[^}]+:\d+\.\d+\.\d+-[a-z]+\}$", CONTAINERS[name]["image"])
    dockerfile = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")
    assert re.search(r"^ARG PYTHON=\S+:3\.\d+\.\d+-slim-[a-z]+$", dockerfile, re.MULTILINE)


def test_redis_keeps_what_was_answered() -> None:
    command = CONTAINERS["redis"]["command"]
    settings = dict(zip(command[1::2], command[2::2], strict=True))
    assert settings["--appendonly"] == "yes"
    assert settings["--appendfsync"] == "always"
    assert settings["--maxmemory-policy"] == "noeviction"
    assert settings["--aclfile"] == "/run/secrets/users.acl"
