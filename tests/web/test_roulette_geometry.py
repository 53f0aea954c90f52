"""The page's pure roulette modules: the ball ends in its pocket, and a tap on a layout means one legal wager."""

import json
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import to_builtins

from pitboss.tables.live import TableSpec
from tests.tables.live_play import RoulettePlayed
from tests.web.test_results import NODE, SECRET, WEB

MODULES = ("ball", "positions", "race", "scene", "figures")
HERE = Path(__file__).parent
#: Turns around the track that make a spin valid.
LEAST_TURNS = 4
#: The four lowest numbers have no point in common.
AT_THE_END_OF_ZERO = "corner 0-1-2-3"


@pytest.fixture(scope="module")
def evaluated(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What the modules give for the wheel and the positions of the law."""
    out = tmp_path_factory.mktemp("page") / "spin.mjs"
    source = "".join(f'export * from "./{name}";' for name in MODULES)
    bundler = [str(WEB / "node_modules/.bin/esbuild"), "--bundle", "--format=esm", f"--outfile={out}"]
    subprocess.run(
        [*bundler, "--loader=ts"], input=source, text=True, check=True, capture_output=True, cwd=WEB / "src/roulette"
    )
    done = subprocess.run(
        [NODE, HERE / "spin_motion.mjs", out], input=json.dumps(card()), text=True, check=True, capture_output=True
    )
    return json.loads(done.stdout)


def card() -> dict[str, Any]:
    spec = TableSpec(rulebook="nz-roulette", choices={"neighbour": "true"}, limits="5-500", cards_are_read=True)
    fixed = to_builtins(RoulettePlayed(spec, SECRET, Random("cards")).table.card())
    return {"wheel": fixed["wheel"], "positions": fixed["positions"]}


def test_the_ball_rests_in_the_pocket_of_its_number(evaluated: Any) -> None:
    """For every pocket, both directions of the wheel, and a number that is known late."""
    wheel = card()["wheel"]
    assert len(evaluated["motions"]) == 5 * len(wheel)
    for motion in evaluated["motions"]:
        for pocket in motion["pockets"]:
            assert wheel[round(pocket) % 37] == motion["number"]
            assert abs(pocket - round(pocket)) < 1e-6
        assert motion["radii"] == [0.535] * 3
        assert motion["still"]


def test_the_ball_is_one_motion_against_the_wheel(evaluated: Any) -> None:
    for motion in evaluated["motions"]:
        assert motion["against"]
        assert motion["turns"] >= LEAST_TURNS
        # in five milliseconds it moves by less than half a pocket, and neither its speed nor its radius jumps
        assert motion["fastest"] < 4.5
        assert motion["jerk"] < 0.1
        assert motion["jump"] < 0.02


def test_a_point_of_the_layout_means_one_wager(evaluated: Any) -> None:
    dice = Random("points")
    for areas in evaluated["areas"].values():
        on_layout = [each for each in areas if each["area"]]
        fields = [each["field"] for each in on_layout if each["field"]]
        points = [inside(field, dice) for field in fields for _ in range(60)]
        for point in points:
            hits = [each["name"] for each in on_layout if holds(each["area"], point)]
            assert len(hits) == 1, (point, hits)


def test_every_wager_of_the_law_has_its_area_and_its_point(evaluated: Any) -> None:
    for areas in evaluated["areas"].values():
        assert len(areas) == len(card()["positions"])
        for each in areas:
            if each["name"].startswith("neighbour"):
                assert each["area"] is None
                continue
            assert holds(each["area"], each["anchor"]), each
            assert 0 <= each["chip"]["x"] <= each["size"][0]
            assert 0 <= each["chip"]["y"] <= each["size"][1]


def test_a_wager_on_lines_is_where_its_numbers_meet(evaluated: Any) -> None:
    numbers = {f"{each['kind']} {each['place']}".strip(): each["numbers"] for each in card()["positions"]}
    for areas in evaluated["areas"].values():
        cells = {each["name"]: each["field"] for each in areas if each["name"].startswith("straight")}
        for each in areas:
            if each["name"].split()[0] not in ("split", "corner") or each["name"] == AT_THE_END_OF_ZERO:
                continue
            touching = {name for name, cell in cells.items() if holds(grown(cell), each["anchor"])}
            assert touching >= {f"straight {number}" for number in numbers[each["name"]]}


def test_figures(evaluated: Any) -> None:
    figures = evaluated["figures"]
    assert [run["from"] for run in figures["runs"]] == list(range(1, 37, 3))
    assert all(run["beside"] and run["length"] == 3 for run in figures["runs"])
    assert [run["beside"] for run in figures["listed"]] == [False, False]
    assert figures["neighbours"] == [[25, 17, 34], [3, 26, 0, 32, 15]]
    assert figures["few"] == {"hot": [{"number": 17, "times": 3}, {"number": 3, "times": 2}], "cold": [], "spins": 6}
    assert figures["many"]["cold"][0] == 4
    assert figures["many"]["spins"] == 73
    wins = dict(figures["wins"])
    assert wins[17] == 500 * (35 + 17)
    assert wins[20] == 500 * 17
    assert wins[1] == 100


def inside(rect: dict[str, float], dice: Random) -> dict[str, float]:
    return {"x": rect["x"] + dice.random() * rect["width"], "y": rect["y"] + dice.random() * rect["height"]}


def holds(rect: dict[str, float], point: dict[str, float]) -> bool:
    across = rect["x"] <= point["x"] <= rect["x"] + rect["width"]
    return across and rect["y"] <= point["y"] <= rect["y"] + rect["height"]


def grown(rect: dict[str, float], by: float = 0.1) -> dict[str, float]:
    more = {"width": rect["width"] + 2 * by, "height": rect["height"] + 2 * by}
    return {"x": rect["x"] - by, "y": rect["y"] - by} | more
