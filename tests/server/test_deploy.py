"""The files of deploy/: the proxies carry page, API and WebSocket, the units verify, the dashboard has its metrics."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pitboss.client import Client
from pitboss.house.keys import new_key
from pitboss.server.settings import Settings
from tests.server import rest
from tests.server.conftest import PATIENCE, PLENTY, Served, run, serving

DEPLOY = Path(__file__).parents[2] / "deploy"
CERTIFICATE = Path(__file__).parent / "self_signed.pem"
SECONDS = 30


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def nginx(folder: Path, upstream: str, path: str) -> tuple[list[str], str]:
    """Returns the command and the address of nginx with the recipe, on a free port, without TLS."""
    port = free_port()
    recipe = (DEPLOY / "nginx.conf").read_text()
    for old, new in (
        ("listen 443 ssl", f"listen 127.0.0.1:{port}"),
        ("server 127.0.0.1:8021", f"server {upstream}"),
        ("location / {", f"location {path}/ {{"),
    ):
        assert old in recipe
        recipe = recipe.replace(old, new)
    recipe = re.sub(r" +ssl_certificate.*\n", "", recipe)
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    config = folder / "nginx.conf"
    config.write_text(
        f"pid {folder}/pid; error_log {folder}/error.log; daemon off;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{temporary}{recipe}}}\n"
    )
    return ["nginx", "-p", str(folder), "-c", str(config)], f"http://127.0.0.1:{port}"


def caddy(folder: Path, upstream: str, path: str) -> tuple[list[str], str]:
    """Returns the command and the address of Caddy with the recipe, on a free port, without TLS."""
    port = free_port()
    recipe = (DEPLOY / "Caddyfile").read_text()
    for old, new in (
        ("casino.example.org {", f"http://127.0.0.1:{port} {{"),
        ("reverse_proxy 127.0.0.1:8021", f"reverse_proxy {upstream}"),
        ("\thandle {", f"\thandle {path}* {{"),
    ):
        assert old in recipe
        recipe = recipe.replace(old, new)
    config = folder / "Caddyfile"
    config.write_text(f"{{\n\tadmin off\n}}\n{recipe}")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(config)], f"http://127.0.0.1:{port}"


@contextmanager
def proxied(
    proxy: Callable[[Path, str, str], tuple[list[str], str]], folder: Path, served: Served, path: str
) -> Iterator[str]:
    """Runs a proxy in front of the server; yields the address of the house."""
    command, address = proxy(folder, served.url.removeprefix("http://"), path)
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed: make proxies")
    process = subprocess.Popen(
        command, env=os.environ | {"HOME": str(folder)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        host, port = address.removeprefix("http://").split(":")
        for _ in range(SECONDS * 20):
            with socket.socket() as probe:
                if probe.connect_ex((host, int(port))) == 0:
                    break
            assert process.poll() is None, "the proxy did not start"
            time.sleep(0.05)
        yield address + path
    finally:
        process.terminate()
        process.wait(SECONDS)


@pytest.fixture(scope="module", params=["", "/casino"], ids=["root", "below a path"])
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, str]]:
    """A practice house behind a trusted proxy, at the root or below a path."""
    database = f"sqlite:///{tmp_path_factory.mktemp('house')}/house.db"
    settings = Settings(
        database=database, practice=True, rates=PLENTY, root_path=request.param, trusted_proxies=("127.0.0.1",)
    )
    with serving(settings) as served:
        yield served, request.param


@pytest.mark.parametrize("proxy", [nginx, caddy], ids=["nginx", "caddy"])
def test_the_proxy_recipe_carries_page_api_and_socket(
    house: tuple[Served, str], proxy: Callable[[Path, str, str], tuple[list[str], str]], tmp_path: Path
) -> None:
    served, path = house
    with proxied(proxy, tmp_path, served, path) as url:
        page = rest.get(f"{url}/", headers={"accept": "text/html"})
        assert page.status_code == 200
        script = page.text.split(' src="')[1].split('"')[0]
        assert rest.get(url.removesuffix(path) + script).status_code == 200
        assert rest.get(f"{url}/health").json() == {"status": "alive"}
        assert rest.get(f"{url.removesuffix(path)}/metrics").status_code == 404

        async def work() -> None:
            async with Client(url, served.tokens["ann"], timeout=PATIENCE) as ann:
                table = await ann.watch("t1")
                await table.do("join 100")
                assert table.you["at_table"]
                await table.do("leave")

        run(work())


def test_the_units_verify(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    units = []
    for unit in sorted((DEPLOY / "systemd").iterdir()):
        text = unit.read_text()
        assert "/opt/pitboss/.venv/bin/pitboss" in text or unit.suffix == ".timer"
        copied = tmp_path / unit.name
        copied.write_text(text.replace("/opt/pitboss/.venv/bin", str(Path(sys.executable).parent)))
        units.append(str(copied))
    assert len(units) == 3
    verified = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False)
    problems = [line for line in verified.stderr.splitlines() if "pitboss" in line and "man:" not in line]
    assert problems == []


def test_the_configuration_file_has_settings_of_the_server(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "pitboss",
        "serve",
        "--check-config",
        "--config",
        str(DEPLOY / "pitboss.toml"),
        "--json",
    ]
    environment = os.environ | {"PITBOSS_DATABASE": f"sqlite:///{tmp_path}/house.db", "PITBOSS_KEY": new_key()}
    checked = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    from_file = {row["setting"] for row in json.loads(checked.stdout)["settings"] if row["source"] == "file"}
    assert from_file == set(tomllib.loads((DEPLOY / "pitboss.toml").read_text()))


def test_the_dashboard_shows_metrics_that_the_server_has(served: Served) -> None:
    suffixes = {"counter": ("",), "gauge": ("",), "histogram": ("_bucket", "_sum", "_count")}
    declared = re.findall(r"^# TYPE (pitboss_\w+) (\w+)$", served.metrics(), re.MULTILINE)
    known = {name + suffix for name, kind in declared for suffix in suffixes[kind]}
    panels = json.loads((DEPLOY / "grafana.json").read_text())["panels"]
    expressions = [target["expr"] for panel in panels for target in panel["targets"]]
    shown = {name for expression in expressions for name in re.findall(r"pitboss_\w+", expression)}
    assert shown <= known, shown - known
    assert {
        "pitboss_rounds_total",
        "pitboss_moved_cents_total",
        "pitboss_held_cents",
        "pitboss_commit_seconds_bucket",
    } <= shown
