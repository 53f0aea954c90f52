"""``pitboss table``: the tables of a server that runs, for operators and dealers at a terminal and for scripts."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli import examples, new_command
from pitboss.cli.call import AsJson, Book, Option, Refused, choices, leave

if TYPE_CHECKING:
    from pitboss.client import SyncClient

_fail = partial(leave, "table")

command = new_command(
    no_args_is_help=True,
    epilog=examples(
        "pitboss table open nz-blackjack -o decks=6 --limits 10-500",
        "pitboss table list",
        'pitboss table say t1 "limit 20-500"',
        "pitboss table close t1",
    ),
)

Server = Annotated[str, typer.Option(help="Where pitboss serves.", metavar="URL", envvar="PITBOSS_SERVER")]
Token = Annotated[
    str, typer.Option(help="Who asks; better in the environment.", metavar="TOKEN", envvar="PITBOSS_TOKEN")
]
Name = Annotated[str, typer.Argument(help="The table's name, like t1.", metavar="TABLE")]
HERE = "http://127.0.0.1:8021"


@command.callback()
def table() -> None:
    """Tables of a server that runs: open, list, close, and speak at them.

    The token that pitboss user add has printed says who asks: PITBOSS_TOKEN in the environment, or --token. Opening
    and closing is for operators.
    """


@command.command(
    "open",
    epilog=examples(
        "pitboss table open nz-blackjack -o decks=6 -o super_sevens=true --limits 10-500",
        'pitboss table open nz-roulette --limits 5-100 --title "Wheel 2" --betting-seconds 45',
        "pitboss table open mbs-blackjack --cards",
    ),
)
def open_(  # noqa: PLR0917 # every option of a Typer command is an argument
    rulebook: Book,
    option: Option = None,
    limits: Annotated[str, typer.Option(help="The posted limits.")] = "10-1000",
    title: Annotated[str, typer.Option(help="Its name in the lobby.  [default: that of the rulebook]")] = "",
    betting_seconds: Annotated[int, typer.Option(help="Time for bets.", min=1, max=3600)] = 30,
    turn_seconds: Annotated[int, typer.Option(help="Time for a decision.", min=1, max=3600)] = 30,
    cards: Annotated[bool, typer.Option("--cards", help="Real cards or a real wheel, entered by a dealer.")] = False,
    server: Server = HERE,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Open a table within the law.

    What the law does not permit is refused with its clause: pitboss rules RULEBOOK lists what may be chosen.
    """
    try:
        chosen = choices(option)
    except Refused as error:
        raise _fail(error) from None
    with _asking(server, token) as client:
        made = client.open_table(
            rulebook,
            chosen,
            limits=limits,
            title=title,
            betting_seconds=betting_seconds,
            turn_seconds=turn_seconds,
            cards_are_read=cards,
        )
    typer.echo(_json(made) if as_json else f"{made.id} is open: {server.rstrip('/')}/tables/{made.id}")


@command.command("list", epilog=examples("pitboss table list", "pitboss table list --closed --json"))
def list_tables(
    closed: Annotated[bool, typer.Option("--closed", help="Those that are closed, too.")] = False,
    server: Server = HERE,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """List the tables of a server; anybody may."""
    with _asking(server, token) as client:
        found = client.tables(closed=closed)
    if as_json:
        typer.echo(_json(found))
        return
    if not found:
        typer.echo("No table is open: pitboss table open RULEBOOK opens one.")
    for one in found:
        typer.echo(f"{one.id:<5} {one.rulebook:<20} {one.limits:<12} {one.status:<7} {', '.join(one.players) or '-'}")


@command.command(epilog=examples("pitboss table close t1"))
def close(name: Name, server: Server = HERE, token: Token = "", as_json: AsJson = False) -> None:
    """Close a table for good; everybody goes home with what is theirs."""
    with _asking(server, token) as client:
        info = client.close_table(name)
    typer.echo(_json(info) if as_json else f"{name} is closed.")


@command.command(epilog=examples("pitboss table say t1 shuffle", 'pitboss table say t1 "limit 20-500" --preview'))
def say(  # noqa: PLR0917 # every option of a Typer command is an argument
    name: Name,
    words: Annotated[str, typer.Argument(help="As in a .pit file, without who says it.", metavar="WORDS")],
    preview: Annotated[bool, typer.Option("--preview", help="Tell what it would bring, and do nothing.")] = False,
    server: Server = HERE,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Say something at a table, and tell what it brought."""
    with _asking(server, token) as client:
        events = client.preview(name, words) if preview else client.say(name, words).events
    if as_json:
        typer.echo(_json(events))
        return
    if preview:
        typer.echo("Nothing is done. This would come of it:")
    for event in events:
        resting = f"  [{', '.join(event.clauses)}]" if event.clauses else ""
        typer.echo(f"{event.text}{resting}")


@contextmanager
def _asking(server: str, token: str) -> "Iterator[SyncClient]":
    """A client of the server; what it refuses, and that it is not there, ends the command in one line."""
    from pitboss.client import ClientError, SyncClient
    from pitboss.client.faults import ConnectionLost

    if not re.fullmatch(r"https?://[\w.:\[\]-]+/?", server, re.ASCII):
        raise _fail(f"'{server}' is no address of a server: expected one like {HERE}")
    if not re.fullmatch(r"[\w-]*", token, re.ASCII):
        raise _fail("the token is none: pitboss user token NAME prints one")
    try:
        with SyncClient(server, token) as client:
            yield client
    except ConnectionLost:
        raise _fail(f"no pitboss answers at {server}: pitboss serve starts one, and --server names another") from None
    except ClientError as error:
        unknown = "" if token else "; PITBOSS_TOKEN says who asks, and pitboss user token NAME prints one"
        raise _fail(f"{error}{unknown if error.status == 401 else ''}") from None


def _json(what: object) -> str:
    import msgspec

    return msgspec.json.encode(what).decode()
