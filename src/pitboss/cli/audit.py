"""``pitboss audit``: is everything in a house's database as it was written, and does it all come to the cent?"""

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli import WordLeftOut, examples, new_command
from pitboss.cli.call import AsJson, Database, leave

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection, Engine

    from pitboss.storage.audit import Heads, Report
    from pitboss.storage.read import Stream

EXAMPLES = """\b
Examples:
  pitboss audit                                        the house in your data folder
  pitboss audit --database sqlite:///house.db          another
  pitboss audit --json > monday.json                   keep what the logs come to …
  pitboss audit --since monday.json                    … and prove later that nothing of it was written anew
  pitboss audit statement wallet/ann                   what went in and out of an account
  pitboss audit tables                                 every table, and what it has taken or paid
  pitboss audit rounds t1 --player ann                 in which round was that?
  pitboss audit log t1 > t1.pit                        a table's log as a file that replays
  pitboss audit seeds t1 > shoe.json                   the commitments and seeds of a table, also without a server
  pitboss audit fairness shoe.json                     was a shoe dealt from the seed that was fixed before it?
"""


class AuditGroup(WordLeftOut):
    """`pitboss audit --quick` is `pitboss audit house --quick`."""

    left_out = "house"


_fail = partial(leave, "audit")

command = new_command(cls=AuditGroup, epilog=EXAMPLES, subcommand_metavar="[OPTIONS] | COMMAND [ARGS]...")


@command.callback()
def audit() -> None:
    """Verify the logs, the play and the ledger of a house, and name the first bad row."""


@command.command(epilog=EXAMPLES)
def house(
    database: Database = "",
    quick: Annotated[bool, typer.Option("--quick", help="Chains and ledger only; no play is decided again.")] = False,
    since: Annotated[Path | None, typer.Option(help="What an earlier audit printed with --json.")] = None,
    as_json: AsJson = False,
) -> None:
    """Verify a whole database, while it is in use or not.

    Exits 0 when nothing is wrong, 1 when something is, 2 when it cannot be read. The word "house" may be left out.
    """
    from pitboss.storage import audit as auditing

    earlier = _heads(since) if since is not None else {}
    with _opened(database) as engine:
        report = _watched(auditing, engine, replay=not quick, since=earlier, shown=not as_json)
    if as_json:
        import msgspec

        typer.echo(msgspec.json.encode(report).decode())
    else:
        _tell(report, replayed=not quick)
    raise typer.Exit(1 if report.findings else 0)


@command.command(epilog=examples("pitboss audit statement wallet/ann", "pitboss audit statement table/t1/bank"))
def statement(
    account: Annotated[
        str,
        typer.Argument(help="wallet/NAME, house, cage, table/T/bank, …/stakes, …/purse/NAME.", metavar="ACCOUNT"),
    ],
    database: Database = "",
    as_json: AsJson = False,
) -> None:
    """Show what went in and out of an account.

    Each line has what the account held after it.
    """
    from pitboss.money import amount_text, net_text
    from pitboss.storage import read

    with _opened(database) as engine, engine.begin() as connection:
        lines = read.statement(connection, account)
        known = read.holdings_known(connection)
    if account not in known:
        raise _fail(f"there is no account '{account}'; {_there_are(sorted(known), 'accounts')}")
    if as_json:
        import msgspec

        typer.echo(msgspec.json.encode(lines).decode())
        return
    for line in lines:
        place = f"{line.stream} #{line.seq}"
        typer.echo(
            f"{_time(line.at)}  {net_text(line.amount):>14} {amount_text(line.holds):>16}  {place:<10} {line.why}"
        )
    typer.echo(f"{account} holds {amount_text(lines[-1].holds if lines else 0)}")


@command.command(epilog=examples("pitboss audit log t1 > t1.pit", "pitboss audit log t1 --round 12"))
def log(
    table: Annotated[str, typer.Argument(help="The table's name, like t1.", metavar="TABLE")],
    number: Annotated[int, typer.Option("--round", help="One round that is over; else all.", min=0, max=2**53)] = 0,
    database: Database = "",
) -> None:
    """Print what was played at a table as a .pit file.

    Of an open table too, with the cards that lie face down: it is for whoever has the database.
    """
    from pitboss.storage import history
    from pitboss.storage.rounds import RoundBook

    with _opened(database) as engine, engine.begin() as connection:
        stream = _table(connection, table)
        if number:
            text = history.round_text(connection, RoundBook(table, stream.game), number)
        else:
            text = history.log_text(connection, table)
    if text is None:
        raise _fail(f"round {number} of {table} has not been played to its end")
    typer.echo(text, nl=False)


@command.command(epilog=examples("pitboss audit tables", "pitboss audit tables --database monday.db --json"))
def tables(database: Database = "", as_json: AsJson = False) -> None:
    """List the tables of a house, open and closed.

    Of each its rules, how much was done at it, and what it holds.
    """
    from pitboss.law import load_rulebook
    from pitboss.ledger import bank
    from pitboss.money import amount_text
    from pitboss.storage import history

    with _opened(database) as engine, engine.begin() as connection:
        found: list[dict[str, Any]] = [
            {
                "id": stream.name,
                "rulebook": (spec := history.spec_of(stream)).rulebook,
                "choices": spec.choices,
                "limits": spec.limits,
                "title": stream.title or load_rulebook(spec.rulebook).about.title,
                "opened": stream.opened / 1000,
                "closed": stream.closed / 1000,
                "entries": stream.seq,
                "bank": holds.get(bank(stream.name), 0),
                "held": sum(holds.values()),
            }
            for stream, holds in history.all_tables(connection)
        ]
    if as_json:
        typer.echo(json.dumps(found, indent=2))
        return
    if not found:
        typer.echo("No table was ever opened here: an operator opens one, on the page or with POST /api/tables.")
    for one in found:
        until = f"closed {_time(int(one['closed'] * 1000))}" if one["closed"] else "open"
        typer.echo(
            f"{one['id']:<5} {one['rulebook']:<20} {one['limits']:<12} opened {_time(int(one['opened'] * 1000))}  "
            f"{until:<26}  {one['entries']:>7} entries  holds {amount_text(one['held'])}"
        )


@command.command(epilog=examples("pitboss audit rounds t1", "pitboss audit rounds t1 --player ann --json"))
def rounds(
    table: Annotated[str, typer.Argument(help="The table's name, like t1.", metavar="TABLE")],
    player: Annotated[str, typer.Option(help="Only rounds in which somebody won or lost.", metavar="NAME")] = "",
    database: Database = "",
    as_json: AsJson = False,
) -> None:
    """List the rounds of a table that are over.

    Of each its number, when it ended and what everybody won or lost in it: so a dispute finds its round.
    """
    from pitboss.money import net_text
    from pitboss.storage.rounds import RoundBook

    with _opened(database) as engine, engine.begin() as connection:
        found = RoundBook(table, _table(connection, table).game).read_on(connection)
    found = [one for one in found if not player or one.net.get(player)]
    if as_json:
        import msgspec

        typer.echo(msgspec.json.encode(found).decode())
        return
    for one in found:
        told = ", ".join(f"{name} {net_text(cents)}" for name, cents in sorted(one.net.items()))
        typer.echo(f"{one.round:>6}  {_time(int(one.time * 1000))}  {told}")
    if not found:
        typer.echo(f"No round of {table} is over" + (f" in which {player} won or lost." if player else "."))


@command.command(epilog=examples("pitboss audit seeds t1 > shoe.json", "pitboss audit fairness shoe.json"))
def seeds(
    table: Annotated[str, typer.Argument(help="The table's name, like t1.", metavar="TABLE")], database: Database = ""
) -> None:
    """Print what a table has published of its shoes or spins.

    As GET /api/tables/TABLE/fairness does: the seeds of what is over, and of what is not the commitments only.
    """
    import msgspec

    from pitboss.storage import history

    with _opened(database) as engine, engine.begin() as connection:
        _table(connection, table)
        records = history.fairness(connection, table)
    typer.echo(msgspec.json.encode(records).decode())


@command.command(epilog=examples("pitboss audit fairness shoe.json"))
def fairness(
    files: Annotated[
        list[Path], typer.Argument(help="What a table published of a shoe or a wheel, as JSON.", metavar="FILE")
    ],
    as_json: AsJson = False,
) -> None:
    """Check offline that a shoe came of its seed.

    What was dealt must follow from the seed that was fixed, and its hash published, beforehand. What is still in use
    has no published seed yet, and is named.
    Exits 0 when it did, 1 when it did not, 2 when a file cannot be read or has nothing to check.
    """
    import msgspec

    from pitboss.table.fair import NOT_PUBLISHED, FairnessRecord, check_fairness

    code = 0
    for path in files:
        try:
            data = msgspec.json.decode(path.read_bytes())
            records = msgspec.convert(data if isinstance(data, list) else [data], list[FairnessRecord])
        except (OSError, msgspec.DecodeError, RecursionError) as error:
            raise _fail(f"{path} cannot be read: {error}") from None
        waiting = [record.name for record in records if not record.seed]
        if len(waiting) == len(records):  # all would seem well
            raise _fail(f"{path} has nothing to check: no seed is published in it")
        found_out = [one for record in records for one in check_fairness(record)]
        findings = [one for one in found_out if one.message != NOT_PUBLISHED]  # which is nothing wrong
        code = max(code, 1 if findings else 0)
        if as_json:
            found = [msgspec.to_builtins(finding) for finding in findings]
            typer.echo(json.dumps({"file": str(path), "records": len(records), "waiting": waiting, "findings": found}))
            continue
        for finding in findings:
            typer.echo(f"{path}: {finding}")
        left = f"; not published yet: {', '.join(waiting)}" if waiting else ""
        typer.echo(f"{path}: {len(records) - len(waiting)} checked, {len(findings)} wrong{left}")
    raise typer.Exit(code)


# --- the rest ------------------------------------------------------------------------------------------------------


def _opened(database: str) -> Any:
    from pitboss.cli.house_file import opened

    return opened(database, _fail)


def _table(connection: "Connection", name: str) -> "Stream":
    """The log of a table; the names of all, where there is none of this one."""
    from pitboss.storage import history

    stream = history.find_table(connection, name)
    if stream is None:
        known = [other.name for other, _ in history.all_tables(connection)]
        raise _fail(f"there is no table '{name}'; {_there_are(known, 'tables')}")
    return stream


def _there_are(names: list[str], what: str) -> str:
    """So many names as fit on a line."""
    if not names:
        return f"there are no {what} yet"
    left = len(names) - 12
    return f"there are {', '.join(names[:12])}" + (f" and {left} more {what}" if left > 0 else "")


def _heads(path: Path) -> "Heads":
    import msgspec

    from pitboss.storage.audit import Report

    try:
        heads = msgspec.json.decode(path.read_bytes(), type=Report).heads
    except (OSError, msgspec.DecodeError) as error:
        raise _fail(f"{path} is not what an audit prints with --json: {error}") from None
    if not heads:  # nothing could be proven by it, and all would seem well
        raise _fail(f"{path} is not what an audit prints with --json: it names no log")
    return heads


def _watched(auditing: Any, engine: "Engine", *, replay: bool, since: "Heads", shown: bool) -> "Report":
    import sys

    from rich.console import Console
    from rich.progress import Progress

    hidden = not shown or not sys.stderr.isatty()
    with Progress(console=Console(stderr=True), disable=hidden, transient=True) as progress:
        task = progress.add_task("auditing", total=auditing.count_entries(engine))

        def watch(count: int) -> None:
            progress.advance(task, count)

        report: Report = auditing.audit(engine, replay=replay, since=since, watch=watch)
    return report


def _tell(report: "Report", *, replayed: bool) -> None:
    from pitboss.money import amount_text

    looked = f"{report.logs} logs, {report.entries} entries, {report.transfers} transfers, {report.accounts} accounts"
    if report.first is not None:
        typer.echo(f"first bad row: {report.first}")
        for finding in report.findings[1:20]:
            typer.echo(f"         then: {finding}")
        left = len(report.findings) - 20
        if left > 0:
            typer.echo(f"         and {left} more")
    elif replayed:
        typer.echo(f"nothing is wrong: {looked}; every chain whole, every entry decided again to the same events,")
        typer.echo(f"and the cage holds {amount_text(report.cage)}, which is what all accounts add up to")
    else:
        typer.echo(f"nothing is wrong: {looked}; every chain whole, the cage holds {amount_text(report.cage)}")
    if report.cited_otherwise:
        which = f"{report.cited_otherwise} entries, the first {report.first_cited_otherwise}"
        typer.echo(f"{which}, were written by a release that cited other clauses for the same events")


def _time(at: int) -> str:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
