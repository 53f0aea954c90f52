"""The audit of a whole house: reads the heads to compare with, shows progress, prints the report."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer

from pitboss.cli.options import error_exit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy.engine import Engine

    from pitboss.house.audit.database import AuditReport, Heads
    from pitboss.house.keys import KeyRing
    from pitboss.house.witness import HeadStatement


def read_heads(path: Path) -> "Heads":
    """Returns the heads in the JSON output of an earlier audit."""
    import msgspec

    from pitboss.house.audit.database import AuditReport

    try:
        heads = msgspec.json.decode(path.read_bytes(), type=AuditReport).heads
    except (OSError, msgspec.DecodeError) as error:
        raise error_exit("audit", f"{path} is not the --json output of an audit: {error}") from None
    if not heads:  # without heads the comparison would always pass
        raise error_exit("audit", f"{path} is not the --json output of an audit: it has no heads")
    return heads


class SignedHeads(NamedTuple):
    """The statements in a file that a witness kept, and what is wrong with its other lines."""

    statements: "list[HeadStatement]"
    faults: list[str]


def read_signed_heads(path: Path) -> SignedHeads:
    """Reads a file of signed heads."""
    from pitboss.house.witness import read_statements

    try:
        signed = SignedHeads(*read_statements(path.read_bytes()))
    except OSError as error:
        raise error_exit("audit", f"{path} has no signed heads: {error.strerror}") from None
    if not signed.statements:  # without heads the comparison would always pass
        raise error_exit("audit", f"{path} has no signed heads: {signed.faults[0] if signed.faults else 'it is empty'}")
    return signed


def judge_witness(
    report: "AuditReport", signed: SignedHeads, named: "Sequence[str]", keys: "KeyRing | None"
) -> "tuple[str, ...]":
    """Adds what is wrong with the statements themselves to the findings, and counts the entries that none covers.

    Returns the keys that may sign: the named ones, or else those of the house where its keys are given.
    """
    from pitboss.house.audit.database import LogFinding
    from pitboss.house.witness import public_keys, statement_faults, unwitnessed

    given = keys is not None and not report.missing_keys  # else these are the keys of another house
    trusted = tuple(named) or (public_keys(keys.witness_keys()) if keys is not None and given else ())
    report.findings += [LogFinding("witness", "file", what) for what in signed.faults]
    report.findings += [LogFinding("witness", row, what) for row, what in statement_faults(signed.statements, trusted)]
    report.unwitnessed = unwitnessed(signed.statements, report.heads)
    return trusted


def print_witness(report: "AuditReport", signed: SignedHeads, trusted: "tuple[str, ...]") -> None:
    """Prints by whom the heads were signed, and what is newer than all of them."""
    from datetime import UTC, datetime

    signers = ", ".join(dict.fromkeys(statement.key for statement in signed.statements))
    typer.echo(f"compared with {len(signed.statements)} signed statements by {signers}")
    if not trusted:
        typer.echo("any key was accepted: name that of the house (pitboss key show-id --witness) by --witness-key")
    newest = max(statement.at for statement in signed.statements) / 1000
    last = datetime.fromtimestamp(newest, UTC).strftime("%Y-%m-%d %H:%M:%S")
    typer.echo(f"{report.unwitnessed} entries are newer than the last statement, of {last} UTC")


def run_audit(
    engine: "Engine",
    *,
    replay: bool,
    since: "Heads",
    against: "Sequence[HeadStatement]",
    shown: bool,
) -> "AuditReport":
    """Audits the database with a progress bar on a terminal."""
    import sys

    from rich.console import Console
    from rich.progress import Progress

    from pitboss.house.audit import database as auditing
    from pitboss.house.witness import witnessed_heads

    hidden = not shown or not sys.stderr.isatty()
    with Progress(console=Console(stderr=True), disable=hidden, transient=True) as progress:
        task = progress.add_task("auditing", total=auditing.count_entries(engine))

        def watch(count: int) -> None:
            progress.advance(task, count)

        report: AuditReport = auditing.audit(
            engine,
            replay=replay,
            since=since,
            against=witnessed_heads(against),
            watch=watch,
            jobs=os.cpu_count() or 1,
        )
    return report


def print_report(report: "AuditReport", *, replayed: bool) -> None:
    """Prints the first bad row and the rest, or the counts; then keys that are missing and duties."""
    from pitboss.money import amount_text

    counts = f"{report.logs} logs, {report.entries} entries, {report.transfers} transfers, {report.accounts} accounts"
    if report.first is not None:
        typer.echo(f"first bad row: {report.first}")
        for finding in report.findings[1:20]:
            typer.echo(f"         then: {finding}")
        left = len(report.findings) - 20
        if left > 0:
            typer.echo(f"         and {left} more")
    elif replayed:
        typer.echo(f"no errors: {counts}; every chain is intact, every entry replays to the same events,")
        typer.echo(f"and the cage holds {amount_text(report.cage)}, the sum of all accounts")
    else:
        typer.echo(f"no errors: {counts}; every chain is intact, the cage holds {amount_text(report.cage)}")
    for table, key in report.missing_keys.items():
        left = report.unreplayed.get(table, 0)
        replays = f"{left} of its entries were not replayed" if replayed and left else "its secret was not checked"
        typer.echo(f"{table}: its secret is sealed under key {key}, which is not given: {replays}")
    if report.duties:
        attested = sum(duty.attested for duty in report.duties)
        missing = sum(duty.not_attested for duty in report.duties)
        typer.echo(f"duties: {attested} attested by a person, {missing} not attested")
        for duty in report.duties:
            typer.echo(f"  {duty}")
    if report.cited_otherwise:
        which = f"{report.cited_otherwise} entries, the first {report.first_cited_otherwise}"
        typer.echo(f"{which}, were written by a release that cited other clauses for the same events")
