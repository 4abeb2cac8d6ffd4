"""The platform comes up: images, secrets, containers that may do little, health checks."""

from functools import partial

from deploy import secrets
from deploy.rehearsal.season import Season
from deploy.rehearsal.shell import CommandError
from deploy.rehearsal.stage import FIELDS, Stage


def bring_up(stage: Stage) -> None:
    """Start all containers and wait until every city can be played."""
    containers = stage.containers
    containers.clear()
    secrets.main([str(containers.secrets), "--redis", "redis:6379"])
    stage.say("starting the containers")
    containers.up(*containers.services())
    editions = [name.removeprefix("rules-") for name in _engines(stage)]
    took = stage.wait_for("every service is ready", lambda: stage.get("/readyz"))
    took += stage.wait_for(
        "every city answers",
        lambda: all(stage.get(f"/rules/v1/editions/{name}") for name in editions),
    )
    stage.say(f"ready after {took:.0f} s: {len(containers.services())} services")
    listed = [each["id"] for each in stage.get("/rules/v1/editions")["items"]]
    stage.demand(holds=listed == sorted(editions), what=f"all cities are listed: {listed}")


def look_closely(stage: Stage) -> None:
    """Look at every container: what it may do, and whether its health check is content."""
    for service in stage.containers.services():
        (name,) = stage.containers.of(service)
        freedom = _freedom(stage, name)
        stage.wait_for(f"{service} is healthy", partial(_healthy, stage, name))
        stage.demand(holds=not freedom, what=f"{service}: healthy, {freedom or 'may do little'}")


def let_play(stage: Stage) -> None:
    """Let guests begin to play in two cities."""
    for field in FIELDS:
        season = Season(stage.containers.url, field, stage.journal)
        stage.seasons[field.city] = season
        season.start()
    for field in FIELDS:
        stage.wait_for_moves(field.city, 20)
    stage.say("guests play tournaments in " + " and ".join(stage.seasons))


def _engines(stage: Stage) -> list[str]:
    names = stage.containers.services()
    return [n for n in names if n.startswith("rules-") and not n.endswith("-worker")]


def _freedom(stage: Stage, name: str) -> str:
    """Say what a container may do that it should not."""
    found = stage.containers.inspect(name)
    user, settings = found["Config"]["User"], found["HostConfig"]
    too_much = []
    if user.partition(":")[0] in {"", "0", "root"}:
        too_much.append("runs as root")
    if not settings["ReadonlyRootfs"] or _can_write(stage, name):
        too_much.append("can write to its root")
    if found["EffectiveCaps"]:
        too_much.append(f"has capabilities {found['EffectiveCaps']}")
    return ", ".join(too_much)


def _can_write(stage: Stage, name: str) -> bool:
    try:
        stage.containers.execute(name, "touch", "/srv/written")
    except CommandError:
        return False
    return True


def _healthy(stage: Stage, name: str) -> bool:
    """Run a container's health check, as systemd's timers would."""
    stage.containers.podman("healthcheck", "run", name)
    return True
