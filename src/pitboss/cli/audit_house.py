"""The audit of a whole house: reads the heads to compare with, shows progress, prints the report."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from pitboss.cli.options import error_exit

if TYPE_CHECKING:
    from sqlalchemy.engine import Engine

    from pitboss.house.audit.database import AuditReport, Heads
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


def read_signed_heads(path: Path) -> "list[HeadStatement]":
    """Returns the signed heads of a file that a witness kept."""
    import msgspec

    from pitboss.house.witness import read_statements

    try:
        statements = read_statements(path.read_bytes())
    except (OSError, msgspec.DecodeError) as error:
        text = error.strerror if isinstance(error, OSError) else error
        raise error_exit("audit", f"{path} has no signed heads: {text}") from None
    if not statements:  # without heads the comparison would always pass
        raise error_exit("audit", f"{path} has no signed heads: it is empty")
    return statements


def judge_witness(report: "AuditReport", signed: "list[HeadStatement]", key: str) -> None:
    """Add what is wrong with the statements themselves to the findings."""
    from pitboss.house.audit.database import LogFinding
    from pitboss.house.witness import statement_faults

    report.findings += [LogFinding("witness", row, what) for row, what in statement_faults(signed, key)]


def run_audit(
    engine: "Engine",
    *,
    replay: bool,
    since: "Heads",
    against: "list[HeadStatement]",
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
