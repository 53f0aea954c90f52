"""The command line. Each command is one module, imported only when it runs, so that help stays fast.

To add a command `deal`:

1. write `cli/deal.py` with a module-level `command`, a `typer.Typer` made by `new_command()`, and one function on it::

       command = new_command()

       @command.command()
       def deal(rulebook: str) -> None:
           '''Deal one round.

           Example: pitboss deal nz-blackjack
           '''

2. register it in `COMMANDS`: its name, its module, and its line in `pitboss --help`.

Several functions on one `command` are subcommands (`pitboss deal first`, `pitboss deal last`). Do not import Rich or
the engine here: `pitboss --help` loads only this module.
"""

import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, ClassVar

from pitboss.extras import DISTRIBUTION, MissingExtra, as_missing_extra, require

require("cli", "typer", "rich")

import typer  # after the check, so that its absence is reported by the extra's name
from typer._click.exceptions import NoArgsIsHelpError, NoSuchOption, UsageError
from typer.core import TyperGroup
from typer.main import get_command

# name -> (module, the line in `pitboss --help`)
COMMANDS: dict[str, tuple[str, str]] = {
    "rules": ("pitboss.cli.rules", "Show a rulebook, or one clause with its code and cases."),
    "replay": ("pitboss.cli.replay", "Replay .pit files and check their expectations."),
    "fmt": ("pitboss.cli.fmt", "Format .pit files."),
    "lsp": ("pitboss.cli.lsp", "Serve editors of .pit files (Language Server Protocol)."),
    "play": ("pitboss.cli.play", "Play at a table in this terminal."),
    "serve": ("pitboss.cli.serve", "Start the server for browsers and programs."),
    "table": ("pitboss.cli.table", "Open, list and close tables on a server."),
    "user": ("pitboss.cli.user_standing", "Add and list users, set roles, limits and exclusions, deposit money."),
    "cage": ("pitboss.cli.cage", "Run the gaming day: shifts, floats, fills, drop and close."),
    "simulate": ("pitboss.cli.simulate", "Simulate rounds and estimate house edges."),
    "edge": ("pitboss.cli.edge", "Compute exact house edges."),
    "session": ("pitboss.cli.session", "Compute the distribution of the result of many rounds."),
    "strategy": ("pitboss.cli.strategy", "Compute the best strategy chart."),
    "hand": ("pitboss.cli.hand", "Compute the value of each decision on a hand."),
    "dealer": ("pitboss.cli.dealer", "Compute the probabilities of the dealer's final hand."),
    "removal": ("pitboss.cli.removal", "Compute the effects of removal of each rank, and what counts make of them."),
    "indices": ("pitboss.cli.indices", "Compute the indices of a count, with standard errors."),
    "depth": ("pitboss.cli.depth", "Estimate the effect of the cutting card, or of a shuffler's tray."),
    "report": ("pitboss.cli.report", "Write a report of a table's rules and exact figures."),
    "tournament": (
        "pitboss.cli.tournament_solve",
        "Run a tournament from a file, solve its last rounds, or simulate many.",
    ),
    "audit": ("pitboss.cli.audit_pack", "Audit the logs, the play and the ledger of a house."),
    "backup": ("pitboss.cli.backup", "Back up a house while it is in use."),
    "key": ("pitboss.cli.key", "Make and rotate the key that seals the secrets of tables."),
    "demo": ("pitboss.cli.demo", "Fill a new house with an evening of play by bots."),
}

#: The commands that read rulebooks, and so take --rulebooks.
READ_RULEBOOKS = frozenset(COMMANDS) - {"table", "user", "cage", "backup", "key", "fmt"}
RULEBOOKS_HELP = "A folder with rulebooks, or one rulebook; repeatable."
GAMES_HELP = "A folder with games, or one game, whose code is run; repeatable."

# "\b" disables rewrapping of the examples.
EXAMPLES = """\b
Examples:
  pitboss rules nz-blackjack 15B.7    one clause of a rulebook
  pitboss replay evening.pit          replay a file and check its expectations
  pitboss fmt evening.pit             format a file
  pitboss lsp                         start the language server, as an editor does
  pitboss play nz-blackjack           play at a table
  pitboss serve                       start a server on this machine
  pitboss user add olga --role operator   add an operator
  pitboss table open nz-blackjack     open a table
  pitboss cage open 2026-11-18        open a gaming day
  pitboss tournament run cup.pit      run a tournament from a file
  pitboss simulate nz-blackjack       estimate the house edge
  pitboss edge nz-blackjack           compute it exactly
  pitboss session nz-blackjack --rounds 500   compute the result of many rounds
  pitboss strategy nz-blackjack       compute the best strategy chart
  pitboss hand nz-blackjack "8h 8c" Ks    compare the decisions on a hand
  pitboss dealer nz-blackjack --up A  compute the dealer's final hands
  pitboss removal nz-blackjack        compute the effects of removal
  pitboss indices nz-blackjack        compute the indices of a count
  pitboss depth nz-blackjack          estimate the effect of the cutting card
  pitboss report nz-blackjack --out report.html   write a report
  pitboss audit --database house.db   audit the logs and the ledger
  pitboss backup monday.db            back up a house in use
  pitboss key new                     make the key of a house on real money
  pitboss demo evening house.db       fill a new house with play by bots
  pitboss play --help                 show the options of a command
"""


def examples(*lines: str) -> str:
    """Returns the epilog of a help text, with one example per line."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


class Group(TyperGroup):
    """A command group that lists its commands in the error for an unknown one."""

    # The types of these arguments are private to Typer, hence Any.
    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        if args[0] not in self.commands:
            ctx.fail(f"there is no command '{args[0]}'; expected {', '.join(self.commands)}")
        return super().resolve_command(ctx, args)


class DefaultCommandGroup(Group):
    """A group with a default command: arguments without a known command are passed to it."""

    default_command: ClassVar[str]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        known = {*self.commands, *ctx.help_option_names}
        return super().parse_args(ctx, args if args and args[0] in known else [self.default_command, *args])


def new_command(**settings: Any) -> typer.Typer:
    """Returns a Typer app with the shared settings: plain help, which is fast, and `-h`."""
    shared: dict[str, Any] = {
        "add_completion": False,
        "cls": Group,
        "context_settings": {"help_option_names": ["-h", "--help"]},
        "pretty_exceptions_enable": False,
        "rich_markup_mode": None,
    }
    return typer.Typer(**(shared | settings))


class LazyGroup(Group):
    """A group that imports a command's module only when the command is invoked."""

    def make_context(self, *arguments: Any, **more: Any) -> Any:
        with _one_line():
            return super().make_context(*arguments, **more)

    def invoke(self, ctx: Any) -> Any:
        from pitboss.search_path import restored_environment

        with _one_line(), restored_environment():
            _search_project()
            return super().invoke(ctx)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        name, _, rest = super().resolve_command(ctx, args)
        assert name is not None
        return name, load_command(name), rest


def load_command(name: str) -> Any:
    """Imports a command; returns it with the options --rulebooks and --games, where it reads rulebooks."""
    command = get_command(import_module(COMMANDS[name][0]).command)
    command.name = name
    if name in READ_RULEBOOKS:
        _add_rulebooks_option(command)
    return command


def _add_rulebooks_option(command: Any) -> None:
    """Adds the options to a command, or to its subcommands. They take effect before the command runs."""
    for inner in getattr(command, "commands", {}).values():
        _add_rulebooks_option(inner)
    if hasattr(command, "commands"):
        return
    run = command.callback

    def search_and_run(*, rulebooks: list[str] | None, games: list[str] | None, **arguments: Any) -> Any:
        _search_folders(rulebooks, games)
        return run(**arguments)

    command.params += _search_options()
    command.callback = search_and_run


def _search_options() -> list[Any]:
    """Returns the options --rulebooks and --games."""
    app = new_command()

    @app.command()
    def _takes_them(
        rulebooks: Annotated[list[str] | None, typer.Option(help=RULEBOOKS_HELP, metavar="PATH")] = None,
        games: Annotated[list[str] | None, typer.Option(help=GAMES_HELP, metavar="PATH")] = None,
    ) -> None: ...

    return [item for item in get_command(app).params if item.name in ("rulebooks", "games")]


def _search_folders(rulebooks: list[str] | None, games: list[str] | None) -> None:
    """Adds the folders of --rulebooks and --games to those that are searched."""
    from pitboss.search_path import GAMES_VARIABLE, BadSearchPath, extend_environment

    try:
        extend_environment(map(Path, rulebooks or ()), "--rulebooks")
        extend_environment(map(Path, games or ()), "--games", GAMES_VARIABLE)
    except BadSearchPath as error:
        raise UsageError(str(error)) from None


def _search_project() -> None:
    """Adds the folders that the project around the current folder names."""
    from pitboss.search_path import PROJECT_FILE, PROJECT_KEYS, BadSearchPath, extend_environment, project_folders

    try:
        for key, variable in PROJECT_KEYS.items():
            extend_environment(project_folders(Path.cwd(), key), PROJECT_FILE, variable)
    except BadSearchPath as error:
        typer.echo(f"pitboss: {error}", err=True)
        raise typer.Exit(2) from None


@contextmanager
def _one_line() -> Iterator[None]:
    """Print usage errors and missing extras in one line and exit with code 2."""
    try:
        yield
    except NoArgsIsHelpError:
        raise
    except (MissingExtra, ModuleNotFoundError) as error:
        missing = error if isinstance(error, MissingExtra) else as_missing_extra(error)
        if missing is None:
            raise
        typer.echo(f"pitboss: {missing}", err=True)
        raise typer.Exit(2) from None
    except (typer.Exit, typer.Abort):
        raise
    except UsageError as error:
        path = error.ctx.command_path if error.ctx else "pitboss"
        message = error.format_message().rstrip(".")
        if isinstance(error, NoSuchOption) and error.option_name[1:2].isdigit():
            message = f"'{error.option_name}' is read as an option: write an amount without a sign"
        listed = "; 'pitboss rules' lists them" if message.endswith("'RULEBOOK'") else ""
        typer.echo(f"{path}: {message[:1].lower()}{message[1:]}{listed}; try '{path} --help'", err=True)
        raise typer.Exit(2) from None
    except _law_error() as error:
        typer.echo(f"pitboss: {error}", err=True)
        raise typer.Exit(2) from None


def _law_error() -> type[Exception]:
    """Returns the class LawError, imported only when a command has failed."""
    from pitboss.law import LawError

    return LawError


def _show_version(value: bool) -> None:
    if value:
        from importlib.metadata import version

        typer.echo(f"pitboss {version(DISTRIBUTION)}")
        raise typer.Exit


def _group(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", callback=_show_version, is_eager=True)
    ] = False,
    rulebooks: Annotated[list[str] | None, typer.Option(help=RULEBOOKS_HELP, metavar="PATH")] = None,
    games: Annotated[list[str] | None, typer.Option(help=GAMES_HELP, metavar="PATH")] = None,
) -> None:
    """An executable rulebook for casino table games: every rule carries its clause."""
    _search_folders(rulebooks, games)


def build() -> typer.Typer:
    """Returns the whole command line, with a placeholder for each command until it is invoked."""
    app = new_command(cls=LazyGroup, no_args_is_help=True, epilog=EXAMPLES)
    app.callback()(_group)
    for name, (_, line) in COMMANDS.items():
        app.command(name, help=line)(lambda: None)
    return app


def main(arguments: Sequence[str] | None = None) -> None:
    """Run `pitboss` with these arguments, or with those of the process."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # replace characters that the terminal cannot encode
    try:
        build()(arguments, prog_name="pitboss")
    except OSError as error:  # for example a full disk
        sys.stdout = None  # prevent another flush of an output that cannot be written
        print(f"pitboss: {error}", file=sys.stderr)
        sys.exit(2)
