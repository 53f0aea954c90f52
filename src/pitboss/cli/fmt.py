"""``pitboss fmt``: format ``.pit`` files."""

import difflib
import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli import examples, new_command

command = new_command()


@command.command(
    epilog=examples(
        "pitboss fmt evening.pit", "pitboss fmt cases/ --check", "pitboss fmt a.pit --diff", "pitboss fmt -"
    )
)
def fmt(
    paths: Annotated[
        list[str],
        typer.Argument(help="Files, folders to search for .pit files, or - for standard input.", metavar="PATH"),
    ],
    *,
    check: Annotated[bool, typer.Option("--check", help="Change nothing; exit 1 where a file would change.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Change nothing; print what would change.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per file.")] = False,
) -> None:
    """Format .pit files in the common layout; the meaning stays.

    Exits 0 when every file is formatted now, 1 with --check or --diff where one would change, 2 when a file cannot be
    read.
    """
    from pitboss.notation.format import format_pit
    from pitboss.notation.run import find_files
    from pitboss.pit import PitError

    if paths == ["-"]:
        try:
            typer.echo(format_pit(sys.stdin.read()), nl=False)
        except PitError as error:
            typer.echo(f"-:{error.line}: {error.message}", err=True)
            raise typer.Exit(2) from None
        return
    missing = [path for path in paths if not path or not Path(path).exists()]
    for path in missing:
        typer.echo(f"{path or repr(path)}: no such file or folder", err=True)
    changed = total = 0
    code = 2 if missing else 0
    for file in find_files(Path(path) for path in paths if path not in missing):
        total += 1
        try:
            before = file.read_text(encoding="utf-8-sig")
            after = format_pit(before)
        except (PitError, OSError, UnicodeDecodeError) as error:
            line = f":{error.line}" if isinstance(error, PitError) else ""
            text = "not a text file in UTF-8" if isinstance(error, UnicodeDecodeError) else error
            typer.echo(f"{file}{line}: {text}", err=True)
            code = 2
            continue
        differs = after != before
        changed += differs
        if differs and not (check or diff):
            file.write_text(after, encoding="utf-8")
        if as_json:
            typer.echo(json.dumps({"file": str(file), "changed": differs}))
        elif differs and diff:
            lines = (before.splitlines(keepends=True), after.splitlines(keepends=True))
            typer.echo("".join(difflib.unified_diff(*lines, str(file), str(file))), nl=False)
        elif differs:
            typer.echo(f"{'would format' if check else 'formatted'} {file}")
    if not as_json:
        verb = "would change" if check or diff else "changed"
        typer.echo(f"{total} {'file' if total == 1 else 'files'}, {changed} {verb}")
    raise typer.Exit(code or int(changed > 0 and (check or diff)))
