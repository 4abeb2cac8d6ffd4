"""What the page on Kubernetes tells operators is so: Secrets, two versions, KEDA's user."""

import hashlib
import re
from collections import Counter
from typing import Final

import pytest
import redis

from deploy.embedded import Embedded
from deploy.settings import ROOT
from tests.deploy.manifests import (
    EDITIONS,
    built,
    container_of,
    environment,
    of_kind,
    pod_of,
    secrets,
)

README: Final = (ROOT / "deploy" / "kubernetes" / "README.md").read_text(encoding="utf-8")
COUNT: Final = """
local kind = redis.call('type', KEYS[1]).ok
local verbs = {list = 'llen', none = 'llen', zset = 'zcard'}
return redis.call(verbs[kind], KEYS[1])
"""
"""Counts what waits as KEDA does: by a script that first asks what the key is."""
OLD: Final = ("rules-gob-rome-1", "rules-gob-rome-1-worker")
NEW: Final = ("rules-gob-rome", "rules-gob-rome-worker")


def test_there_is_a_secret_for_every_user_and_no_other() -> None:
    users = ["bots", "lobby", "rules", "scoring", *(f"rules-{each}" for each in EDITIONS)]
    made = {f"interchange-redis-{user}" for user in users}  # by the loop over *.url
    made |= set(re.findall(r"^put (interchange-\S+)", README, re.MULTILINE))
    assert secrets() == made | {"interchange-tls"}


def test_two_versions_of_an_edition_run_side_by_side() -> None:
    deployments = of_kind("Deployment")
    for old, new in zip(OLD, NEW, strict=True):
        before, now = container_of(deployments[old]), container_of(deployments[new])
        assert before["image"].rpartition(":")[0] == now["image"].rpartition(":")[0]
        assert before["image"] != now["image"]
        assert environment(deployments[old])["RULES_EDITIONS"] == "gob-rome"
        assert pod_of(deployments[old])["volumes"] == pod_of(deployments[new])["volumes"]


@pytest.mark.parametrize("name", [f"rules-{each}" for each in (*EDITIONS, "gob-rome-1")])
def test_the_gateway_can_be_sent_to_each_version(name: str) -> None:
    upstream = environment(of_kind("Deployment")[name])["RULES_UPSTREAM"]
    assert upstream == f"http://{name}.interchange.svc.cluster.local:8080"
    assert name in of_kind("Service")


@pytest.mark.parametrize("name", [*EDITIONS, "gob-rome-1"])
def test_all_of_an_engine_can_be_found_by_its_name(name: str) -> None:
    label = {"app.kubernetes.io/instance": f"rules-{name}"}
    found = Counter(
        each["kind"]
        for each in built()
        if label.items() <= each["metadata"].get("labels", {}).items()
    )
    kinds = {"Deployment": 2, "PodDisruptionBudget": 2, "HorizontalPodAutoscaler": 1, "Service": 1}
    scaled = {} if name == "gob-rome-1" else {"ScaledObject": 1}
    assert found == kinds | scaled


def test_the_gateway_knows_the_whole_names_of_services() -> None:
    gateway = of_kind("Deployment")["gateway"]
    assert environment(gateway)["DOMAIN"] == ".interchange.svc.cluster.local"
    (files,) = (each for each in pod_of(gateway)["volumes"] if each["name"] == "files")
    told = of_kind("ConfigMap")[files["configMap"]["name"]]["data"]
    folder = ROOT / "deploy" / "nginx"
    assert told == {name: (folder / name).read_text(encoding="utf-8") for name in told}
    assert {"nginx.conf", "start.sh", "editions.map"} <= set(told)


def test_the_store_keeps_what_it_answered() -> None:
    container = container_of(of_kind("StatefulSet")["redis"])
    said = dict(zip(container["args"][::2], container["args"][1::2], strict=True))
    assert said["--appendonly"] == "yes"
    assert said["--appendfsync"] == "always"
    assert said["--maxmemory-policy"] == "noeviction"
    mounts = {each["mountPath"] for each in container["volumeMounts"]}
    assert {said["--dir"], said["--aclfile"].rpartition("/")[0]} <= mounts


@pytest.mark.slow
def test_kedas_user_counts_what_waits_and_does_nothing_else(own_server: Embedded) -> None:
    line = re.search(r"user keda on #\$hash ([^\"]*)", README)
    assert line
    admin = redis.Redis.from_url(own_server.url)
    admin.execute_command("ACL", "SETUSER", "keda", "on", ">secret", *line[1].split())  # type: ignore[no-untyped-call]
    admin.rpush("rq:queue:rules.gob-rome", "one", "two")
    admin.set("rules:{gob-rome.x}", "a game")
    keda = redis.Redis.from_url(own_server.url, username="keda", password="secret")  # noqa: S106
    assert keda.ping()
    assert keda.eval(COUNT, 1, "rq:queue:rules.gob-rome") == 2
    assert keda.eval(COUNT, 1, "rq:queue:nobody") == 0
    for refused in (
        lambda: keda.get("rules:{gob-rome.x}"),
        lambda: keda.lrange("rq:queue:rules.gob-rome", 0, -1),
        lambda: keda.eval("return redis.call('lpop', KEYS[1])", 1, "rq:queue:rules.gob-rome"),
        lambda: keda.eval(COUNT, 1, "rules:{gob-rome.x}"),
    ):
        with pytest.raises(redis.ResponseError, match=r"NOPERM|ACL|permission"):
            refused()


@pytest.mark.slow
def test_a_hash_in_the_line_is_what_the_server_expects(own_server: Embedded) -> None:
    word = hashlib.sha256(b"secret").hexdigest()
    admin = redis.Redis.from_url(own_server.url)
    admin.execute_command("ACL", "SETUSER", "keda", "on", f"#{word}", "+ping")  # type: ignore[no-untyped-call]
    assert redis.Redis.from_url(own_server.url, username="keda", password="secret").ping()  # noqa: S106
