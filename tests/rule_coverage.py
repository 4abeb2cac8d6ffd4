"""Prints which tests prove which rule, and fails if a rule has none (`make rules`).

The rules are the rows of docs/rules/*.md; a test names those it proves with
`@pytest.mark.rule("GOB-P8")`.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROW = re.compile(r"^\| ([A-Z]{3}-[A-Z]\d+) \|", re.MULTILINE)


class Collector:
    """Collects the rule markers of every test, and runs none."""

    def __init__(self) -> None:
        self.tests: dict[str, list[str]] = defaultdict(list)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Note each test once for each rule it names, without its parameters."""
        for item in items:
            name = item.nodeid.partition("[")[0]
            for marker in item.iter_markers("rule"):
                for rule in marker.args:
                    if name not in self.tests[rule]:
                        self.tests[rule].append(name)


def rules() -> list[str]:
    """Name every rule of the documents, in their order."""
    documents = sorted((ROOT / "docs" / "rules").glob("*.md"))
    return [rule for document in documents for rule in ROW.findall(document.read_text("utf-8"))]


def collect() -> dict[str, list[str]]:
    """Give rule -> tests of the whole suite."""
    collector = Collector()
    folder = str(ROOT / "tests")
    code = pytest.main(["--collect-only", "-qq", "--no-summary", folder], plugins=[collector])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        sys.exit(f"the tests cannot be collected (pytest exits with {code})")
    return dict(collector.tests)


def faults(known: list[str], tests: dict[str, list[str]]) -> list[str]:
    """Find rules without a test, and tests of rules that do not exist."""
    bare = [f"{rule} has no test" for rule in known if rule not in tests]
    strange = [f"{tests[rule][0]} names {rule}, which is no rule" for rule in tests]
    return bare + [fault for rule, fault in zip(tests, strange, strict=True) if rule not in known]


def main() -> int:
    """Print rule -> tests, then what is wrong."""
    known, tests = rules(), collect()
    for rule in known:
        print(rule)
        for test in tests.get(rule, ()):
            print(f"    {test}")
    wrong = faults(known, tests)
    for fault in wrong:
        print(fault, file=sys.stderr)
    print(f"{len(known)} rules, {len(wrong)} of them without a test or unknown")
    return 1 if wrong or not known else 0


if __name__ == "__main__":
    sys.exit(main())
