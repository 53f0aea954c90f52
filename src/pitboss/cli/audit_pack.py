"""``pitboss audit pack``: verify a regulator's pack; ``pitboss audit export``: write one."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli import examples
from pitboss.cli.audit import command, fail
from pitboss.cli.options import AsJson, Database

if TYPE_CHECKING:
    from pitboss.house.house import House


@command.command(epilog=examples("pitboss audit export 2026-11-18 --out pack.zip"))
def export(
    day: Annotated[str, typer.Argument(help="A closed gaming day.", metavar="DAY")],
    out: Annotated[Path, typer.Option(help="The archive to write.", metavar="FILE")],
    database: Database = "",
    as_json: AsJson = False,
) -> None:
    """Write the regulator's pack of a closed gaming day.

    One archive: the entries of every log, rounds, seeds, irregularities, corrections, attestations, disputes, figures
    and the signed heads. The log of an open shoe has its face-down cards.
    """
    import json

    from pitboss.cli.house_database import run_in_house
    from pitboss.house.pack import write_pack

    async def work(house: "House") -> bytes:
        found = house.pit.book.find_day(day)
        if found is None:
            known = ", ".join(each.name for each in house.pit.book.days) or "none yet"
            raise fail(f"there is no gaming day '{day}': expected {known}")
        try:
            return await house.database.read_history(write_pack, house.pit.book, found)
        except ValueError as error:
            raise fail(str(error)) from None

    if out.exists():
        raise fail(f"{out} already exists: name a new file")
    data = run_in_house(database, work, fail)
    try:
        out.write_bytes(data)
    except OSError as error:
        raise fail(f"{out}: {error.strerror}") from None
    typer.echo(json.dumps({"file": str(out), "bytes": len(data)}) if as_json else f"{out}: {len(data)} bytes.")


@command.command(epilog=examples("pitboss audit pack pack.zip", "pitboss audit pack pack.zip --key 5f0c…"))
def pack(
    file: Annotated[Path, typer.Argument(help="A regulator's pack.", metavar="FILE")],
    key: Annotated[str, typer.Option(help="The public key that must have signed it.  [default: any]")] = "",
    as_json: AsJson = False,
) -> None:
    """Verify a regulator's pack, without the house.

    Checks the hashes of the files, the signature, every chain up to its signed head, the figures and the seeds.
    Exits 0 when nothing is wrong, 1 when something is, 2 when it cannot be read.
    """
    import msgspec

    from pitboss.house.pack import PackError, verify_pack

    try:
        report = verify_pack(file.read_bytes(), key)
    except (OSError, PackError) as error:
        raise fail(f"{file} cannot be read: {error}") from None
    if as_json:
        typer.echo(msgspec.json.encode(report).decode())
    else:
        for finding in report.findings[:20]:
            typer.echo(finding)
        counts = f"{report.logs} logs, {report.entries} entries, {report.transfers} transfers, {report.seeds} seeds"
        typer.echo(f"{report.day}: {counts}; {len(report.findings)} wrong; signed by {report.key}")
    raise typer.Exit(1 if report.findings else 0)
