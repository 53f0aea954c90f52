"""The TypeScript client plays a round on a real server, and judges the fairness vectors. Node runs its sources."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from pitboss.server.settings import Settings
from tests.server.conftest import PLENTY, serving
from tests.tables.fairness_vectors import FILE

NODE = Path(sys.executable).with_name("node")
PACKAGE = Path(__file__).parents[2] / "clients" / "typescript"


def run(*arguments: str | Path) -> dict[str, Any]:
    done = subprocess.run([NODE, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_it_plays_a_round_and_verifies_the_shoe(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/house.db", practice=True, rates=PLENTY)
    with serving(settings) as server:
        found = run(PACKAGE / "test" / "round.mjs", server.url, server.tokens["olga"])
    assert found["refusal"] == {"kind": "limits", "clause": "1.1.2"}
    assert {"BetPlaced", "CardDealt", "RoundEnded"} <= set(found["events"])
    assert "gus" in found["contributors"]
    assert found["cards"] >= 4
    assert set(found["faults"]) == {""}
    assert found["forged"]


def test_the_bot_of_its_readme_plays_ten_rounds_and_verifies_its_shoes(tmp_path: Path) -> None:
    (block,) = re.findall(r"```ts\n(.*?)```", (PACKAGE / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    settings = Settings(database=f"sqlite:///{tmp_path}/house.db", practice=True, rates=PLENTY)
    with serving(settings) as server:
        source = block.replace("http://127.0.0.1:8021", server.url)
        program = tmp_path / "bot.mts"
        program.write_text(source.replace('"pitboss-client"', json.dumps((PACKAGE / "src" / "index.ts").as_uri())))
        done = subprocess.run([NODE, program], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("the round is over") == 10
    assert "refused: no hand is to be decided now" in done.stdout
    assert "dealt as committed" in done.stdout.splitlines()[-1]


def test_it_accepts_the_valid_vectors_and_rejects_the_invalid_ones() -> None:
    vectors = json.loads(FILE.read_text())
    script = Path(__file__).parents[1] / "web" / "vectors.mjs"
    found = run(script, PACKAGE / "src" / "fairness.ts", FILE)
    assert found["hashes"] == [given["commitment"] for given in vectors["contributions"]]
    assert found["valid"] == dict.fromkeys(vectors["valid"], "")
    assert found["invalid"].keys() == vectors["invalid"].keys()
    assert all(found["invalid"].values()), found["invalid"]


def test_its_version_is_the_release() -> None:
    from importlib.metadata import version

    from pitboss.extras import DISTRIBUTION

    assert json.loads((PACKAGE / "package.json").read_text())["version"] == version(DISTRIBUTION)
