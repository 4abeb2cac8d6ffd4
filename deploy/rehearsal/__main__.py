"""`make rehearsal`: the containers are built, run with podman, and a season is played in them."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final

import httpx

from deploy.local import bind
from deploy.rehearsal import beginning, ending, images, scenes, versions
from deploy.rehearsal.containers import Containers
from deploy.rehearsal.guests import LeftError
from deploy.rehearsal.shell import CommandError, need
from deploy.rehearsal.stage import Stage

FAILURES: Final = (CommandError, LeftError, httpx.HTTPError)
PROGRAMS: Final = {
    "podman": "podman",
    "runc": "runc",
    "debootstrap": "debootstrap",
    "buildah": "buildah",
}
SCENES: Final[tuple[tuple[str, Callable[[Stage], None]], ...]] = (
    ("the platform comes up", beginning.bring_up),
    ("what containers may do, and their health", beginning.look_closely),
    ("tournaments begin", beginning.let_play),
    ("Rome is scaled from 1 to 3", scenes.scale),
    ("Rome is restarted", scenes.restart),
    ("one container of Rome is killed", scenes.kill),
    ("Rome is stopped, and started again", scenes.stop),
    ("two versions of Rome side by side", versions.two_versions),
    ("the tournaments end", ending.finish),
    ("nobody tried what they may not", ending.look_at_acl_log),
)


def main(arguments: list[str] | None = None) -> int:
    """Rehearse; 0 if nothing was found wrong."""
    parser = argparse.ArgumentParser(prog="make rehearsal", description=__doc__)
    parser.add_argument("--keep", action="store_true", help="leave the containers running")
    parser.add_argument("--no-build", action="store_true", help="take the images that are there")
    given = parser.parse_args(arguments)
    begun = monotonic()

    def say(line: str) -> None:
        print(f"{monotonic() - begun:6.1f} s  {line}", flush=True)

    try:
        need(PROGRAMS)
        with TemporaryDirectory(prefix="interchange-rehearsal-") as folder:
            return _rehearse(Path(folder), given, say)
    except FAILURES as error:
        say(f"FAILED: {error}")
        return 1
    except KeyboardInterrupt:
        say("stopped")
        return 130


def _rehearse(folder: Path, given: argparse.Namespace, say: Callable[[str], None]) -> int:
    with bind("127.0.0.1", 0) as listener:
        port = int(listener.getsockname()[1])
    stage = Stage(Containers(folder, port), say)
    if not given.no_build:
        images.provide(stage.containers.environment, say)
    try:
        _play_scenes(stage)
    finally:
        if not given.keep:
            say("removing the containers")
            stage.containers.clear()
    for season in stage.seasons:
        say(stage.journal.summary(season))
    say("nothing is wrong" if not stage.complaints else f"WRONG: {len(stage.complaints)}")
    for complaint in stage.complaints:
        say(f"  {complaint}")
    return 1 if stage.complaints else 0


def _play_scenes(stage: Stage) -> None:
    """Play one scene after the other; after one that failed there is nothing to go on with."""
    for title, scene in SCENES:
        stage.say(title)
        try:
            scene(stage)
        except FAILURES as error:
            stage.demand(holds=False, what=f"{title}: {error}")
            return


if __name__ == "__main__":
    sys.exit(main())
