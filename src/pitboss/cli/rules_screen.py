"""What the forms of ``pitboss rules`` share on the screen."""

import sys
from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pitboss.law.cite import Clauses, clause_list

#: Wide enough for a clause and a policy beside a value, where the output goes to a file or another program.
PIPE_WIDTH = 120


def new_console() -> Console:
    """A console that prints text as it stands: clauses are full of brackets, which Rich would take for its own."""
    width = None if sys.stdout.isatty() else PIPE_WIDTH
    return Console(width=width, markup=False, highlight=False, emoji=False)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, whole: int = 1) -> Table:
    """A plain table; the first ``whole`` columns are never broken over lines."""
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
    for number, head in enumerate(heads):
        made.add_column(head, no_wrap=number < whole, overflow="fold")
    for row in rows:
        made.add_row(*row)
    return made


def heading(console: Console, text: str) -> None:
    """A title with a blank line above it."""
    console.print()
    console.print(Text(text, style="bold underline"))


def law(clauses: Clauses, policy: str) -> str:
    """On what something rests: clauses, or why there is none."""
    said = clause_list(clauses)
    if not policy:
        return said
    return f"{said}; policy: {policy}" if said else f"policy: {policy}"
