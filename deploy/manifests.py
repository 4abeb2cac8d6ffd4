"""The Kubernetes manifests: `python -m deploy.manifests` builds the example with a real kustomize.

What it built is kept (deploy/kubernetes/rendered), so that it can be read, compared and checked
where there is no kustomize. Its first lines say from which sources it was made: whoever changes
one of them builds again.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import yaml

from deploy.settings import ROOT

FOLDER: Final = ROOT / "deploy" / "kubernetes"
OVERLAY: Final = FOLDER / "overlays" / "example"
RENDERED: Final = FOLDER / "rendered" / "example.yaml"
NAME: Final = "kustomization.yaml"
FOLDERS_OR_FILES: Final = ("resources", "components")
TOOLS: Final = (("kustomize", "build"), ("kubectl", "kustomize"))
"""Programs that build, each with its own word for it."""
STAMP: Final = re.compile(r"\A# Built by `make kubernetes`: (\w+) from (\w+)\n")


class ManifestError(Exception):
    """The manifests cannot be built; the message says why."""


def main() -> int:
    """Build the example and keep it."""
    try:
        RENDERED.parent.mkdir(exist_ok=True)
        RENDERED.write_text(stamped(build(OVERLAY)), encoding="utf-8")
    except ManifestError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def tool() -> list[str] | None:
    """Find a program that builds."""
    for name, verb in TOOLS:
        if path := shutil.which(name):
            return [path, verb]
    return None


def build(overlay: Path) -> str:
    """Build an overlay."""
    command = tool()
    if command is None:
        raise ManifestError("neither kustomize nor kubectl is on the path")
    done = subprocess.run(  # noqa: S603 - a program of the operator's own
        [*command, str(overlay)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise ManifestError(done.stderr.strip())
    return done.stdout


def stamped(built: str) -> str:
    """Put down of what the manifests were made."""
    return (
        f"# Built by `make kubernetes`: {_digest(built)} from {digest(sources(OVERLAY))}\n{built}"
    )


def as_stamped(text: str) -> bool:
    """Tell whether kept manifests are as they were built, and of the sources as they are now."""
    stamp = STAMP.match(text)
    if stamp is None:
        return False
    return stamp.groups() == (_digest(text[stamp.end() :]), digest(sources(OVERLAY)))


def digest(files: list[Path]) -> str:
    """Give a fingerprint of files, their names included."""
    lines = (
        f"{path.relative_to(ROOT).as_posix()} {_digest(path.read_text(encoding='utf-8'))}"
        for path in files
    )
    return _digest("\n".join(lines))


def sources(folder: Path) -> list[Path]:
    """List the files that an overlay is made of, as its kustomizations name them."""
    return sorted(set(_sources(folder)))


def _sources(folder: Path) -> Iterator[Path]:
    yield folder / NAME
    content = kustomization(folder)
    for path in _named(folder, content):
        if not path.exists():
            place = (folder / NAME).relative_to(ROOT)
            raise ManifestError(f"{place} names {path}, which is not there")
        if path.is_dir():
            yield from _sources(path)
        else:
            yield path


def kustomization(folder: Path) -> dict[str, Any]:
    """Read the kustomization of a folder."""
    path = folder / NAME
    if not path.is_file():
        raise ManifestError(f"{folder.relative_to(ROOT)} has no {NAME}")
    content: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return content


def _named(folder: Path, content: dict[str, Any]) -> Iterator[Path]:
    """Give what a kustomization names."""
    names = [name for key in FOLDERS_OR_FILES for name in content.get(key, [])]
    names += [patch["path"] for patch in content.get("patches", []) if "path" in patch]
    for generator in content.get("configMapGenerator", []):
        names += [name.rpartition("=")[2] for name in generator.get("files", [])]
    return ((folder / name).resolve() for name in names)


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
