"""Options of the whole test suite."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let golden files be rewritten; `make golden` does."""
    parser.addoption(
        "--rewrite-golden",
        action="store_true",
        help="rewrite the golden files instead of comparing with them",
    )
