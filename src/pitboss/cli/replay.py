"""``pitboss replay``: replay ``.pit`` files and check their expectations."""

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
        "pitboss replay a.pit --json --events",
    )
)
def replay(
    names: Annotated[list[str], typer.Argument(help="Files, or folders to search for .pit files.", metavar="PATH")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per file.")] = False,
    events: Annotated[
        bool, typer.Option("--events", help="With --json: every event and refusal with its clauses and facts.")
    ] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Print every event with its clause.")] = False,
    explain: Annotated[
        bool,
        typer.Option("--explain", help="Print every event with its clauses and their facts, and each clause once."),
    ] = False,
    check_citations: Annotated[
        bool,
        typer.Option("--check-citations", help="Fail where a clause is cited whose condition the facts contradict."),
    ] = False,
) -> None:
    """Replay .pit files and check their expectations.

    Exits 0 when every expectation holds, 1 when one fails, 2 when a file cannot be read.
    """
    from pitboss.notation.run import find_files, run_file  # a slow import, which --help must not wait for

    if events and not as_json:
        raise typer.BadParameter("--events needs --json")
    missing = [name for name in names if not name or not Path(name).exists()]
    for name in missing:
        typer.echo(f"{name or repr(name)}: no such file or folder", err=True)
    paths = [Path(name) for name in names if name not in missing]
    passed = failed = 0
    code = 2 if missing else 0
    empty = [path for path in paths if path.is_dir() and not any(path.rglob("*.pit"))]
    for path in empty:
        typer.echo(f"{path}: no .pit file in this folder", err=True)
        code = 2
    for path in find_files(paths):
        result = run_file(path, check_citations=check_citations, facts=events or explain)
        passed, failed = passed + result.passed, failed + (not result.passed)
        code = max(code, result.exit_code)
        if as_json:
            fields = ("file", "passed", "line", "expected", "got", *(("events",) if events else ()))
            typer.echo(json.dumps({name: getattr(result, name) for name in fields}))
        else:
            _print_result(result, verbose=verbose, explain=explain)
    if not as_json:
        typer.echo(f"{passed} passed, {failed} failed")
    raise typer.Exit(code)


def _print_result(result: "Result", *, verbose: bool, explain: bool) -> None:
    """Print the events of a file as far as requested, and its first failure."""
    from pitboss.cli.explain import explain_clauses
    from pitboss.law import load_rulebook
    from pitboss.notation.run import explained

    if verbose or explain:
        typer.echo(f"{result.file}:")
        for line in explained(result) if explain else result.story:
            typer.echo(line)
    if explain and result.rulebook:
        typer.echo(f"\nClauses of {result.rulebook} cited:")
        for line in explain_clauses(load_rulebook(result.rulebook), result.cited):
            typer.echo(line)
    if not result.passed:
        typer.echo(result.complaint)
