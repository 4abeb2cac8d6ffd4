"""Dashboard, alerts and configuration are such that Grafana and Prometheus can use them."""

import re
import shutil
import subprocess
from collections import Counter
from itertools import combinations
from typing import Any, Final

import pytest

from deploy.local import EDITIONS
from deploy.settings import ROOT
from tests.deploy.observability.files import (
    FOLDER,
    alerts,
    asked,
    compose,
    dashboard,
    documented,
    expressions,
    jobs,
    panels,
    section,
    shown,
)

UNITS: Final = {"ops", "reqps", "s", "short", "bytes", "percentunit"}
WIDTH: Final = 24
LEGEND: Final = re.compile(r"{{(\w+)}}")
PROMTOOL: Final = shutil.which("promtool")
needs_promtool = pytest.mark.skipif(
    PROMTOOL is None, reason="promtool is not on the path (Debian: apt-get install prometheus)"
)


def promtool(*arguments: str) -> str:
    """Let promtool check something; give what it says."""
    done = subprocess.run(
        [str(PROMTOOL), *arguments], check=False, cwd=FOLDER, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def overlap(one: dict[str, int], other: dict[str, int]) -> bool:
    """Tell whether two panels lie over each other."""
    beside = one["x"] + one["w"] <= other["x"] or other["x"] + other["w"] <= one["x"]
    above = one["y"] + one["h"] <= other["y"] or other["y"] + other["h"] <= one["y"]
    return not (beside or above)


def test_every_panel_has_its_own_id_and_place() -> None:
    everything = dashboard()["panels"]
    ids = Counter(panel["id"] for panel in everything)
    assert [id_ for id_, times in ids.items() if times > 1] == []
    places = [panel["gridPos"] for panel in everything]
    assert [pair for pair in combinations(places, 2) if overlap(*pair)] == []
    assert [place for place in places if place["x"] + place["w"] > WIDTH] == []


def test_panels_that_lie_over_each_other_are_found() -> None:
    first = {"x": 0, "y": 0, "w": 8, "h": 8}
    assert overlap(first, {"x": 7, "y": 7, "w": 8, "h": 8})
    assert not overlap(first, {"x": 8, "y": 0, "w": 8, "h": 8})


@pytest.mark.parametrize("panel", panels(), ids=lambda panel: panel["title"])
def test_a_panel_says_what_it_shows_in_which_unit_and_from_where(panel: Any) -> None:
    assert panel["title"]
    assert panel["description"]
    assert panel["fieldConfig"]["defaults"]["unit"] in UNITS
    assert [target["refId"] for target in panel["targets"]] == list("ABC"[: len(panel["targets"])])
    sources = [panel["datasource"], *(target["datasource"] for target in panel["targets"])]
    assert sources == [{"type": "prometheus", "uid": "${datasource}"}] * len(sources)


@pytest.mark.parametrize("panel", panels(), ids=lambda panel: panel["title"])
def test_the_names_of_a_panels_lines_are_labels_that_they_have(panel: Any) -> None:
    for target in panel["targets"]:
        labels = {label for each in asked(_filled(target["expr"])) for label in each.labels}
        assert set(LEGEND.findall(target["legendFormat"])) <= labels


def _filled(expression: str) -> str:
    return expression.replace("$__rate_interval", "5m")


def test_the_dashboard_lets_choose_source_service_and_edition() -> None:
    variables = {each["name"]: each["type"] for each in dashboard()["templating"]["list"]}
    assert variables == {"datasource": "datasource", "job": "query", "edition": "query"}
    used = set(re.findall(r"\$(?!__)(\w+)", "".join(shown())))
    assert used == {"job", "edition"}


def test_the_dashboard_shows_every_metric_of_the_documentation() -> None:
    text = "\n".join([*expressions()])
    patterns = [each.name for expression in expressions() for each in asked(expression)]
    missing = [
        name
        for name in documented()
        if name not in text and not any(re.fullmatch(each, name) for each in patterns)
    ]
    assert missing == []


@pytest.mark.parametrize("alert", alerts(), ids=lambda alert: alert["alert"])
def test_an_alert_says_what_to_do_and_where_to_read_on(alert: Any) -> None:
    notes = alert["annotations"]
    assert set(notes) == {"summary", "description", "runbook_url"}
    page, _, part = notes["runbook_url"].partition("#")
    assert (ROOT / page).is_file()
    title = "When something is wrong"
    assert part == title.lower().replace(" ", "-")
    assert f"`{alert['alert']}`" in section(title)
    assert alert["labels"]["severity"] in {"critical", "warning"}
    assert alert["for"]


def test_every_alert_is_tried_and_none_fires_without_reason() -> None:
    text = (FOLDER / "alerts.test.yml").read_text(encoding="utf-8")
    assert [each["alert"] for each in alerts() if f'alertname="{each["alert"]}"' not in text] == []
    for quiet in ("idle", "busy and well", "started again once"):
        assert quiet in text


@pytest.mark.slow
@needs_promtool
def test_promtool_accepts_the_rules_and_the_configuration() -> None:
    assert f"SUCCESS: {len(alerts())} rules found" in promtool("check", "rules", "alerts.yml")
    assert "is valid" in promtool("check", "config", "prometheus.yml")


@pytest.mark.slow
@needs_promtool
def test_promtool_finds_that_every_alert_fires_when_it_should() -> None:
    assert "SUCCESS" in promtool("test", "rules", "alerts.test.yml")


def test_prometheus_scrapes_every_service_that_has_an_api() -> None:
    found: dict[str, str] = {}
    for job in jobs():
        (discovered,) = job["dns_sd_configs"]
        assert (discovered["type"], discovered["port"]) == ("A", 8080)
        found |= dict.fromkeys(discovered["names"], job["metrics_path"])
    rules = ["rules", *(f"rules-{edition}" for edition in EDITIONS)]
    assert found == {
        "lobby": "/lobby/metrics",
        "scoring": "/scoring/metrics",
        **dict.fromkeys(rules, "/rules/metrics"),
    }


def test_compose_pins_its_images_and_mounts_files_that_are_there() -> None:
    services = compose()["services"]
    assert set(services) == {"prometheus", "grafana"}
    for service in services.values():
        assert re.fullmatch(r"[a-z/]+:v?\d+\.\d+\.\d+", service["image"])
        assert all(port.startswith("127.0.0.1:") for port in service["ports"])
        sources = [volume.partition(":")[0] for volume in service["volumes"]]
        files = [source for source in sources if source.startswith("./")]
        assert files
        assert [source for source in files if not (ROOT / source).is_file()] == []
        assert {source for source in sources if source not in files} <= set(compose()["volumes"])
