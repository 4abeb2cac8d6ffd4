"""The Kubernetes manifests as the tests look at them: what was built, by kind and name."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

import yaml

from deploy.manifests import RENDERED
from services.rules.editions import FOLDER

Resource = Mapping[str, Any]

EDITIONS: Final = sorted(path.stem for path in FOLDER.glob("*.yaml"))
WORKLOADS: Final = ("Deployment", "StatefulSet")
NAME: Final = "app.kubernetes.io/name"
ROLE: Final = "interchange/role"


@cache
def built() -> tuple[Resource, ...]:
    """Give what kustomize made of the example."""
    return tuple(yaml.safe_load_all(RENDERED.read_text(encoding="utf-8")))


def of_kind(*kinds: str) -> dict[str, Resource]:
    """Give the resources of some kinds, by name."""
    return {name_of(each): each for each in built() if each["kind"] in kinds}


def name_of(resource: Resource) -> str:
    name: str = resource["metadata"]["name"]
    return name


def labels_of(workload: Resource) -> dict[str, str]:
    """Give the labels of the pods that a workload makes."""
    labels: dict[str, str] = workload["spec"]["template"]["metadata"]["labels"]
    return labels


def pod_of(workload: Resource) -> Resource:
    pod: Resource = workload["spec"]["template"]["spec"]
    return pod


def container_of(workload: Resource) -> Resource:
    """Give the only container of a workload's pods."""
    (container,) = pod_of(workload)["containers"]
    assert isinstance(container, dict)
    return container


def with_role(role: str) -> dict[str, Resource]:
    """Give the workloads that are APIs, workers, the gateway or the store."""
    found = of_kind(*WORKLOADS).items()
    return {name: each for name, each in found if labels_of(each)[ROLE] == role}


def selected(selector: Mapping[str, str]) -> list[str]:
    """Name the workloads whose pods have these labels."""
    workloads = of_kind(*WORKLOADS)
    return [name for name in workloads if selector.items() <= labels_of(workloads[name]).items()]


def environment(workload: Resource) -> dict[str, str]:
    """Give what a container is told, as Kubernetes would put it together."""
    container = container_of(workload)
    told: dict[str, str] = {}
    for source in container.get("envFrom", []):
        told |= of_kind("ConfigMap")[source["configMapRef"]["name"]]["data"]
    for entry in container.get("env", []):
        value = entry.get("value") or _field(workload, entry["valueFrom"]["fieldRef"]["fieldPath"])
        for name, known in told.items():
            value = value.replace(f"$({name})", known)
        told[entry["name"]] = value
    return told


def settings(workload: Resource) -> set[str]:
    """Name the settings of a container, without what only serves to put others together."""
    entries = container_of(workload).get("env", [])
    helpers = {entry["name"] for entry in entries if "valueFrom" in entry}
    used = {
        name for name in helpers if any(f"$({name})" in each.get("value", "") for each in entries)
    }
    return set(environment(workload)) - used


def secrets() -> set[str]:
    """Name the Secrets that anybody wants."""
    return set(_secrets(built()))


def _secrets(part: object) -> Iterator[str]:
    if isinstance(part, dict):
        if "secretName" in part:
            yield part["secretName"]
        for key, each in part.items():
            if key == "secretTargetRef":
                yield from (reference["name"] for reference in each)
            else:
                yield from _secrets(each)
    elif isinstance(part, list | tuple):
        for each in part:
            yield from _secrets(each)


def _field(workload: Resource, path: str) -> str:
    """Give what the downward API would."""
    if path == "metadata.namespace":
        return str(workload["metadata"]["namespace"])
    label = path.removeprefix("metadata.labels['").removesuffix("']")
    return labels_of(workload)[label]
