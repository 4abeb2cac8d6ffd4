"""Every published contract says all there is to say, and what it shows is true."""

import re
from collections.abc import Iterable
from importlib import import_module
from typing import Any, Final

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from deploy.gateway import SERVICES
from tests.contract.published import CONTRACTS, Operation, Published, every_contract
from tests.contract.run import HOOKS

PROBLEM: Final = "application/problem+json"
POINTER: Final = "$response.body#"
PARAMETER: Final = "$request.path."
STATELESS: Final = {"scoreSheets"}
"""POSTs that leave nothing behind: sent again they say the same again, without any key."""
OPERATIONS: Final = [each for one in CONTRACTS.values() for each in one.operations.values()]


def with_each(operations: Iterable[Operation]) -> pytest.MarkDecorator:
    """Run a test with each of some operations."""
    named = {f"{each.contract.name}-{each.name}": each for each in operations}
    return pytest.mark.parametrize("operation", named.values(), ids=named.keys())


every_operation = with_each(OPERATIONS)
every_post = with_each(each for each in OPERATIONS if each.method == "post")


def value_of(expression: Any, answer: Any) -> Any:
    """Work out what a link says, for an answer."""
    if isinstance(expression, dict):
        return {name: value_of(part, answer) for name, part in expression.items()}
    assert expression.startswith(POINTER), expression
    found = answer
    for name in expression.removeprefix(POINTER).split("/")[1:]:
        found = found[int(name) if isinstance(found, list) else name]
    return found


def test_every_service_has_a_contract() -> None:
    assert CONTRACTS.keys() == SERVICES.keys() == HOOKS.keys()


@pytest.mark.slow
@every_contract
def test_the_committed_contract_is_the_one_that_the_code_makes(
    contract: Published, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert import_module(f"services.{contract.name}.__main__").main(["openapi"]) == 0
    same = capfdbinary.readouterr().out == contract.file.read_bytes()
    assert same, "run `make openapi`, and read what has changed"


@pytest.mark.slow
@every_contract
def test_it_is_valid(contract: Published) -> None:
    OpenAPIV31SpecValidator(contract.document).validate()
    assert contract.document["openapi"].startswith("3.1.")


@every_contract
def test_every_operation_has_a_name_of_its_own(contract: Published) -> None:
    paths = contract.document["paths"].values()
    assert len(contract.operations) == sum(len(item.keys() - {"parameters"}) for item in paths)
    assert all(re.fullmatch("[a-z]+([A-Z][a-z]+)*", name) for name in contract.operations)


@every_operation
def test_an_operation_says_what_it_does_and_who_may_call_it(operation: Operation) -> None:
    assert operation.about["summary"].endswith(".")
    assert operation.about["tags"]
    schemes = operation.contract.document["components"]["securitySchemes"].keys()
    assert all(each.keys() <= schemes for each in operation.about["security"])
    assert ("401" in operation.responses) == bool(operation.about["security"])


@every_operation
def test_an_operation_describes_every_answer(operation: Operation) -> None:
    responses = operation.responses
    assert all(response["description"] for response in responses.values())
    assert any(status.startswith("2") for status in responses)
    assert {"500", "503"} <= responses.keys()
    for status, response in responses.items():
        if int(status) >= 400:
            assert response["content"][PROBLEM]["schema"]["$ref"].endswith("/Problem")


@every_operation
def test_an_operation_that_reads_something_says_how_it_is_refused(operation: Operation) -> None:
    if operation.bodies:
        assert {"400", "413", "415", "422"} <= operation.responses.keys()
    if any(each["in"] == "query" for each in operation.parameters):
        assert "422" in operation.responses
    if "{" in operation.path:
        assert "404" in operation.responses


@pytest.mark.slow
@every_operation
def test_every_answer_with_a_body_has_an_example_that_fits(operation: Operation) -> None:
    for status, response in operation.responses.items():
        for content in response.get("content", {}).values():
            operation.contract.assert_fits(content["schema"], content["example"])
            if int(status) >= 400:
                assert content["example"]["status"] == int(status)


@every_operation
def test_every_body_and_parameter_has_an_example_that_fits(operation: Operation) -> None:
    for body in operation.bodies:
        operation.contract.assert_fits(body["schema"], body["example"])
    for parameter in operation.parameters:
        assert parameter["description"]
        if parameter["in"] == "path":
            assert parameter["required"]
            operation.contract.assert_fits(parameter["schema"], parameter["example"])


@every_operation
def test_the_parameters_of_a_path_are_those_described(operation: Operation) -> None:
    described = [each["name"] for each in operation.parameters if each["in"] == "path"]
    assert re.findall(r"\{(\w+)\}", operation.path) == described


@every_post
def test_a_request_that_changes_something_may_be_sent_again(operation: Operation) -> None:
    keys = [(each["in"], each["required"]) for each in operation.named("Idempotency-Key")]
    assert keys == ([] if operation.name in STATELESS else [("header", False)])


@every_post
def test_no_body_may_have_unknown_members(operation: Operation) -> None:
    schemas = [body["schema"] for body in operation.bodies]
    found = list(operation.contract.objects(schemas))
    assert bool(found) == bool(operation.bodies)
    assert [each for each in found if each.get("additionalProperties") is not False] == []


@every_operation
def test_lists_are_paged_the_same_way_everywhere(operation: Operation) -> None:
    schemas = [content["schema"] for content in operation.successes]
    found = [each["properties"].keys() for each in operation.contract.objects(schemas)]
    pages = [members for members in found if {"items", "next"} & members]
    assert all({"items", "next"} <= members for members in pages)
    asked = [
        (each["in"], each["required"])
        for name in ("after", "limit")
        for each in operation.named(name)
    ]
    assert asked == ([("query", False)] * 2 if pages else [])
    for limit in operation.named("limit"):
        assert limit["schema"]["minimum"] == 1
        assert limit["schema"]["maximum"] >= 100


@every_operation
def test_whoever_may_be_told_that_nothing_has_changed_gets_a_tag(operation: Operation) -> None:
    tags = "ETag" in operation.responses.get("200", {}).get("headers", {})
    assert tags == ("304" in operation.responses) == bool(operation.named("If-None-Match"))


@every_operation
def test_a_link_leads_to_an_operation_with_all_it_needs(operation: Operation) -> None:
    for answer, link in operation.links:
        target = operation.contract.operations[link["operationId"]]
        known = {each["name"]: each for each in target.parameters}
        assert link["parameters"].keys() <= known.keys()
        needed = {name for name, each in known.items() if each.get("required")}
        assert needed <= link["parameters"].keys()
        for name, expression in link["parameters"].items():
            if expression.startswith(PARAMETER):
                assert f"{{{expression.removeprefix(PARAMETER)}}}" in operation.path
            else:
                target.contract.assert_fits(known[name]["schema"], value_of(expression, answer))


@every_operation
def test_a_body_that_a_link_makes_fits(operation: Operation) -> None:
    for answer, link in operation.links:
        if "requestBody" in link:
            (body,) = operation.contract.operations[link["operationId"]].bodies
            operation.contract.assert_fits(body["schema"], value_of(link["requestBody"], answer))
