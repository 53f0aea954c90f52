"""``pitboss audit``: verify the log chains, replay the play and check the ledger of a house."""

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli import DefaultCommandGroup, examples, new_command
from pitboss.cli.options import AsJson, Database, error_exit

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from pitboss.house.log.read import StreamRow

EXAMPLES = """\b
Examples:
  pitboss audit                                        the house in your data folder
  pitboss audit --database sqlite:///house.db          another house
  pitboss audit --json > monday.json                   save the heads of the logs …
  pitboss audit --since monday.json                    … and verify later that none was rewritten
  pitboss audit --against heads.jsonl                  … or against the signed heads that a witness kept
  pitboss audit statement wallet/ann                   the transfers of an account
  pitboss audit tables                                 every table, with its balance
  pitboss audit rounds t1 --player ann                 the rounds of a player
  pitboss audit log t1 > t1.pit                        a table's log as a .pit file
  pitboss audit log house                              the administrative log
  pitboss audit seeds t1 > shoe.json                   the commitments and seeds of a table
  pitboss audit fairness shoe.json                     verify the cards of a shoe against its seed
  pitboss audit export 2026-11-18 --out pack.zip       the regulator's pack of a closed day
  pitboss audit pack pack.zip                          verify it on another machine
"""


class AuditGroup(DefaultCommandGroup):
    """`pitboss audit --quick` is `pitboss audit house --quick`."""

    default_command = "house"


fail = partial(error_exit, "audit")

command = new_command(cls=AuditGroup, epilog=EXAMPLES, subcommand_metavar="[OPTIONS] | COMMAND [ARGS]...")


@command.callback()
def audit() -> None:
    """Verify the logs, the play and the ledger of a house, and report the first bad row."""


@command.command(epilog=EXAMPLES)
def house(  # noqa: PLR0917 # every option of a Typer command is an argument
    database: Database = "",
    quick: Annotated[bool, typer.Option("--quick", help="Verify chains and ledger only; replay no play.")] = False,
    since: Annotated[Path | None, typer.Option(help="The --json output of an earlier audit.")] = None,
    against: Annotated[Path | None, typer.Option(help="Signed heads that a witness kept.", metavar="HEADS")] = None,
    witness_key: Annotated[
        list[str] | None,
        typer.Option(
            help="A public key that may have signed them; may be repeated.  [default: the house's, where given; any]",
            metavar="HEX",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Verify a whole database, also while it is in use.

    With --against, a history that was rewritten after a witness got its heads is found, even with new hashes.

    Exits 0 when nothing is wrong, 1 when something is, 2 when it cannot be read. The word "house" may be left out.
    """
    from pitboss.cli import audit_house

    earlier = audit_house.read_heads(since) if since is not None else {}
    signed = audit_house.read_signed_heads(against) if against is not None else None
    heads = signed.statements if signed is not None else ()
    with _opened(database) as engine:
        report = audit_house.run_audit(engine, replay=not quick, since=earlier, against=heads, shown=not as_json)
    trusted = audit_house.judge_witness(report, signed, witness_key or (), _keys()) if signed is not None else ()
    if as_json:
        import msgspec

        typer.echo(msgspec.json.encode(report).decode())
    else:
        audit_house.print_report(report, replayed=not quick)
        if signed is not None:
            audit_house.print_witness(report, signed, trusted)
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
    """Show the transfers of an account.

    Each line has the balance after it, and who did it: name, role and means.
    """
    from pitboss.games.live.base import author
    from pitboss.house.log import read
    from pitboss.money import amount_text, net_text

    with _opened(database) as engine, engine.begin() as connection:
        lines = read.statement(connection, account)
        known = read.holdings_known(connection)
    if account not in known:
        raise fail(f"there is no account '{account}'; {_list_names(sorted(known), 'accounts')}")
    if as_json:
        import msgspec

        typer.echo(msgspec.json.encode(lines).decode())
        return
    for line in lines:
        place, who = f"{line.stream} #{line.seq}", author(line.actor, line.role, line.means)
        moved = f"{net_text(line.amount):>14} {amount_text(line.holds):>16}"
        typer.echo(f"{_time(line.at)}  {moved}  {place:<10} {line.why:<16} {who}")
    typer.echo(f"{account} holds {amount_text(lines[-1].holds if lines else 0)}")


@command.command(
    epilog=examples(
        "pitboss audit log t1 > t1.pit",
        "pitboss audit log t1 --round 12",
        "pitboss audit log t1 --json",
        "pitboss audit log house",
    )
)
def log(
    table: Annotated[str, typer.Argument(help="The table's name, like t1, or house.", metavar="TABLE")],
    number: Annotated[int, typer.Option("--round", help="Print one finished round; else all.", min=0, max=2**53)] = 0,
    database: Database = "",
    as_json: AsJson = False,
) -> None:
    """Print a table's log as a .pit file.

    The whole log has a comment on each line: who said it, in which role, by which means. The log of the house itself,
    and any log with --json, is printed entry by entry.
    The log of an open table includes its face-down cards: it is for those who may read the database.
    """
    from pitboss.house import history
    from pitboss.house.log.chain import HOUSE_LOG
    from pitboss.house.rounds import RoundBook

    with _opened(database) as engine, engine.begin() as connection:
        if number and (as_json or table == HOUSE_LOG):
            raise fail("--round prints a table's round as a .pit file: omit --json, and name a table")
        if as_json or table == HOUSE_LOG:
            _print_entries(connection, table, as_json=as_json)
            return
        stream = _table(connection, table)
        if number:
            text = history.round_text(connection, RoundBook(table, stream.game), number)
        else:
            text = history.log_text(connection, table, attributed=True)
    if text is None:
        raise fail(f"round {number} of {table} is not finished")
    typer.echo(text, nl=False)


@command.command(epilog=examples("pitboss audit tables", "pitboss audit tables --database monday.db --json"))
def tables(database: Database = "", as_json: AsJson = False) -> None:
    """List the tables of a house, open and closed.

    Each line has the rules, the number of entries and the balance.
    """
    from pitboss.house import history
    from pitboss.house.ledger import bank
    from pitboss.law import load_rulebook
    from pitboss.money import amount_text

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
        typer.echo("No tables yet. An operator opens one on the page or with POST /api/tables.")
    for row in found:
        until = f"closed {_time(int(row['closed'] * 1000))}" if row["closed"] else "open"
        typer.echo(
            f"{row['id']:<5} {row['rulebook']:<20} {row['limits']:<12} opened {_time(int(row['opened'] * 1000))}  "
            f"{until:<26}  {row['entries']:>7} entries  holds {amount_text(row['held'])}"
        )


@command.command(epilog=examples("pitboss audit rounds t1", "pitboss audit rounds t1 --player ann --json"))
def rounds(
    table: Annotated[str, typer.Argument(help="The table's name, like t1.", metavar="TABLE")],
    player: Annotated[str, typer.Option(help="Only rounds in which this player won or lost.", metavar="NAME")] = "",
    database: Database = "",
    as_json: AsJson = False,
) -> None:
    """List the finished rounds of a table.

    Each has its number, its end, and what each player won or lost: use it to find the round of a dispute.
    """
    from pitboss.house.rounds import RoundBook
    from pitboss.money import net_text

    with _opened(database) as engine, engine.begin() as connection:
        found = RoundBook(table, _table(connection, table).game).read_on(connection)
    found = [row for row in found if not player or row.net.get(player)]
    if as_json:
        import msgspec

        typer.echo(msgspec.json.encode(found).decode())
        return
    for row in found:
        nets = ", ".join(f"{name} {net_text(cents)}" for name, cents in sorted(row.net.items()))
        typer.echo(f"{row.round:>6}  {_time(int(row.time * 1000))}  {nets}")
    if not found:
        typer.echo(f"No finished rounds of {table}" + (f" in which {player} won or lost." if player else "."))


@command.command(epilog=examples("pitboss audit seeds t1 > shoe.json", "pitboss audit fairness shoe.json"))
def seeds(
    table: Annotated[str, typer.Argument(help="The table's name, like t1.", metavar="TABLE")], database: Database = ""
) -> None:
    """Print the published fairness records of a table.

    The same as GET /api/tables/TABLE/fairness: the seeds of finished shoes or spins, and the commitments of the others.
    """
    import msgspec

    from pitboss.house import history

    with _opened(database) as engine, engine.begin() as connection:
        _table(connection, table)
        records = history.fairness(connection, table)
    typer.echo(msgspec.json.encode(records).decode())


@command.command(epilog=examples("pitboss audit fairness shoe.json"))
def fairness(
    files: Annotated[list[Path], typer.Argument(help="A table's fairness records, as JSON.", metavar="FILE")],
    as_json: AsJson = False,
) -> None:
    """Verify offline that a shoe follows from its seed.

    The hash of the published seed must match the commitment that was published before the first card or number. A seed
    still in use is listed as not published yet.
    Exits 0 when all records match, 1 when one does not, 2 when a file cannot be read or has nothing to check.
    """
    import msgspec

    from pitboss.games.live.fairness import NOT_PUBLISHED, FairnessRecord, check_fairness

    code = 0
    for path in files:
        try:
            data = msgspec.json.decode(path.read_bytes())
            records = msgspec.convert(data if isinstance(data, list) else [data], list[FairnessRecord])
        except (OSError, msgspec.DecodeError, RecursionError) as error:
            raise fail(f"{path} cannot be read: {error}") from None
        waiting = [record.name for record in records if not record.seed]
        if len(waiting) == len(records):  # an empty check must not pass
            raise fail(f"{path} has nothing to check: it contains no published seed")
        results = [finding for record in records for finding in check_fairness(record)]
        findings = [finding for finding in results if finding.message != NOT_PUBLISHED]  # not an error
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


def _print_entries(connection: "Connection", name: str, *, as_json: bool) -> None:
    """Print a log entry by entry: time, command, author and means."""
    from pitboss.games.live.base import author
    from pitboss.house.log import read
    from pitboss.house.log.chain import HOUSE_LOG

    if name != HOUSE_LOG:
        _table(connection, name)
    fields = ("seq", "at", "command", "actor", "role", "means", "words")
    entries = []
    for link in read.links(connection, name):
        record = link.record
        if as_json:
            entries.append({field: getattr(record, field) for field in fields})
        else:
            who = author(record.actor, record.role, record.means)
            typer.echo(f"{record.seq:>6}  {_time(record.at)}  {record.words:<32}  {who}")
    if as_json:
        typer.echo(json.dumps(entries, indent=2))


def _opened(database: str) -> Any:
    from pitboss.cli.house_database import open_house

    return open_house(database, fail, keys=_keys())


def _keys() -> Any:
    from pitboss.house.keys import BadKey, find_keys

    try:
        return find_keys()
    except BadKey as error:
        raise fail(str(error)) from None


def _table(connection: "Connection", name: str) -> "StreamRow":
    """Returns the stream of a table. Exits with the list of tables if there is none of that name."""
    from pitboss.house import history

    stream = history.find_table(connection, name)
    if stream is None:
        known = [other.name for other, _ in history.all_tables(connection)]
        raise fail(f"there is no table '{name}'; {_list_names(known, 'tables')}")
    return stream


def _list_names(names: list[str], what: str) -> str:
    """Returns as many names as fit on a line."""
    if not names:
        return f"there are no {what} yet"
    left = len(names) - 12
    return f"expected {', '.join(names[:12])}" + (f" and {left} more {what}" if left > 0 else "")


def _time(at: int) -> str:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
