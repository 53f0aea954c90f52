"""``pitboss table``: manage the tables of a running server."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli import examples, new_command
from pitboss.cli.options import AsJson, BadUsage, Book, Option, choices, error_exit

if TYPE_CHECKING:
    from pitboss.client import SyncClient
    from pitboss.client.wire import TableSummary

_fail = partial(error_exit, "table")

command = new_command(
    no_args_is_help=True,
    epilog=examples(
        "pitboss table open nz-blackjack -o decks=6 --limits 10-500",
        "pitboss table list",
        'pitboss table say t1 "limit 20-500"',
        "pitboss table close t1",
    ),
)

Server = Annotated[str, typer.Option(help="URL of the server.", metavar="URL", envvar="PITBOSS_SERVER")]
Token = Annotated[
    str, typer.Option(help="Access token; better set in the environment.", metavar="TOKEN", envvar="PITBOSS_TOKEN")
]
Name = Annotated[str, typer.Argument(help="The table's name, like t1.", metavar="TABLE")]
HERE = "http://127.0.0.1:8021"


@command.callback()
def table() -> None:
    """Open, list and close tables on a running server, and send commands to them.

    The token identifies you: PITBOSS_TOKEN in the environment, or --token; pitboss user add prints one. Only operators
    open and close tables.
    """


@command.command(
    "open",
    epilog=examples(
        "pitboss table open nz-blackjack -o decks=6 -o super_sevens=true --limits 10-500",
        'pitboss table open nz-roulette --limits 5-100 --title "Wheel 2" --betting-seconds 45',
        "pitboss table open mbs-blackjack --cards",
        'pitboss table open nz-blackjack --floor --title "Floor 1"',
    ),
)
def open_(  # noqa: PLR0917 # every option of a Typer command is an argument
    rulebook: Book,
    option: Option = None,
    limits: Annotated[str, typer.Option(help="The posted limits.")] = "10-1000",
    title: Annotated[str, typer.Option(help="Name in the lobby.  [default: title of the rulebook]")] = "",
    betting_seconds: Annotated[int, typer.Option(help="Time for bets.", min=1, max=3600)] = 30,
    turn_seconds: Annotated[int, typer.Option(help="Time for a decision.", min=1, max=3600)] = 30,
    cards: Annotated[bool, typer.Option("--cards", help="A dealer enters the cards or numbers.")] = False,
    floor: Annotated[bool, typer.Option("--floor", help="A dealer runs a physical table alone; has --cards.")] = False,
    second_person: Annotated[
        bool, typer.Option("--second-person", help="A second person confirms each correction at a floor table.")
    ] = False,
    server: Server = HERE,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Open a table.

    Options that the law does not permit are refused with the clause: pitboss rules RULEBOOK lists them.
    """
    try:
        chosen = choices(option)
    except BadUsage as error:
        raise _fail(error) from None
    with _connected_client(server, token) as client:
        made = client.open_table(
            rulebook,
            chosen,
            limits=limits,
            title=title,
            betting_seconds=betting_seconds,
            turn_seconds=turn_seconds,
            cards_are_read=cards or floor,
            floor=floor,
            second_person=second_person,
        )
    if as_json:
        typer.echo(_json(made))
        return
    typer.echo(f"{made.id} is open: {server.rstrip('/')}/tables/{made.id}")
    for warning in made.warnings:
        typer.echo(f"warning: {warning.says} ({made.rulebook} {', '.join(warning.clauses)})", err=True)


@command.command("list", epilog=examples("pitboss table list", "pitboss table list --closed --json"))
def list_tables(
    closed: Annotated[bool, typer.Option("--closed", help="Include closed tables.")] = False,
    server: Server = HERE,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """List the tables of a server. A private house shows the players only to users with a token."""
    with _connected_client(server, token) as client:
        found = client.tables(closed=closed)
    if as_json:
        typer.echo(_json(found))
        return
    if not found:
        typer.echo("No table is open: pitboss table open RULEBOOK opens one.")
    for info in found:
        typer.echo(f"{info.id:<5} {info.rulebook:<20} {info.limits:<12} {info.status:<7} {_players(info)}")


def _players(table: "TableSummary") -> str:
    """Returns the names of the players; a private house hides them without a token."""
    return "hidden without a token" if table.players_hidden else ", ".join(table.players) or "-"


@command.command(epilog=examples("pitboss table close t1"))
def close(name: Name, server: Server = HERE, token: Token = "", as_json: AsJson = False) -> None:
    """Close a table for good, and return every player's chips."""
    with _connected_client(server, token) as client:
        info = client.close_table(name)
    typer.echo(_json(info) if as_json else f"{name} is closed.")


@command.command(epilog=examples("pitboss table say t1 shuffle", 'pitboss table say t1 "limit 20-500" --preview'))
def say(  # noqa: PLR0917 # every option of a Typer command is an argument
    name: Name,
    words: Annotated[str, typer.Argument(help="A command as in a .pit file, without the name.", metavar="WORDS")],
    preview: Annotated[bool, typer.Option("--preview", help="Show the events without applying them.")] = False,
    server: Server = HERE,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Send a command to a table and print its events."""
    if not (words.strip() and words.isascii() and words.isprintable()):
        raise _fail(f"'{words}' is not a command: write words in ASCII, such as deal or 'limit 20-500'")
    with _connected_client(server, token) as client:
        events = client.preview(name, words) if preview else client.say(name, words).events
        entered = not preview and any(event.type == "EntryAccepted" for event in events)
        doubt = (client.table(name).view.get("unfinishable") or {}) if entered else {}
    if as_json:
        typer.echo(_json(events))
        return
    if doubt:
        typer.echo(f"warning: {doubt['message']}", err=True)
    if preview:
        typer.echo("Preview: nothing was applied.")
    for event in events:
        resting = f"  [{', '.join(event.clauses)}]" if event.clauses else ""
        typer.echo(f"{event.text}{resting}")


@command.command(epilog=examples("pitboss table shoe t1", "cat /dev/ttyUSB0 | pitboss table shoe t1"))
def shoe(name: Name, server: Server = HERE, token: Token = "", as_json: AsJson = False) -> None:
    """Enter the cards that a card-reading shoe or a barcode scanner prints, one on each line.

    A line is a rank (A 2-9 10 T J Q K) and a suit (s h d c) in either case, | for the cutting card, or end for the
    empty shoe. Empty lines and lines with # are left out. The first line that the table refuses ends the command.
    """
    with _connected_client(server, token) as client:
        for line in sys.stdin:
            item = line.strip()
            if not item or item.startswith("#"):
                continue
            card = item if item in ("|", "end") else item[:-1].upper().replace("10", "T") + item[-1].lower()
            events = client.say(name, f"card {card}").events
            typer.echo(_json(events) if as_json else "; ".join(event.text for event in events))


@contextmanager
def _connected_client(server: str, token: str) -> "Iterator[SyncClient]":
    """Returns a client of the server. Refusals and lost connections end the command with one line."""
    from pitboss.client import ClientError, SyncClient
    from pitboss.client.errors import ConnectionLost, UntrustedCertificate

    if not re.fullmatch(r"https?://[\w.:\[\]-]+/?", server, re.ASCII):
        raise _fail(f"'{server}' is not a server URL: expected one like {HERE}")
    if not re.fullmatch(r"[\w-]*", token, re.ASCII):
        raise _fail("the token is malformed: pitboss user token NAME prints one")
    try:
        with SyncClient(server, token) as client:
            yield client
    except UntrustedCertificate as error:
        raise _fail(error) from None
    except ConnectionLost:
        raise _fail(
            f"no server answers at {server}: start one with pitboss serve, or name another with --server"
        ) from None
    except ClientError as error:
        hint = "" if token else "; set PITBOSS_TOKEN to a token that pitboss user token NAME prints"
        raise _fail(f"{error}{hint if error.status == 401 else ''}") from None


def _json(what: object) -> str:
    import msgspec

    return msgspec.json.encode(what).decode()
