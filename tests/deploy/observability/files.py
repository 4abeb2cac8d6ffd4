"""The dashboard, the alerts, and what their expressions ask for."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import promql_parser
import yaml

from deploy.settings import ROOT

FOLDER: Final = ROOT / "deploy" / "observability"
OPERATIONS: Final = ROOT / "docs" / "operations.md"
INTERVALS: Final = re.compile(r"\$__(rate_)?interval")
VARIABLE: Final = re.compile(r"label_values\((.*), *(\w+)\)")
OF_TARGETS: Final = frozenset({"job", "instance"})
"""Labels that Prometheus adds."""
ROW: Final = re.compile(
    r"^\| (`[a-z_]+_[a-z_]+`(?:, `[a-z_]+`)*) \| ([a-z_, ]*) ?\| ", re.MULTILINE
)


class Asked(NamedTuple):
    """What an expression asks for by one selector."""

    name: str
    """A metric, or a pattern of metrics with the same labels."""
    labels: frozenset[str]


def dashboard() -> Any:
    """Read the dashboard."""
    return json.loads((FOLDER / "grafana-dashboard.json").read_text(encoding="utf-8"))


def panels() -> list[Any]:
    """List the panels that show something."""
    return [panel for panel in dashboard()["panels"] if panel["type"] != "row"]


def alerts() -> list[Any]:
    """List the alerts."""
    groups = _yaml(FOLDER / "alerts.yml")["groups"]
    return [rule for group in groups for rule in group["rules"]]


def shown() -> list[str]:
    """List the expressions of the dashboard."""
    return [target["expr"] for panel in panels() for target in panel["targets"]]


def expressions() -> list[str]:
    """List the expressions of dashboard and alerts, with the variables of Grafana filled in."""
    listed = [
        each["definition"] for each in dashboard()["templating"]["list"] if each["type"] == "query"
    ]
    queries = [
        f"group by ({found[2]}) ({found[1]})" for found in map(VARIABLE.fullmatch, listed) if found
    ]
    everything = [*shown(), *(alert["expr"] for alert in alerts()), *queries]
    return [INTERVALS.sub("5m", each) for each in everything]


def asked(expression: str) -> list[Asked]:
    """Say what an expression asks for: each selector with the labels that are named about it."""
    found: list[Asked] = []
    around: list[list[str]] = []
    """The labels of the aggregations that we are in."""

    def enter(node: promql_parser.Expr) -> None:
        if isinstance(node, promql_parser.AggregateExpr):
            around.append(node.modifier.labels if node.modifier else [])
        elif isinstance(node, promql_parser.VectorSelector):
            found.append(_asked(node, {label for labels in around for label in labels}))
        elif isinstance(node, promql_parser.MatrixSelector):
            enter(node.vector_selector)

    def leave(node: promql_parser.Expr) -> None:
        if isinstance(node, promql_parser.AggregateExpr):
            around.pop()

    promql_parser.walk(promql_parser.parse(expression), enter, leave)
    return found


def documented() -> dict[str, frozenset[str]]:
    """Give the metrics of docs/operations.md with their labels."""
    found: dict[str, frozenset[str]] = {}
    for names, labels in ROW.findall(OPERATIONS.read_text(encoding="utf-8")):
        words = frozenset(filter(None, re.split(r"[, ]+", labels)))
        found |= {name.strip(" `"): words for name in names.split(",")}
    return found


def section(title: str) -> str:
    """Give a section of docs/operations.md."""
    _, _, rest = OPERATIONS.read_text(encoding="utf-8").partition(f"\n## {title}\n")
    return rest.partition("\n## ")[0]


def jobs() -> Iterator[Any]:
    """List what Prometheus is to scrape."""
    yield from _yaml(FOLDER / "prometheus.yml")["scrape_configs"]


def compose() -> Any:
    """Read what runs Prometheus and Grafana."""
    return _yaml(ROOT / "deploy" / "compose.observability.yml")


def _asked(selector: promql_parser.VectorSelector, grouped: set[str]) -> Asked:
    matchers = {each.name: each.value for each in selector.matchers.matchers}
    name = selector.name or matchers.pop("__name__")
    return Asked(name, frozenset(matchers) | grouped)


def _yaml(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))
