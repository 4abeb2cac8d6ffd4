"""The manifests make sense: what they name is there, and every pod is as it should be."""

import re
from importlib.util import find_spec
from typing import Final

import pytest

from deploy.settings import ROOT
from services.contracts.ids import (
    BOTS_QUEUE,
    LOBBY_QUEUE,
    RULES_QUEUE,
    SCORING_QUEUE,
    WEBHOOKS_QUEUE,
)
from services.lobby.api import create_app as create_lobby
from services.lobby.config import Config as LobbyConfig
from services.lobby.keys import ensure_keys
from services.rules.api import create_app as create_rules
from services.rules.config import Config as RulesConfig
from services.scoring.api import create_app as create_scoring
from services.scoring.config import Config as ScoringConfig
from tests.deploy.manifests import (
    EDITIONS,
    NAME,
    ROLE,
    WORKLOADS,
    container_of,
    environment,
    labels_of,
    of_kind,
    pod_of,
    selected,
    settings,
    with_role,
)

PORT: Final = 8080
GRACE: Final = 20
"""Seconds that gunicorn gives its requests (deploy/gunicorn.conf.py)."""
SERVICES: Final = ("lobby", "scoring", "rules", "gateway", *(f"rules-{each}" for each in EDITIONS))
workloads = pytest.mark.parametrize("name", of_kind(*WORKLOADS))


def documented() -> set[str]:
    text = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    return set(re.findall(r"`([A-Z][A-Z_]+)`", text))


@workloads
def test_a_workload_selects_its_own_pods_alone(name: str) -> None:
    selector = of_kind(*WORKLOADS)[name]["spec"]["selector"]["matchLabels"]
    assert selector == {NAME: name}
    assert selected(selector) == [name]


@pytest.mark.parametrize("name", [*SERVICES, "redis", "rules-gob-rome-1"])
def test_a_service_leads_to_the_port_of_its_pods(name: str) -> None:
    spec = of_kind("Service")[name]["spec"]
    assert selected(spec["selector"]) == [name]
    container = container_of(of_kind(*WORKLOADS)[name])
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    (port,) = spec["ports"]
    assert ports[port["targetPort"]] == port["port"]


def test_there_is_no_other_service_and_the_ingress_leads_to_the_gateway() -> None:
    assert set(of_kind("Service")) == {*SERVICES, "redis", "rules-gob-rome-1"}
    spec = of_kind("Ingress")["interchange"]["spec"]
    (path,) = spec["rules"][0]["http"]["paths"]
    assert path["backend"]["service"] == {"name": "gateway", "port": {"name": "http"}}
    assert spec["tls"][0]["hosts"] == [spec["rules"][0]["host"]]


@pytest.mark.parametrize("name", of_kind("Deployment"))
def test_every_deployment_has_a_disruption_budget(name: str) -> None:
    budget = of_kind("PodDisruptionBudget")[name]["spec"]
    assert selected(budget["selector"]["matchLabels"]) == [name]
    assert budget["maxUnavailable"] == 1


def test_what_is_scaled_is_there_and_scaled_once() -> None:
    by_cpu = [
        each["spec"]["scaleTargetRef"]["name"]
        for each in of_kind("HorizontalPodAutoscaler").values()
    ]
    by_queue = [each["spec"]["scaleTargetRef"]["name"] for each in of_kind("ScaledObject").values()]
    assert len({*by_cpu, *by_queue}) == len(by_cpu) + len(by_queue)
    for name in (*by_cpu, *by_queue):
        assert "replicas" not in of_kind("Deployment")[name]["spec"]
    assert {labels_of(of_kind("Deployment")[name])[ROLE] for name in by_cpu} == {"api"}
    assert set(by_queue) == set(with_role("worker")) - {"rules-gob-rome-1-worker"}


@workloads
def test_a_pod_may_do_as_little_as_can_be(name: str) -> None:
    workload = of_kind(*WORKLOADS)[name]
    pod, container = pod_of(workload), container_of(workload)
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["securityContext"]["runAsUser"] > 0
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert pod["automountServiceAccountToken"] is False
    assert pod["enableServiceLinks"] is False
    assert (
        of_kind("ServiceAccount")[pod["serviceAccountName"]]["automountServiceAccountToken"]
        is False
    )


@workloads
def test_a_pod_is_limited_watched_and_spread(name: str) -> None:
    workload = of_kind(*WORKLOADS)[name]
    container = container_of(workload)
    assert set(container["resources"]["requests"]) == {"cpu", "memory"}
    assert set(container["resources"]["limits"]) == {"cpu", "memory"}
    assert {"startupProbe", "livenessProbe"} <= set(container)
    assert ("readinessProbe" in container) == (name in of_kind("Service"))
    assert len(pod_of(workload)["topologySpreadConstraints"]) == 2


@workloads
def test_every_mount_has_its_volume(name: str) -> None:
    spec = of_kind(*WORKLOADS)[name]["spec"]
    volumes = [each["name"] for each in spec["template"]["spec"]["volumes"]]
    volumes += [each["metadata"]["name"] for each in spec.get("volumeClaimTemplates", [])]
    mounts = {
        each["name"]: each["mountPath"]
        for each in container_of(of_kind(*WORKLOADS)[name])["volumeMounts"]
    }
    assert sorted(mounts) == sorted(volumes)
    assert mounts["tmp"] == "/tmp"  # noqa: S108 - the pod's own


@workloads
def test_an_image_is_pinned(name: str) -> None:
    assert re.fullmatch(
        r"[a-z./-]+:\d+\.\d+\.\d+(-alpine)?", container_of(of_kind(*WORKLOADS)[name])["image"]
    )


@workloads
def test_every_setting_is_documented(name: str) -> None:
    named = {setting.removesuffix("_FILE") for setting in settings(of_kind(*WORKLOADS)[name])}
    assert named - documented() == set()


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """Give what every service answers."""
    keys = tmp_path_factory.mktemp("keys")
    ensure_keys(keys)
    apps = {
        "lobby": create_lobby(LobbyConfig(keys=keys)),
        "rules": create_rules(RulesConfig()),
        "scoring": create_scoring(ScoringConfig()),
    }
    return {name: {str(rule) for rule in app.url_map.iter_rules()} for name, app in apps.items()}


@pytest.mark.slow
@pytest.mark.parametrize("name", with_role("api"))
def test_an_api_is_asked_where_it_answers(name: str, paths: dict[str, set[str]]) -> None:
    workload = of_kind(*WORKLOADS)[name]
    container, service = container_of(workload), labels_of(workload)["app.kubernetes.io/component"]
    probes = [container[f"{kind}Probe"]["httpGet"] for kind in ("startup", "liveness", "readiness")]
    assert [probe["path"] for probe in probes] == [
        *[f"/{service}/healthz"] * 2,
        f"/{service}/readyz",
    ]
    assert {probe["path"] for probe in probes} <= paths[service]
    annotations = workload["spec"]["template"]["metadata"]["annotations"]
    assert annotations["prometheus.io/path"] in paths[service]
    assert {probe["port"] for probe in probes} == {"http"}
    assert annotations["prometheus.io/port"] == str(PORT)
    assert environment(workload)["BIND"] == f"0.0.0.0:{PORT}"
    assert container["ports"] == [{"name": "http", "containerPort": PORT}]
    assert container["command"][-1] == f"services.{service}.api:create_app()"


@pytest.mark.parametrize("name", with_role("worker"))
def test_a_worker_is_a_program_that_there_is_and_says_that_it_lives(name: str) -> None:
    container = container_of(of_kind("Deployment")[name])
    python, option, module, *_ = container["command"]
    assert (python, option) == ("python", "-m")
    assert find_spec(f"{module}.__main__")
    for probe in ("startupProbe", "livenessProbe"):
        python, program = container[probe]["exec"]["command"]
        assert (python, (ROOT / program).is_file()) == ("python", True)


@workloads
def test_a_pod_has_the_time_to_stop(name: str) -> None:
    workload = of_kind(*WORKLOADS)[name]
    sleep = container_of(workload).get("lifecycle", {}).get("preStop", {}).get("sleep", {})
    assert (sleep.get("seconds", 0) >= 3) == (labels_of(workload)[ROLE] in {"api", "gateway"})
    assert pod_of(workload)["terminationGracePeriodSeconds"] > sleep.get("seconds", 0) + GRACE


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_runs_and_scales_alone(edition: str) -> None:
    name = f"rules-{edition}"
    for each in (name, f"{name}-worker"):
        workload = of_kind("Deployment")[each]
        assert environment(workload)["RULES_EDITIONS"] == edition
        assert f"interchange-redis-{name}" in str(pod_of(workload)["volumes"])
    assert name in of_kind("HorizontalPodAutoscaler")
    (trigger,) = of_kind("ScaledObject")[f"{name}-worker"]["spec"]["triggers"]
    assert trigger["metadata"]["listName"] == f"rq:queue:{RULES_QUEUE.format(edition=edition)}"
    lines = (ROOT / "deploy" / "nginx" / "editions.map").read_text(encoding="utf-8")
    assert re.search(rf"^{edition} +{name}@DOMAIN@;$", lines, re.MULTILINE)


def test_bots_play_every_edition() -> None:
    assert environment(of_kind("Deployment")["bots"])["BOTS_EDITIONS"].split(",") == EDITIONS


def test_other_workers_are_scaled_by_their_own_queues() -> None:
    bots = [BOTS_QUEUE.format(edition=edition) for edition in EDITIONS]
    expected = {"scoring-worker": [SCORING_QUEUE], "lobby-worker": [LOBBY_QUEUE]}
    expected |= {"lobby-webhooks": [WEBHOOKS_QUEUE], "bots": bots}
    for name, queues in expected.items():
        triggers = of_kind("ScaledObject")[name]["spec"]["triggers"]
        assert [each["metadata"]["listName"] for each in triggers] == [
            f"rq:queue:{queue}" for queue in queues
        ]


def test_keda_finds_redis_from_its_own_namespace() -> None:
    for each in of_kind("ScaledObject").values():
        assert each["spec"]["minReplicaCount"] == 1
        for trigger in each["spec"]["triggers"]:
            namespace = each["metadata"]["namespace"]
            assert trigger["metadata"]["address"] == f"redis.{namespace}.svc:6379"
            assert trigger["authenticationRef"]["name"] in of_kind("TriggerAuthentication")
