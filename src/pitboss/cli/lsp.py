"""``pitboss lsp``: a language server for ``.pit`` files."""

from typing import Any

import typer

from pitboss.cli import examples, new_command
from pitboss.extras import require

command = new_command()


@command.command(epilog=examples("pitboss lsp", "pitboss lsp --rulebooks law"))
def lsp() -> None:
    """Serve editors on standard input and output (Language Server Protocol).

    Diagnostics from a replay of the file, hover with clauses and verbs, completion, and formatting as by pitboss fmt.
    An editor starts it; docs/how-to/edit-pit-files.md shows how.
    """
    require("lsp", "pygls")
    from pitboss.cli.lsp_server import make_server

    server: Any = make_server()
    typer.echo("pitboss lsp: waiting for an editor on standard input", err=True)
    server.start_io()
