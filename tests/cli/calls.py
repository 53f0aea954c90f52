"""Calls of the whole command line, as tests make them."""

import json
import shlex
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from pitboss import cli

ROOT = Path(__file__).parents[2]


def blocks(text: str, language: str = "") -> list[str]:
    """Returns the fenced blocks of a language, without the indentation of a list item."""
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


def call(*arguments: str) -> Result:
    """What ``pitboss`` with these arguments comes to."""
    return CliRunner().invoke(cli.build(), arguments, prog_name="pitboss")


def told(*arguments: str) -> Any:
    """Its JSON output."""
    done = call(*arguments, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def run_page(page: str, *names: str) -> None:
    """Runs the commands of a page of the documents as they stand there; all of them are of these names."""
    shown = blocks((ROOT / page).read_text(encoding="utf-8"), "sh")
    assert shown
    for line in "".join(shown).splitlines():
        pitboss, *arguments = shlex.split(line)
        assert pitboss == "pitboss"
        assert arguments[0] in names
        done = call(*arguments)
        assert done.exit_code == 0, f"{line}: {done.output}"
