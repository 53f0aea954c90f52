"""The command line. One file per command, imported only when that command runs, so that help answers at once.

To add a command `deal`:

1. write `cli/deal.py` with a module-level `command`, a `typer.Typer` made by `new_command()`, and one function on it::

       command = new_command()

       @command.command()
       def deal(rulebook: str) -> None:
           '''Deal one round.

           Example: pitboss deal nz-blackjack
           '''

2. add its line to `COMMANDS`: its name, its module, and the one line that `pitboss --help` shows.

Several functions on one `command` make subcommands (`pitboss deal first`, `pitboss deal last`). Keep Rich and the
engine out of this file: `pitboss --help` loads it and nothing else of pitboss.
"""

import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Annotated, Any, ClassVar

import typer
from typer._click.exceptions import NoArgsIsHelpError, UsageError
from typer.core import TyperGroup
from typer.main import get_command

# name -> (module, the line in `pitboss --help`)
COMMANDS: dict[str, tuple[str, str]] = {
    "rules": ("pitboss.cli.rules", "Show a rulebook, or one clause with its proof."),
    "replay": ("pitboss.cli.replay", "Replay .pit files and check what they expect."),
    "play": ("pitboss.cli.play", "Play at a table in this terminal."),
    "serve": ("pitboss.cli.serve", "Serve tables to browsers and programs."),
    "table": ("pitboss.cli.table", "Open, list and close the tables of a server."),
    "user": ("pitboss.cli.user", "Users of the house: add, list, tokens, deposits."),
    "simulate": ("pitboss.cli.simulate", "Simulate many rounds and tell what wagers are worth."),
    "edge": ("pitboss.cli.edge", "Tell what wagers are worth, exactly."),
    "strategy": ("pitboss.cli.strategy", "Find the best chart for a table."),
    "hand": ("pitboss.cli.hand", "Tell what each decision on a hand is worth."),
    "report": ("pitboss.cli.report", "Report a table's rules and all that they are worth."),
    "tournament": ("pitboss.cli.tournament", "Play a tournament from a file, or simulate many."),
    "audit": ("pitboss.cli.audit", "Verify the logs, the play and the money of a house."),
    "backup": ("pitboss.cli.backup", "Copy a house while it plays on."),
}

# "\b" keeps the lines of an example as they stand.
EXAMPLES = """\b
Examples:
  pitboss rules nz-blackjack 15B.7    one clause of a rulebook
  pitboss replay evening.pit          does the file play out as it says?
  pitboss play nz-blackjack           sit down at a table
  pitboss serve                       open a house on this machine
  pitboss user add olga --role operator   who may open tables
  pitboss table open nz-blackjack     as which she opens one
  pitboss tournament run cup.pit      how did the tournament go?
  pitboss simulate nz-blackjack       what a table is worth, from many rounds
  pitboss edge nz-blackjack           what it is worth, exactly
  pitboss strategy nz-blackjack       how to play it best
  pitboss hand nz-blackjack "8h 8c" Ks    what to do with a hand
  pitboss report nz-blackjack --out report.html   the sheet that a laboratory asks for
  pitboss audit --database house.db   is every log whole, and every cent there?
  pitboss backup monday.db            a copy of the house while it plays on
  pitboss play --help                 what a command takes
"""


def examples(*lines: str) -> str:
    """Examples for a help text, each on a line of its own, so that it can be copied."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


class Group(TyperGroup):
    """Names the words that there are where another is said."""

    # Typer keeps the types of these arguments private, hence Any.
    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        if args[0] not in self.commands:
            ctx.fail(f"there is no command '{args[0]}'; there are {', '.join(self.commands)}")
        return super().resolve_command(ctx, args)


class WordLeftOut(Group):
    """A group with a word that may be left out: what is no word of the group is for that one."""

    left_out: ClassVar[str]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        known = {*self.commands, *ctx.help_option_names}
        return super().parse_args(ctx, args if args and args[0] in known else [self.left_out, *args])


def new_command(**settings: Any) -> typer.Typer:
    """A Typer app with the settings that all commands share: plain help, which is fast, and `-h`."""
    shared: dict[str, Any] = {
        "add_completion": False,
        "cls": Group,
        "context_settings": {"help_option_names": ["-h", "--help"]},
        "pretty_exceptions_enable": False,
        "rich_markup_mode": None,
    }
    return typer.Typer(**(shared | settings))


class LazyGroup(Group):
    """Knows each command by its line of help, and imports its module when it is called."""

    def make_context(self, *arguments: Any, **more: Any) -> Any:
        with _one_line():
            return super().make_context(*arguments, **more)

    def invoke(self, ctx: Any) -> Any:
        with _one_line():
            return super().invoke(ctx)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        name, _, rest = super().resolve_command(ctx, args)
        assert name is not None
        command = get_command(import_module(COMMANDS[name][0]).command)
        command.name = name
        return name, command, rest


@contextmanager
def _one_line() -> Iterator[None]:
    """A call that cannot be read ends as one that cannot be carried out: in one line, with exit code 2."""
    try:
        yield
    except NoArgsIsHelpError:
        raise
    except UsageError as error:
        asked = error.ctx.command_path if error.ctx else "pitboss"
        said = error.format_message().rstrip(".")
        listed = "; 'pitboss rules' lists them" if said.endswith("'RULEBOOK'") else ""
        typer.echo(f"{asked}: {said[:1].lower()}{said[1:]}{listed}; try '{asked} --help'", err=True)
        raise typer.Exit(2) from None


def _show_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"pitboss {version('pitboss')}")
        raise typer.Exit


def _group(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """An executable rulebook for casino table games: every rule carries its clause."""


def build() -> typer.Typer:
    """The whole command line, with a stand-in for each command until it is called."""
    app = new_command(cls=LazyGroup, no_args_is_help=True, epilog=EXAMPLES)
    app.callback()(_group)
    for name, (_, line) in COMMANDS.items():
        app.command(name, help=line)(lambda: None)
    return app


def main(arguments: Sequence[str] | None = None) -> None:
    """Run `pitboss` with these arguments, or with those of the process."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a sign still gets the rest
    try:
        build()(arguments, prog_name="pitboss")
    except OSError as error:  # a disk that is full, a file that nobody foresaw
        sys.stdout = None  # where it is the output that cannot be written, nobody tries again on the way out
        print(f"pitboss: {error}", file=sys.stderr)
        sys.exit(2)
