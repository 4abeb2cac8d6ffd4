"""The end: every tournament is whole, every game has its score, nobody overstepped."""

from typing import Any, Final

import httpx

from deploy.rehearsal.season import complaints
from deploy.rehearsal.stage import FIELDS, Stage

OPERATOR: Final = "operator.url"


def finish(stage: Stage) -> None:
    """Let the tournaments come to their end, and look whether anything got lost."""
    for field in FIELDS:
        season = stage.seasons[field.city]
        season.finish()
        wrong = [each for export in season.exports for each in complaints(export, field.rounds)]
        tables = [table for export in season.exports for table in _tables(export)]
        stage.demand(
            holds=not wrong and bool(tables),
            what=f"{field.city}: tournaments: {len(season.exports)}, games: {len(tables)} {wrong}",
        )
        scored = sum(_is_scored(stage, table["game"]) for table in tables)
        stage.demand(
            holds=scored == len(tables), what=f"{field.city}: {scored} of {len(tables)} are scored"
        )


def look_at_acl_log(stage: Stage) -> None:
    """Demand that no service has tried to reach what is not its own."""
    (redis,) = stage.containers.of("redis")
    url = (stage.containers.secrets / OPERATOR).read_text(encoding="utf-8").strip()
    password = httpx.URL(url).password
    told = stage.containers.execute(
        redis,
        "valkey-cli",
        "--user",
        "operator",
        "--pass",
        password,
        "--no-auth-warning",
        "ACL",
        "LOG",
    )
    stage.demand(holds=not told.strip(), what=f"refused by Redis: {told.strip() or 'nothing'}")


def _tables(export: dict[str, Any]) -> list[dict[str, Any]]:
    return [table for each in export["rounds"] for table in each["tables"]]


def _is_scored(stage: Stage, game: str) -> bool:
    return bool(stage.get(f"/scoring/v1/games/{game}/score")["final"])
