"""Console helpers of ``pitboss rules``."""

import sys
from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pitboss.law.cite import Clauses, clause_list

#: Width of output to a file or pipe.
PIPE_WIDTH = 120


def new_console() -> Console:
    """Returns a console without markup: clauses contain brackets, which Rich would interpret."""
    width = None if sys.stdout.isatty() else PIPE_WIDTH
    return Console(width=width, markup=False, highlight=False, emoji=False)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, whole: int = 1) -> Table:
    """Returns a plain table; the first ``whole`` columns do not wrap."""
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
    for number, head in enumerate(heads):
        made.add_column(head, no_wrap=number < whole, overflow="fold")
    for row in rows:
        made.add_row(*row)
    return made


def heading(console: Console, text: str) -> None:
    """Print a title after a blank line."""
    console.print()
    console.print(Text(text, style="bold underline"))


def law(clauses: Clauses, policy: str) -> str:
    """Returns the clauses of a value, and the policy if there is one."""
    said = clause_list(clauses)
    if not policy:
        return said
    return f"{said}; policy: {policy}" if said else f"policy: {policy}"
