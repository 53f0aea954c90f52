"""The package as a release makes it: an sdist, from it a wheel with the page, installed in a fresh environment."""

import os
import shutil
import socket
import subprocess
import sys
import sysconfig
import tarfile
import time
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).parents[1]
#: What the core may take on a disk, dependencies included.
MOST_BYTES = 40_000_000


def run(*command: str | Path, **environment: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the sdist, not from the checkout."""
    folder = tmp_path_factory.mktemp("dist")
    build = (sys.executable, "-m", "build", "--no-isolation", "--outdir", folder)
    run(*build, "--sdist", ROOT)
    (sdist,) = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder / "unpacked", filter="data")
    (source,) = (folder / "unpacked").iterdir()
    run(*build, "--wheel", source)
    (built,) = folder.glob("*.whl")
    return built


def environment(folder: Path, wheel: Path) -> Path:
    """A fresh environment with the wheel in it and no dependency; the path of its site-packages."""
    venv.create(folder, with_pip=False)
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(folder), "platbase": str(folder)}))
    run(sys.executable, "-m", "pip", "--python", folder / "bin" / "python", "install", "--no-deps", "--no-index", wheel)
    return packages


def test_wheel_has_page_and_law_and_no_sources_of_the_page(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "pitboss/web/dist/index.html" in names
    assert "pitboss/rulebooks/nz-blackjack/rules.toml" in names
    assert "pitboss/py.typed" in names
    assert not [name for name in names if "/web/src/" in name or "node_modules" in name]


def test_core_install_is_small_and_plays(wheel: Path, tmp_path: Path) -> None:
    packages = environment(tmp_path / "core", wheel)
    import msgspec

    shutil.copytree(Path(msgspec.__file__).parent, packages / "msgspec")
    assert sum(file.stat().st_size for file in packages.rglob("*") if file.is_file()) < MOST_BYTES
    program = (
        "import pitboss; table = pitboss.Table.open('nz-blackjack', seed=1); print(pitboss.__file__, table.state.round)"
    )
    played = run(tmp_path / "core/bin/python", "-I", "-c", program)
    assert played == f"{packages / 'pitboss' / '__init__.py'} 0\n"


@pytest.fixture
def server(wheel: Path, tmp_path: Path) -> Iterator[str]:
    """The installed wheel serves a practice house; its dependencies come from this environment."""
    packages = environment(tmp_path / "server", wheel)
    ours = [path for path in sys.path if path.endswith("site-packages")]
    # appended after the environment's own packages, and without its .pth files: pitboss itself comes from the wheel
    (packages / "dependencies.pth").write_text("\n".join(ours) + "\n", encoding="utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    command = [str(tmp_path / "server/bin/pitboss"), "serve", "--port", port]
    home = os.environ | {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}
    with subprocess.Popen(command, env=home, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
        yield f"http://127.0.0.1:{port}"
        process.terminate()


def test_installed_wheel_plays_over_http(server: str) -> None:
    deadline = time.monotonic() + 120
    with httpx.Client(base_url=server) as client:
        while True:
            try:
                client.get("/ready").raise_for_status()
                break
            except httpx.HTTPError:
                assert time.monotonic() < deadline, "the server did not start"
                time.sleep(0.1)
        assert '<div id="app"' in client.get("/").text
        guest = client.post("/api/guests", json={"name": "ann"}).raise_for_status().json()
        client.headers["Authorization"] = f"Bearer {guest['token']}"
        tables = client.get("/api/tables").raise_for_status().json()
        table = next(table["id"] for table in tables if table["spec"]["rulebook"] == "nz-blackjack")
        for number, words in enumerate(("join 100", "bet 1 10")):
            client.post(f"/api/tables/{table}/commands", json={"id": f"c{number}", "words": words}).raise_for_status()
        view = client.get(f"/api/tables/{table}").raise_for_status().json()
    assert "ann" in str(view)
