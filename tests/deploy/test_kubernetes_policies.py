"""Who reaches whom, worked out from the NetworkPolicies: a packet has to be let out and in."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tests.deploy.manifests import (
    WORKLOADS,
    container_of,
    labels_of,
    of_kind,
    with_role,
)

Labels = Mapping[str, str]

HERE: Final = "interchange"
APIS: Final = set(with_role("api"))
RULES: Final = {name for name in APIS if name.startswith("rules")}
WORKERS: Final = set(with_role("worker"))
LOBBY: Final = {"lobby", "lobby-worker", "lobby-webhooks"}
EXPECTED: Final = (
    {(name, "redis") for name in APIS | WORKERS}
    | {("gateway", name) for name in APIS}
    | {(name, "gateway") for name in {*LOBBY, "scoring", "scoring-worker", "bots"}}
    | {(name, "lobby") for name in {*RULES, "scoring"}}
    | {(name, "scoring") for name in LOBBY}
) - {("scoring", "scoring"), ("lobby", "lobby")}


def test_everybody_reaches_whom_they_need_and_nobody_else() -> None:
    pods = {name: labels_of(each) for name, each in of_kind(*WORKLOADS).items()}
    reached = {
        (one, two) for one in pods for two in pods if one != two and reaches(pods[one], pods[two])
    }
    assert reached == EXPECTED


def test_from_elsewhere_only_the_gateway_is_reached_but_for_numbers_and_queues() -> None:
    pods = {name: labels_of(each) for name, each in of_kind(*WORKLOADS).items()}
    assert {name for name in pods if enters({}, "elsewhere", pods[name])} == {"gateway"}
    assert {name for name in pods if enters({}, "monitoring", pods[name])} == APIS | {"gateway"}
    assert {name for name in pods if enters({}, "keda", pods[name])} == {"gateway", "redis"}


def test_only_webhooks_leave_the_cluster_and_never_to_private_addresses() -> None:
    leaving = [each for each in policies("Egress") if "ipBlock" in str(each)]
    assert [each["podSelector"]["matchLabels"] for each in leaving] == [
        {"app.kubernetes.io/name": "lobby-webhooks"}
    ]
    excepted = str(leaving)
    for private in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fc00::/7"):
        assert private in excepted


def test_a_policy_names_ports_that_its_pods_have() -> None:
    for policy in policies("Ingress"):
        for rule in policy.get("ingress", []):
            for name, workload in of_kind(*WORKLOADS).items():
                if matches(policy["podSelector"], labels_of(workload)):
                    ports = {port["name"] for port in container_of(workload)["ports"]}
                    assert {port["port"] for port in rule["ports"]} == ports, name


def reaches(one: Labels, two: Labels) -> bool:
    """Tell whether the pods of one workload can talk to those of another."""
    return leaves(one, two) and enters(one, HERE, two)


def leaves(one: Labels, two: Labels) -> bool:
    rules = [rule for each in about(one, "Egress") for rule in each.get("egress", [])]
    return any(allows(peer, two, HERE) for rule in rules for peer in rule["to"])


def enters(one: Labels, namespace: str, two: Labels) -> bool:
    rules = [rule for each in about(two, "Ingress") for rule in each.get("ingress", [])]
    return any(
        "from" not in rule or any(allows(peer, one, namespace) for peer in rule["from"])
        for rule in rules
    )


def about(pod: Labels, direction: str) -> list[Mapping[str, Any]]:
    """Give the policies for a pod; without any, all would be open."""
    found = [each for each in policies(direction) if matches(each["podSelector"], pod)]
    assert found
    return found


def policies(direction: str) -> list[Mapping[str, Any]]:
    specs = (each["spec"] for each in of_kind("NetworkPolicy").values())
    return [spec for spec in specs if direction in spec["policyTypes"]]


def allows(peer: Mapping[str, Any], pod: Labels, namespace: str) -> bool:
    """Tell whether a rule means a pod of a namespace."""
    if "ipBlock" in peer:
        return False
    if "namespaceSelector" in peer:
        place = {"kubernetes.io/metadata.name": namespace}
        return matches(peer["namespaceSelector"], place) and matches(
            peer.get("podSelector", {}), pod
        )
    return namespace == HERE and matches(peer["podSelector"], pod)


def matches(selector: Mapping[str, Any], labels: Labels) -> bool:
    """Tell whether labels are what a selector wants; an empty one wants everything."""
    wanted: Mapping[str, str] = selector.get("matchLabels", {})
    expressions: Sequence[Mapping[str, Any]] = selector.get("matchExpressions", [])
    assert all(each["operator"] == "In" for each in expressions)
    return wanted.items() <= labels.items() and all(
        labels.get(each["key"]) in each["values"] for each in expressions
    )
