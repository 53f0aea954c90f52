"""A start loads only what it needs: each of these modules takes 0.05 to 0.1 s of CPU."""

import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import fastapi.dependencies.utils
import fastapi.routing
import httpx
import pytest

from pitboss.server import run
from pitboss.server.app import build_routes, create_app
from pitboss.server.dependencies import AnyCaller, Context, SignedIn, Viewer
from pitboss.server.settings import Settings
from tests.server.conftest import PATIENCE, serving

CODE = """
import sys
from pitboss.server.app import create_app
from pitboss.server.run import run
from pitboss.server.settings import Settings

create_app(Settings(database="memory:"))
print(*[name for name in {names!r} if name in sys.modules])
"""
NAMES = ("httpx", "numba", "numpy", "polars", "psycopg", "sqlalchemy.dialects.postgresql", "websockets.asyncio.client")


def test_a_server_on_sqlite_starts_without_modules_that_it_does_not_use() -> None:
    code = CODE.format(names=NAMES)
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert ended.stdout.strip() == ""


def test_no_request_waits_for_routes_to_be_built(monkeypatch: pytest.MonkeyPatch) -> None:
    """FastAPI builds the routes of a router in the first request that looks at them, unless they are built before."""
    built: list[str] = []
    build = fastapi.dependencies.utils.get_dependant

    def get_dependant(**of: Any) -> Any:
        built.append(of["path"])
        return build(**of)

    app = create_app(Settings(database="memory:"))
    monkeypatch.setattr(fastapi.routing, "get_dependant", get_dependant)
    build_routes(app)
    assert "/api/tables/{table}/rounds" in built
    built.clear()
    for route in app.routes:
        route.matches({"type": "http", "method": "GET", "path": "/api/nowhere", "headers": [], "path_params": {}})
    assert built == []


def test_no_request_waits_for_a_thread_to_find_its_caller() -> None:
    """FastAPI calls a dependency that is a plain function in a thread."""
    for dependency in (Context, AnyCaller, SignedIn, Viewer):
        depends = get_args(dependency)[1]
        assert inspect.iscoroutinefunction(depends.dependency)


def test_a_server_builds_its_routes_when_it_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ready: list[object] = []
    monkeypatch.setattr(run, "build_routes", ready.append)
    with serving(Settings(database=f"sqlite:///{tmp_path}/house.db", practice=True)) as served:
        httpx.get(f"{served.url}/api/nowhere", timeout=PATIENCE)
    assert len(ready) == 1
