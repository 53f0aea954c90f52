"""Every command line on a page and in a help text is one that `pitboss` takes: none keeps an option that has gone."""

import re
import shlex
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from typer._click.exceptions import UsageError
from typer.main import get_command

from pitboss import cli

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/how-to/*.md")), *sorted(ROOT.glob("docs/tutorial/*.md"))]
#: A line of a block, or the first cell of a row; what a program says itself has a colon behind its name.
SHOWN = re.compile(r"^(?:\$ )?(?:\.venv/bin/)?pitboss (?P<line>[\w-]+ .+)$|^\| `pitboss (?P<cell>[\w-]+ [^`]+)`", re.M)
#: In a help text an example ends where two spaces, a dot or another command follow.
HELPED = re.compile(r"pitboss (?P<line>[\w-]+.*?)(?=  | ·|\n|$)")
#: Where a reader puts his own word.
PLACEHOLDERS = re.compile(r"…|\[|\b(?:RULEBOOK|FILE|NAME|CLAUSE|A B)\b")


def on_page(text: str) -> list[str]:
    found = [match["line"] or match["cell"] for match in SHOWN.finditer(text)]
    return [line for line in found if not PLACEHOLDERS.search(line)]


def in_help(command: Any) -> Iterator[str]:
    """The examples of a command and of those below it."""
    yield from (found["line"] for found in HELPED.finditer(command.epilog or ""))
    for below in getattr(command, "commands", {}).values():
        yield from in_help(below)


def check(line: str) -> None:
    """Reads a line as a shell and a call would, and calls nothing."""
    words = shlex.split(re.split(r" && | > | \|\|? ", line)[0], comments=True)
    if "--help" not in words:
        parse(get_command(cli.build()), "pitboss", words)


def parse(command: Any, name: str | None, arguments: list[str]) -> None:
    context = command.make_context(name, arguments)
    rest = [*getattr(context, "_protected_args", ()), *context.args]
    if rest:
        below, found, further = command.resolve_command(context, rest)
        parse(found, below, further)


@pytest.fixture(autouse=True)
def _no_configuration_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """The files that examples name need not exist, and only this one is read while a command is parsed."""
    monkeypatch.setattr("pitboss.cli.serve_config._read", lambda path, options: {})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_the_commands_of_a_page(page: Path) -> None:
    for line in on_page(page.read_text(encoding="utf-8")):
        check(line)


def test_the_pages_show_many_commands() -> None:
    assert sum(len(on_page(page.read_text(encoding="utf-8"))) for page in PAGES) > 40


@pytest.mark.parametrize("line", ["deal nz-blackjack", "edge nz-blackjack --deep", "rules diff nz-blackjack", "hand"])
def test_a_command_that_is_none_is_noticed(line: str) -> None:
    with pytest.raises(UsageError):
        check(line)


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_the_examples_of_a_help(name: str) -> None:
    examples = list(in_help(get_command(import_module(cli.COMMANDS[name][0]).command)))
    assert examples
    for line in examples:
        check(line)


def test_the_examples_of_the_whole() -> None:
    for found in HELPED.finditer(cli.EXAMPLES):
        check(found["line"])
