"""The manifests build, they are what was built, and Kubernetes and KEDA know every word in them."""

from functools import cache
from pathlib import Path
from typing import Any, Final

import kubernetes_validate
import pytest
import yaml
from cloudcoil.models.keda.v1alpha1 import ScaledObject, TriggerAuthentication

from deploy import manifests
from deploy.manifests import FOLDER, NAME, OVERLAY, RENDERED, ManifestError
from deploy.settings import ROOT
from tests.deploy.manifests import Resource, built, name_of, secrets

VERSIONS: Final = ("1.30", "1.37")
"""The oldest that the manifests are for, and the newest."""
KEDA: Final = {"ScaledObject": ScaledObject, "TriggerAuthentication": TriggerAuthentication}
ANYWHERE: Final = "every resource of the example as it was built"


@cache
def files_with_resources() -> dict[str, list[Resource]]:
    """Give the files whose resources are whole; patches are not."""
    found: dict[str, list[Resource]] = {ANYWHERE: list(built())}
    for path in manifests.sources(OVERLAY):
        if path.name != NAME and path.suffix == ".yaml" and is_resource(path):
            found[path.relative_to(ROOT).as_posix()] = list(yaml.safe_load_all(path.read_text()))
    return found


def is_resource(path: Path) -> bool:
    return path.name in manifests.kustomization(path.parent).get("resources", [])


def complaints(resource: Resource, version: str) -> list[str]:
    """Say what a resource has that it should not have, or lacks."""
    if resource["kind"] in KEDA:
        return keda_complaints(dict(resource))
    try:
        kubernetes_validate.validate(resource, version, strict=True)
    except kubernetes_validate.ValidationError as error:
        return [f"{name_of(resource)}: {error.message} at {list(error.path)}"]
    return []


def keda_complaints(resource: dict[str, Any]) -> list[str]:
    """Compare what KEDA's models understood with what was said: they pass over unknown words."""
    try:
        understood = KEDA[resource["kind"]].model_validate(resource)
    except ValueError as error:
        return [str(error)]
    said = understood.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return [] if said == resource else [f"{name_of(resource)}: KEDA understands only {said}"]


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("file", files_with_resources())
def test_every_resource_fits_its_schema(file: str, version: str) -> None:
    resources = files_with_resources()[file]
    assert resources
    assert [one for each in resources for one in complaints(each, version)] == []


def test_an_unknown_word_is_found() -> None:
    (deployment,) = (
        each for each in built() if name_of(each) == "bots" and "template" in str(each)
    )
    (scaled, *_) = (each for each in built() if each["kind"] == "ScaledObject")
    assert complaints({**deployment, "spek": {}}, "1.37")
    assert complaints({**scaled, "spec": {**scaled["spec"], "maxReplicas": 3}}, "1.37")
    assert complaints({**scaled, "spec": {"triggers": []}}, "1.37")


def test_what_is_kept_was_built_from_the_sources_as_they_are() -> None:
    assert manifests.as_stamped(RENDERED.read_text(encoding="utf-8")), "run make kubernetes"


def test_a_changed_file_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / NAME).write_text("resources: [one.yaml]\n")
    (tmp_path / "one.yaml").write_text("kind: Namespace\n")
    monkeypatch.setattr(manifests, "ROOT", tmp_path)
    monkeypatch.setattr(manifests, "OVERLAY", tmp_path)
    kept = manifests.stamped("kind: Namespace\n")
    assert manifests.as_stamped(kept)
    assert not manifests.as_stamped(kept.replace("Namespace", "Service"))
    (tmp_path / "one.yaml").write_text("kind: Service\n")
    assert not manifests.as_stamped(kept)
    (tmp_path / "one.yaml").unlink()
    with pytest.raises(ManifestError, match=r"kustomization.yaml names .*one.yaml, which is not"):
        manifests.sources(tmp_path)


def test_no_file_is_left_out_of_the_example() -> None:
    there = {path for path in FOLDER.rglob("*.yaml") if path != RENDERED}
    assert there - set(manifests.sources(OVERLAY)) == set()


@pytest.mark.slow
@pytest.mark.skipif(manifests.tool() is None, reason="neither kustomize nor kubectl is on the path")
def test_kustomize_builds_the_very_same() -> None:
    fresh = yaml.safe_load_all(manifests.build(OVERLAY))
    assert by_identity(fresh) == by_identity(built())


def by_identity(resources: Any) -> dict[tuple[str, str], Resource]:
    """Give resources by kind and name: versions of kustomize may put them in another order."""
    return {(each["kind"], name_of(each)): each for each in resources}


def test_no_secret_is_in_the_manifests() -> None:
    assert [each for each in built() if each["kind"] == "Secret"] == []
    assert len(secrets()) > 10
