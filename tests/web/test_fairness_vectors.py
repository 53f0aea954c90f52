"""The test vectors of the fairness protocol, judged by both implementations: Python, and the page's TypeScript."""

import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from pitboss.client.contributions import commitment_of
from pitboss.games.live.contributions import contribution_hash
from pitboss.games.live.fairness import FairnessRecord, check_fairness, seed_of
from tests.cli.calls import call
from tests.tables.fairness_vectors import FILE, vectors

NODE = Path(sys.executable).with_name("node")
WEB = Path(__file__).parents[2] / "src" / "pitboss" / "web"
VECTORS = json.loads(FILE.read_text())


def test_the_file_has_the_vectors_of_this_release() -> None:
    assert json.loads(json.dumps(vectors())) == VECTORS


def test_python_accepts_the_valid_and_rejects_the_invalid_ones() -> None:
    for given in VECTORS["contributions"]:
        arguments = given["seed"], given["player"], given["value"]
        assert contribution_hash(*arguments) == commitment_of(*arguments) == given["commitment"]
    for about, record in VECTORS["valid"].items():
        assert seed_of(bytes.fromhex(VECTORS["secret"]), record["name"]).hex() == record["seed"]
        assert check_fairness(msgspec.convert(record, FairnessRecord)) == (), about
    for about, record in VECTORS["invalid"].items():
        assert check_fairness(msgspec.convert(record, FairnessRecord)), about


def test_the_page_accepts_the_valid_and_rejects_the_invalid_ones(tmp_path: Path) -> None:
    out = tmp_path / "fair.mjs"
    bundler, source = WEB / "node_modules/.bin/esbuild", WEB / "src/fair.ts"
    command = [str(bundler), str(source), "--bundle", "--format=esm", f"--outfile={out}"]
    subprocess.run(command, check=True, capture_output=True)
    script = Path(__file__).with_name("vectors.mjs")
    done = subprocess.run([NODE, script, out, FILE], check=True, capture_output=True, text=True)
    found = json.loads(done.stdout)
    assert found["hashes"] == [given["commitment"] for given in VECTORS["contributions"]]
    assert found["valid"] == dict.fromkeys(VECTORS["valid"], "")
    assert found["invalid"].keys() == VECTORS["invalid"].keys()
    assert all(found["invalid"].values()), found["invalid"]


@pytest.mark.parametrize(("kind", "code"), [("valid", 0), ("invalid", 1)])
def test_the_command_line_judges_them_alike(kind: str, code: int, tmp_path: Path) -> None:
    for number, record in enumerate(VECTORS[kind].values()):
        file = tmp_path / f"{number}.json"
        file.write_text(json.dumps([record]))
        assert call("audit", "fairness", str(file)).exit_code == code
