"""The images: a base of Debian's packages, and one for each service by deploy/Dockerfile."""

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from deploy.rehearsal.shell import run
from deploy.settings import ROOT

BASE: Final = "localhost/interchange-debian"
"""Python, nginx and Redis in one image: it stands for the three of docker-compose.yml."""
SUITE: Final = "bookworm"
PACKAGES: Final = "python3,python3-venv,ca-certificates,nginx-light,redis-server"
SERVICES: Final = ("rules", "scoring", "lobby", "bots")
CERTIFICATES: Final = "/etc/ssl/certs"
"""Those of this machine, as it may reach the packages through a proxy that has one of its own."""
NEXT: Final = "next"
"""The tag of the image in which Rome has another version."""
FINISH: Final = """
ln -sf redis-server /usr/bin/valkey-server
ln -sf redis-cli /usr/bin/valkey-cli
install -d -o 999 -g 1000 /data
rm -rf /var/cache/apt/* /var/lib/apt/lists/*
"""
"""Makes the base look as the images do that it stands for: their names, the folder for data."""

Say = Callable[[str], None]


def provide(environment: Mapping[str, str], say: Say) -> None:
    """Make all images; the base only if there is none."""
    if BASE not in _images(environment):
        say(f"installing Debian {SUITE} into a folder, for the base image (a minute or two)")
        _make_base(environment)
    for service in SERVICES:
        say(f"building interchange-{service}")
        build(service, "latest", ROOT, environment)
    say(f"building interchange-rules:{NEXT}, with another version of Rome")
    with TemporaryDirectory() as folder:
        build("rules", NEXT, changed_copy(Path(folder)), environment)


def build(service: str, tag: str, root: Path, environment: Mapping[str, str]) -> None:
    """Build the image of a service."""
    options = ["--isolation=chroot", f"--volume={CERTIFICATES}:{CERTIFICATES}:ro"]
    arguments = [f"--build-arg=PYTHON={BASE}", f"--build-arg=SERVICE={service}"]
    name = f"--tag=interchange-{service}:{tag}"
    command = ["podman", "build", *options, *arguments, name, "--file=deploy/Dockerfile", "."]
    run(command, environment, root)


def changed_copy(folder: Path) -> Path:
    """Copy what images are made of, with a version of Rome that is higher by one."""
    for name in ("services", "clients", "deploy"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("secrets"))
    for name in ("constraints.txt", ".dockerignore"):
        shutil.copy(ROOT / name, folder / name)
    rome = folder / "services/rules/editions/gob-rome.yaml"
    text = rome.read_text(encoding="utf-8")
    version = int(text.partition("\nversion: ")[2].partition("\n")[0])
    changed = text.replace(f"\nversion: {version}\n", f"\nversion: {version + 1}\n")
    rome.write_text(changed, encoding="utf-8")
    return folder


def _make_base(environment: Mapping[str, str]) -> None:
    with TemporaryDirectory() as folder:
        root = f"{folder}/root"
        run(["debootstrap", "--variant=minbase", f"--include={PACKAGES}", SUITE, root])
        run(["chroot", root, "sh", "-ec", FINISH])
        run(["tar", "-C", root, "-cf", f"{folder}/base.tar", "."])
        run(["podman", "import", f"{folder}/base.tar", BASE], environment)


def _images(environment: Mapping[str, str]) -> set[str]:
    names = run(["podman", "images", "--format", "{{.Repository}}"], environment)
    return {*names.split()}
