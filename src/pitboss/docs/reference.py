"""Reference pages: the help of every command, and the options of every rulebook."""

from collections.abc import Iterator, Sequence
from typing import Any

from typer.main import get_command

from pitboss.cli import COMMANDS, build, load_command
from pitboss.docs.law import options_table
from pitboss.docs.markdown import cell, code, law, table
from pitboss.law import Rulebook
from pitboss.law.clause_ledger import ClauseUse, clause_uses

#: Width of the help texts, independent of the terminal.
WIDTH = 100


def cli_page() -> str:
    """Returns the help of `pitboss` and of every command and subcommand."""
    parts = ["# The command line", "What `--help` says of each command."]
    parts += _help(get_command(build()), "pitboss", None, nested=False)
    for name in COMMANDS:
        parts += _help(load_command(name), f"pitboss {name}", None, nested=True)
    return "\n\n".join(parts)


# The types of commands and contexts are private to Typer, hence Any.
def _help(command: Any, name: str, parent: Any, *, nested: bool) -> Iterator[str]:
    context = command.context_class(
        command, info_name=name, parent=parent, terminal_width=WIDTH, **command.context_settings
    )
    yield f"## `{name if parent is None else f'{parent.info_name} {name}'}`"
    yield f"```text\n{command.get_help(context).rstrip()}\n```"
    if nested:
        for word, inner in getattr(command, "commands", {}).items():
            yield from _help(inner, word, context, nested=True)


def options_page(books: Sequence[Rulebook]) -> str:
    """Returns the options by rulebook, and those of one name side by side."""
    parts = ["# Options", "What the operator of a table may choose, rulebook by rulebook."]
    for book in books:
        parts += [f"## {code(book.id)}", cell(book.about.title), options_table(list(clause_uses(book)))]
    parts += ["## By name", "Which rulebooks know an option, with the values that each allows."]
    names: dict[str, list[tuple[str, ClauseUse]]] = {}
    for book in books:
        for use in clause_uses(book):
            if use.part == "option":
                names.setdefault(use.name, []).append((book.id, use))
    rows = [
        (code(name), code(book), cell(use.value), code(use.default), law(use.clauses, use.policy))
        for name, found in sorted(names.items())
        for book, use in found
    ]
    parts.append(table(("Option", "Rulebook", "Legal values", "Default", "Clause"), rows))
    return "\n\n".join(parts)
