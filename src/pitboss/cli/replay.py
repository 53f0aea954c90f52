"""``pitboss replay``: plays ``.pit`` files and checks what they expect."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli import examples, new_command

if TYPE_CHECKING:
    from pitboss.notation.run import Result

command = new_command()


@command.command(
    epilog=examples(
        "pitboss replay table.pit",
        "pitboss replay dispute.pit --explain",
        "pitboss replay cases/ --verbose",
        "pitboss replay a.pit --json",
    )
)
def replay(
    paths: Annotated[list[Path], typer.Argument(help="Files, or folders to search for .pit files.", metavar="PATH")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a file instead of text.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Every event with its clause.")] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Every event with its clause, and what each clause says.")
    ] = False,
) -> None:
    """Play .pit files and check them.

    Exits 0 when every file does all that it expects, 1 when an expectation fails, 2 when a file cannot be read.
    """
    from pitboss.notation.run import find_files, run_file  # heavy, and --help must be instant

    missing = [path for path in paths if not path.exists()]
    for path in missing:
        typer.echo(f"{path}: no such file or folder", err=True)
    passed = failed = 0
    code = 2 if missing else 0
    empty = [path for path in paths if path.is_dir() and not any(path.rglob("*.pit"))]
    for path in empty:
        typer.echo(f"{path}: no .pit file in this folder", err=True)
        code = 2
    for path in find_files(path for path in paths if path.exists()):
        result = run_file(path)
        passed, failed = passed + result.passed, failed + (not result.passed)
        code = max(code, result.exit_code)
        if as_json:
            fields = ("file", "passed", "line", "expected", "got")
            typer.echo(json.dumps({name: getattr(result, name) for name in fields}))
        else:
            _tell(result, verbose=verbose, explain=explain)
    if not as_json:
        typer.echo(f"{passed} passed, {failed} failed")
    raise typer.Exit(code)


def _tell(result: "Result", *, verbose: bool, explain: bool) -> None:
    """What a file did, as much of it as was asked for, and where it did not do what it expects."""
    from pitboss.cli.explain import explain_clauses
    from pitboss.law import load_rulebook

    if verbose or explain:
        typer.echo(f"{result.file}:")
        for line in result.story:
            typer.echo(line)
    if explain and result.rulebook:
        typer.echo(f"\nThe clauses of {result.rulebook} that this rests on:")
        for line in explain_clauses(load_rulebook(result.rulebook), result.cited):
            typer.echo(line)
    if not result.passed:
        typer.echo(result.complaint)
