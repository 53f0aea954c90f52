"""The generated docs: the same on every machine, whole, and quick to notice drift."""

import doctest
import inspect
import os
import re
import runpy
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from pitboss import cli, docs
from pitboss.docs.__main__ import main
from pitboss.docs.markdown import cell, code, law, table
from pitboss.docs.python import MODULES, example_of, examples_of_names, public_names
from pitboss.law import load_rulebook, rulebook_ids
from pitboss.notation.cases import read_cases

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return docs.pages()


def test_there_is_a_page_for_each_rulebook_five_of_reference_and_four_descriptions(pages: dict[str, str]) -> None:
    reference = {f"reference/{name}.md" for name in ("cli", "notation", "options", "python", "roles")}
    schemas = {f"reference/{name}.schema.json" for name in ("rules", "clauses", "variant")} | {
        "reference/asyncapi.json"
    }
    assert set(pages) == {f"law/{name}.md" for name in rulebook_ids()} | reference | schemas


def test_every_page_says_first_that_it_is_generated(pages: dict[str, str]) -> None:
    written = {path: text for path, text in pages.items() if path.endswith(".md")}
    assert {text.splitlines()[0] for text in written.values()} == {docs.MARK}
    assert "Generated" in docs.MARK


@pytest.mark.parametrize("name", rulebook_ids())
def test_the_page_of_a_rulebook_is_whole(pages: dict[str, str], name: str) -> None:
    book, text = load_rulebook(name), pages[f"law/{name}.md"]
    lines = text.splitlines()
    assert f"# {book.about.title}" in lines
    assert [clause.id for clause in book.clauses if f"### {cell(clause.id)}" not in lines] == []
    assert [clause.id for clause in book.clauses if cell(clause.summary) not in text] == []
    assert [clause.id for clause in book.clauses if clause.reason and cell(clause.reason) not in text] == []
    assert [clause.id for clause in book.clauses if cell(clause.reading_text) not in text] == []
    assert [option for option in book.options if f"| `{option}` |" not in text] == []
    assert [rule for rule in book.rules if f"| `{rule}` |" not in text] == []
    assert [
        layer.variant.title for layer in book.layers.values() if f"## Variant: {layer.variant.title}" not in text
    ] == []
    assert [case.name for case in read_cases(name) if f"/{name}/cases/{case.name})" not in text] == []


def test_links_lead_to_the_files_of_cases(pages: dict[str, str]) -> None:
    folder = Path(docs.__file__).parents[3] / "docs" / "law"
    case = read_cases("nz-blackjack")[0]
    link = f"../../src/pitboss/rulebooks/nz-blackjack/cases/{case.name}"
    assert f"({link})" in pages["law/nz-blackjack.md"]
    assert Path(os.path.normpath(folder / link)).is_file()


def test_the_page_of_the_command_line(pages: dict[str, str]) -> None:
    text = pages["reference/cli.md"]
    for name in cli.COMMANDS:
        assert f"## `pitboss {name}`\n\n```text\nUsage: pitboss {name} " in text
    assert "## `pitboss rules coverage`\n\n```text\nUsage: pitboss rules coverage " in text


def test_the_page_of_options(pages: dict[str, str]) -> None:
    text = pages["reference/options.md"]
    assert "| `decks` | `canberra-blackjack` | 6, 8 | `6` | 3.1 |" in text
    assert "| `decks` | 4 to 8 | `8` | 3.3(a) | decks in the shoe |" in text


def test_the_page_of_python_has_every_public_name(pages: dict[str, str]) -> None:
    text = pages["reference/python.md"]
    for module in MODULES:
        for name in getattr(import_module(module), "__all__", ()):
            if inspect.isclass(thing := getattr(import_module(module), name)) or inspect.isfunction(thing):
                assert re.search(rf"^(?:class|def|async def) {name}\b", text, re.M), f"{module}.{name}"
    assert "    def copy(self) -> Self  # Returns an independent copy with the same chance to come" in text
    returned = "Returns the rulebook with this id (cached); raises LawError if"
    assert f"def load_rulebook(name: str) -> Rulebook\n```\n\n{returned}" in text
    assert "    amounts: tuple[int, ...]\n    sides: tuple[tuple[str, int], ...] = ()" in text


@pytest.mark.parametrize("module", MODULES)
def test_a_module_is_shown_in_use_by_a_program_that_runs(
    pages: dict[str, str], module: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    example = example_of(module)
    monkeypatch.chdir(ROOT)
    variables = runpy.run_path(str(example))
    text = example.read_text(encoding="utf-8")
    assert capsys.readouterr().out or "assert " in text
    run_examples_of_names(module, variables)
    assert text.partition('"""\n\n')[2].rstrip() in pages["reference/python.md"]
    package, _, last = module.rpartition(".")
    assert re.search(rf"^from {module} import |^from {package} import {last} as ", text, re.M)


def run_examples_of_names(module: str, variables: dict[str, Any]) -> None:
    """Fails at the first line of an example that prints something else."""
    loaded = import_module(module)
    names = {name: getattr(loaded, name) for name in public_names(loaded)} | variables
    for name, lines in examples_of_names(module).items():
        test = doctest.DocTestParser().get_doctest(lines + "\n", names, f"{module}.{name}", None, None)
        doctest.DebugRunner(optionflags=doctest.ELLIPSIS).run(test, clear_globs=False)
        names = test.globs


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_has_an_example(pages: dict[str, str], module: str) -> None:
    program, sections = example_of(module).read_text(encoding="utf-8"), examples_of_names(module)
    names = public_names(import_module(module))
    assert [name for name in names if name not in sections and not re.search(rf"\b{name}\b", program)] == []
    assert [name for name in sections if name not in names] == []
    for name, lines in sections.items():
        assert re.search(rf"\b{name}\b", lines), f"the example of {module}.{name} does not use it"
        assert lines in pages["reference/python.md"]


def test_an_example_that_prints_something_else_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.examples_of_names", lambda module: {"Odds": ">>> 1 + 1\n3"})
    with pytest.raises(doctest.DocTestFailure):
        run_examples_of_names("pitboss.money", {})


def test_the_terminal_makes_no_difference(pages: dict[str, str], tmp_path: Path) -> None:
    odd = {"COLUMNS": "47", "LANG": "C", "TERM": "xterm-256color", "FORCE_COLOR": "1", "PYTHONHASHSEED": "7"}
    command = [sys.executable, "-m", "pitboss.docs", "--folder", str(tmp_path)]
    done = subprocess.run(command, env=os.environ | odd, capture_output=True, text=True, check=True)
    assert len(done.stdout.splitlines()) == len(pages)
    assert {name: (tmp_path / name).read_text(encoding="utf-8") for name in pages} == pages


def test_check_names_what_drifted(
    pages: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.docs.__main__.pages", lambda: pages)  # made once, not five times
    at = ["--folder", str(tmp_path)]
    assert main(at) == 0
    assert main([*at, "--check"]) == 0
    capsys.readouterr()
    changed, gone, left = (tmp_path / name for name in ("law/mbs-blackjack.md", "reference/cli.md", "law/old-maid.md"))
    changed.write_text(changed.read_text(encoding="utf-8") + "by hand\n", encoding="utf-8")
    gone.unlink()
    left.write_text(f"{docs.MARK}\n", encoding="utf-8")
    (tmp_path / "tutorial.md").write_text("# Written by hand\n", encoding="utf-8")
    assert main([*at, "--check"]) == 1
    named = [line.split(": ")[0] for line in capsys.readouterr().err.splitlines()]
    assert named == [str(changed), str(gone), str(left)]
    assert changed.read_text(encoding="utf-8").endswith("by hand\n")
    assert main(at) == 0
    assert main([*at, "--check"]) == 0
    assert not left.exists()
    assert (tmp_path / "tutorial.md").is_file()


def test_cells_cannot_break_a_table() -> None:
    assert table(("a", "b"), [(cell("x|y"), code("p|q"))]) == "| a | b |\n| --- | --- |\n| x\\|y | `p\\|q` |"
    assert cell("a_b*c<d") == "a\\_b\\*c&lt;d"


def test_the_text_of_clauses_and_a_policy() -> None:
    assert law(("1", "2(a)"), "") == "1 and 2(a)"
    assert law((), "silent") == "policy: silent"
    assert law(("1",), "silent") == "1; policy: silent"
