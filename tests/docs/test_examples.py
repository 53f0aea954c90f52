"""What the README, the how-to pages and the examples show is run as it stands."""

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from msgspec import convert
from typer.testing import CliRunner

from pitboss import cli
from pitboss.analyse.wagers import exact
from pitboss.blackjack import commands as cmd
from pitboss.blackjack.wagers import PLAYS
from pitboss.law.load import WagerData, load_rulebook
from pitboss.law.resolve import Limits, TableRules, resolve
from pitboss.notation import parse_pit, replay
from pitboss.table.chance import ReadCards
from pitboss.table.session import Table

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(text: str, language: str = "") -> list[str]:
    """The fenced blocks of a language, without the indentation of a list item."""
    found: list[str] = []
    fence: str | None = None
    lines: list[str] = []
    for line in text.splitlines():
        indent, mark, word = line.partition("```")
        if mark and fence is None:
            fence, margin, lines = word, indent, []
        elif mark:
            if fence == language:
                found.append("".join(f"{line}\n" for line in lines))
            fence = None
        elif fence is not None:
            lines.append(line.removeprefix(margin))
    return found


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: str(path.name))
def test_an_example_runs(example: Path) -> None:
    done = subprocess.run([sys.executable, str(example)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_a_drill_tells_what_a_mistake_costs() -> None:
    drill = [sys.executable, str(ROOT / "examples/drill.py"), "mbs-blackjack", "3", "7"]
    done = subprocess.run(drill, input="s\nh\nh\n" * 9, capture_output=True, text=True, check=True)
    assert "to stand costs 20.53% of the wager" in done.stdout  # 13 against a seven, by six decks
    assert re.search(r"\d decisions, [1-9] mistakes?, which cost ", done.stdout)


def test_the_dispute_of_the_readme_passes_and_is_told_as_printed(tmp_path: Path) -> None:
    shown = next(block for block in blocks(README) if block.startswith("$ cat dispute.pit"))
    file = tmp_path / "dispute.pit"
    file.write_text(shown.split("\n", 1)[1], encoding="utf-8")
    assert replay(parse_pit(file.read_text(encoding="utf-8"))).passed
    command = [sys.executable, "-m", "pitboss", "replay", "--verbose", str(file)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    story = next(block for block in blocks(README) if block.startswith("ann: stand 1"))
    assert told.endswith(story)


def test_the_python_of_the_readme_runs() -> None:
    (program,) = blocks(README, "python")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("no more bets: the round has begun; ")
    assert "(mbs-blackjack 5.3, 3.2, 3.4, 3.6 and 5.4); allowed: " in done.stdout


@pytest.mark.parametrize(
    ("page", "says"),
    [
        ("python.md", "a wager of 5 is outside the limits 10 to 1000; "),
        ("learner.md", " of a wager a round, by the first action that is legal\n"),
        ("exact-edge.md", "wait before; even money at 6 to 5\n"),
        ("search-ahead.md", "standing on 19 against a six is worth +0.494123 of the wager\n"),
    ],
)
def test_the_programs_of_a_how_to_are_one_that_runs(page: str, says: str) -> None:
    program = "\n".join(blocks((ROOT / "docs/how-to" / page).read_text(encoding="utf-8"), "python"))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert says in done.stdout


@pytest.mark.parametrize("page", ["how-to/exact-edge.md", "how-to/certify.md", "tutorial/tournament.md"])
def test_what_a_page_prints_is_what_its_commands_print(page: str, tmp_path: Path) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    shown = [*blocks(text, "console"), *blocks(text)]
    for block in shown:
        if block.startswith("title: "):
            (tmp_path / "cup.pit").write_text(block, encoding="utf-8")
    calls = [block for block in shown if block.startswith("$ pitboss ")]
    assert calls
    for block in calls:
        line, _, printed = block.partition("\n")
        command = [sys.executable, "-m", "pitboss", *shlex.split(line.removeprefix("$ pitboss "))]
        told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
        assert [row.rstrip() for row in told.splitlines()] == printed.splitlines()


def test_a_house_is_brought_to_a_new_version_as_the_how_to_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs/how-to/upgrade.md").read_text(encoding="utf-8")
    told = ""
    for line in ("pitboss user add ann --database house.db", *"".join(blocks(page, "sh")).splitlines()):
        call, _, file = line.partition(" #")[0].partition(" > ")
        program, *words = shlex.split(call)
        assert Path(program).name == "pitboss"
        done = CliRunner().invoke(cli.build(), words)
        assert done.exit_code == 0, done.output
        told += done.stdout
        if file:
            Path(file.strip()).write_text(done.stdout, encoding="utf-8")
    assert told.count("nothing is wrong: ") == 2  # of the copy, and of the house since
    assert {"rehearsal.db", "before.db", "before.json"} <= {path.name for path in tmp_path.iterdir()}


def test_a_side_wager_is_added_as_the_how_to_says() -> None:
    page = (ROOT / "docs/how-to/new-side-wager.md").read_text(encoding="utf-8")
    (program,), (data, ledger), (case, _calls) = (blocks(page, language) for language in ("python", "toml", ""))
    assert parse_pit(case).clauses == tuple(one["id"] for one in tomllib.loads(ledger)["clause"])
    exec(compile(program, "red_pair.py", "exec"), {})
    try:
        added = tomllib.loads(data)
        base = load_rulebook("nz-blackjack")
        option = type(base.options["super_sevens"])(**added["options"]["red_pair"])
        book = type(base)(
            **{name: getattr(base, name) for name in base.__struct_fields__}
            | {
                "options": base.options | {"red_pair": option},
                "wagers": base.wagers | {"red_pair": convert(added["wagers"]["red_pair"], WagerData)},
            }
        )
        rules = resolve(book, {"red_pair": "true"}, Limits(1_000, 100_000))
        assert isinstance(rules, TableRules)
        table = Table(rules, ReadCards(rules))
        table.join("ann", 10_000)
        table.do(cmd.PlaceBet(player="ann", box=1, amounts=(1_000,), sides=(("red_pair", 100),)))
        table.do(cmd.Deal())
        for card in (4 * 8 + 2, 4 * 5, 4 * 8 + 3):  # a red nine, a six for the dealer, the other red nine
            table.tell(card)
        assert [wager.result for wager in table.state.wagers if wager.kind == "red_pair"] == [5_000]
        assert f"# {exact(rules)['red_pair'].expectation}, exactly" in page
        refused = table.do(cmd.PlaceBet(player="ann", box=1, amounts=(1_000,), sides=(("red_pair", 100),)))
        assert "15D.2" in str(refused)
    finally:
        del PLAYS["red_pair"]
