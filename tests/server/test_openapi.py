"""The HTTP API against its own schema: no 5xx, one error schema, and bad input changes nothing."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance, unsupported_method

from pitboss.server.app import create_app
from pitboss.server.settings import Settings
from tests.server.conftest import PATIENCE, Served
from tests.server.houses import fingerprint

SHAPE = {"kind", "message", "clause", "rulebook", "allowed"}
SLOW = [
    HealthCheck.too_slow,
    HealthCheck.filter_too_much,
    HealthCheck.function_scoped_fixture,
    HealthCheck.data_too_large,
]


schema = schemathesis.openapi.from_dict(create_app(Settings(database="memory:")).openapi())


def test_every_route_is_described_with_its_errors_and_examples() -> None:
    described = create_app(Settings(database="memory:")).openapi()
    for path, methods in described["paths"].items():
        for method, route in methods.items():
            assert route["description"], (method, path)
            assert all(parameter.get("description") for parameter in route.get("parameters", ())), path
            assert {"401", "422", "429", "503"} <= set(route["responses"]), path
            contents = [one["content"]["application/json"] for code, one in route["responses"].items() if code >= "4"]
            contents += [route["requestBody"]["content"]["application/json"]] if "requestBody" in route else []
            assert all("example" in content for content in contents), (method, path)


def test_the_schema_types_the_fields_of_the_games() -> None:
    described = create_app(Settings(database="memory:")).openapi()
    schemas = described["components"]["schemas"]
    for message, names in {
        "TableMessage": ("view", "card", "you"),
        "TablePage": ("view",),
        "TableSummary": ("spec",),
    }.items():
        for name in names:
            kinds = [
                kind["$ref"].rpartition("/")[2]
                for kind in schemas[message]["properties"][name]["anyOf"]
                if "$ref" in kind
            ]
            assert kinds, (message, name)
            assert all(schemas[kind]["properties"] for kind in kinds)
    records = described["paths"]["/api/tables/{table}/fairness"]["get"]["responses"]["200"]["content"]
    assert records["application/json"]["schema"]["items"]["$ref"].endswith("/FairnessRecord")
    assert set(described["paths"]["/metrics"]["get"]["responses"]["200"]["content"]) == {"text/plain"}


# Left out: OPTIONS, of which the description says nothing; and that whatever fits the schema is taken, for a rulebook
# or a table must also exist, and 503.0, which JSON Schema calls whole, is no number of cents.


def ask(served: Served, case: Any, name: str) -> None:
    """Sends a generated request as a user and checks the response."""
    token = "" if case.path == "/api/sessions/current" else served.tokens.get(name, "")
    before = fingerprint(served)
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    response = case.call(base_url=served.url, headers=headers, timeout=PATIENCE)
    assert response.status_code < 500, (case.as_curl_command(), response.content)
    if response.status_code >= 400:
        error = response.json()["error"]
        assert set(error) == SHAPE
        assert error["message"]
        assert fingerprint(served) == before, case.as_curl_command()
    case.validate_response(response, excluded_checks=[unsupported_method, positive_data_acceptance])


@schema.parametrize()
@settings(max_examples=8, deadline=None, suppress_health_check=SLOW)
def test_generated_requests_of_a_player(served: Served, case: Any) -> None:
    ask(served, case, "ann")


@schema.parametrize()
@settings(max_examples=5, deadline=None, suppress_health_check=SLOW)
def test_generated_requests_of_an_operator(served: Served, case: Any) -> None:
    ask(served, case, "olga")


@pytest.mark.soak
@schema.parametrize()
@settings(max_examples=300, deadline=None, suppress_health_check=SLOW)
def test_many_generated_requests(served: Served, case: Any) -> None:
    ask(served, case, "ann")
