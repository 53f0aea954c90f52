"""The error schema, health and readiness, metrics, and the logs."""

import asyncio
import json
import subprocess
import sys
from typing import Any

import pytest
import structlog

from pitboss.server.errors import ApiError, error_response
from pitboss.server.logs import RequestLog
from pitboss.server.metrics import Metrics
from tests.server import rest
from tests.server.conftest import Served

SHAPE = {"kind", "message", "clause", "rulebook", "allowed"}


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "kind"),
    [
        ("GET", "/api/nothing", None, 404, "not_found"),
        ("GET", "/api/rulebooks/old-maid", None, 404, "not_found"),
        ("GET", "/api/rulebooks/nz-blackjack/clauses/99.99", None, 404, "not_found"),
        ("GET", "/api/rulebooks/nz-blackjack/cases/none.pit", None, 404, "not_found"),
        ("GET", "/api/tables/t9999", None, 404, "no_table"),
        ("GET", "/api/tables/no-such", None, 422, "malformed"),
        ("PATCH", "/api/tables", None, 405, "method_not_allowed"),
        ("POST", "/api/sessions", b"{", 422, "malformed"),
        ("POST", "/api/sessions", b"\xff\xfe", 422, "malformed"),
        ("POST", "/api/sessions", b'{"name": 1, "password": "x"}', 422, "malformed"),
        ("POST", "/api/guests", b'{"name": "Ann"}', 422, "malformed"),
        ("POST", "/api/guests", b'{"name": "house"}', 422, "malformed"),
        ("GET", "/api/tables/t1/rounds?limit=0", None, 422, "malformed"),
        ("GET", "/api/tables/t1/rounds?limit=x", None, 422, "malformed"),
        ("GET", "/api/me", None, 401, "unauthenticated"),
        ("POST", "/api/tables/t1/commands", b'{"id":"x","words":"deal"}', 401, "unauthenticated"),
        ("POST", "/api/rulebooks/nz-blackjack/check", b'{"choices":{"decks":"9"}}', 409, "options"),
    ],
)
def test_every_error_has_the_error_schema(  # noqa: PLR0917 # a row of the table above
    served: Served, method: str, path: str, body: bytes | None, status: int, kind: str
) -> None:
    answer = rest.request(method, served.url + path, content=body)
    error = answer.json()["error"]
    assert set(error) == SHAPE
    assert answer.status_code == status, error
    assert error["kind"] == kind or status == 409
    assert error["message"]


def test_405_lists_the_allowed_methods(served: Served) -> None:
    answer = rest.patch(f"{served.url}/api/tables")
    assert answer.json()["error"]["allowed"] == ["GET", "POST"]
    assert answer.headers["allow"] == "GET, POST"


@pytest.mark.parametrize("body", [b'{"rulebook": "nz-blackjack", "minimum": 5}', b'{"limits": "5-50"}'])
def test_422_lists_the_valid_fields(served: Served, body: bytes) -> None:
    headers = {"Authorization": f"Bearer {served.tokens['olga']}"}
    answer = rest.post(f"{served.url}/api/tables", content=body, headers=headers)
    assert answer.status_code == 422
    assert {"rulebook", "limits", "choices"} <= set(answer.json()["error"]["allowed"])
    strange = {"rulebook": "nz-blackjack", "choices": {"deks": "6"}}
    error = rest.post(f"{served.url}/api/tables", json=strange, headers=headers).json()["error"]
    assert (error["rulebook"], "decks" in error["allowed"]) == ("nz-blackjack", True)


def test_an_internal_error_reveals_no_details() -> None:
    response = error_response(500, ApiError(500, "the server failed", "internal").body)
    assert set(json.loads(bytes(response.body))["error"]) == SHAPE


def test_health_readiness_and_counters(served: Served) -> None:
    assert rest.get(f"{served.url}/health").json() == {"status": "alive"}
    assert rest.get(f"{served.url}/ready").json() == {"status": "ready"}
    rest.get(f"{served.url}/api/rulebooks/nz-blackjack")
    counters = served.metrics()
    assert 'pitboss_http_requests_total{method="GET",route="/api/rulebooks/{rulebook}",status="200"}' in counters
    assert "pitboss_command_seconds_bucket" in counters
    assert "pitboss_tables 6.0" in counters


def test_unknown_methods_create_no_metric_labels(served: Served) -> None:
    for method in ("BREW", "WHEN"):
        assert rest.request(method, f"{served.url}/health").status_code == 405
    counters = served.metrics()
    assert 'pitboss_http_requests_total{method="other",route="/health",status="405"} 2.0' in counters
    assert "BREW" not in counters


def test_the_page_and_the_openapi_schema(served: Served) -> None:
    front = rest.get(served.url, headers={"Accept": "text/html"})
    assert (front.status_code, "pitboss" in front.text) == (200, True)
    described: dict[str, Any] = rest.get(f"{served.url}/openapi.json").json()
    for name in ("Error", "CommandMessage", "TableMessage", "ErrorMessage"):
        assert name in described["components"]["schemas"], name
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            assert operation["description"], (method, path)
            if path.startswith("/api"):
                assert "429" in operation["responses"]


def test_control_characters_are_escaped_in_the_log() -> None:
    async def nothing(*_: Any) -> Any:
        return None

    scope = {"type": "http", "method": "GET", "path": "/api/\x1b[31m\nforged"}
    with structlog.testing.capture_logs() as logged:
        asyncio.run(RequestLog(nothing, Metrics())(scope, nothing, nothing))
    assert [line["path"] for line in logged] == ["/api/%1B%5B31m%0Aforged"]


@pytest.mark.parametrize("as_json", [True, False])
def test_a_logged_traceback_has_no_local_variables(as_json: bool) -> None:
    program = f"""
import structlog
from pitboss.server.logs import configure
configure(json={as_json})
def fails(token):
    raise ValueError("what went wrong")
try:
    fails("pit_" + "secret")
except ValueError as error:
    structlog.get_logger("pitboss").error("unexpected", exc_info=error)
"""
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stderr
    assert "what went wrong" in told
    assert "fails" in told
    assert "pit_secret" not in told


def test_exceptions_of_background_tasks_are_logged() -> None:
    program = """
import asyncio, gc, logging
from pitboss.server.logs import configure
from pitboss.server.run import log_unhandled
configure(json=True)
async def fails():
    raise ValueError("what went wrong")
async def work():
    asyncio.get_running_loop().set_exception_handler(log_unhandled)
    asyncio.create_task(fails())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    gc.collect()
asyncio.run(work())
logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
"""
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stderr
    nobody, library = map(json.loads, told.splitlines())
    assert "what went wrong" in json.dumps(nobody["exception"])
    assert (library["event"], library["level"]) == ("Invalid HTTP request received.", "warning")
