"""Regulator's pack: the records of a gaming day in one archive, which is verified on another machine.

The archive has the entries of every log in the day with the hash before the first, the signed heads of the close, the
day's figures, the fairness records of the tables, and extracts: irregularities, corrections, attestations, disputes.
"""

import io
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy.engine import Connection

from pitboss.games.live.fairness import NOT_PUBLISHED, FairnessRecord, check_fairness
from pitboss.house import history
from pitboss.house.house_acts import decode_acts
from pitboss.house.ledger import Transfer
from pitboss.house.log import read
from pitboss.house.log.chain import HOUSE_LOG, START, Record, chained
from pitboss.house.pit_acts import AwardPaid
from pitboss.house.pit_book import Day, PitBook
from pitboss.house.pit_figures import day_figures, day_range
from pitboss.house.rounds import RoundBook
from pitboss.house.witness import HeadStatement

FORM: Final = "pitboss pack 1"
#: The parts of the name of a stored event by which the extracts find it.
EXTRACTS: Final = {
    "irregularities": ("Irregularity", "Misdealt", "Voided", "NoSpin"),
    "corrections": ("Correct", "Undone", "Adjusted"),
    "attestations": ("Duty",),
}


class PackedEntry(Struct, frozen=True):
    """An entry of a log with its hash; ``events`` as they are stored."""

    record: Record
    hash: str


class PackedLog(Struct, frozen=True):
    """The entries of a log in the day, and the hash of the entry before them."""

    name: str
    after: int
    before: str
    game: str
    entries: tuple[PackedEntry, ...]


class Manifest(Struct, frozen=True):
    """What the archive has: the hash of each file, and the signed heads of the close of the day."""

    form: str
    day: str
    figures: str
    statement: HeadStatement
    files: dict[str, str]


class PackError(ValueError):
    """The archive cannot be read as a pack."""


def write_pack(connection: Connection, book: PitBook, day: Day) -> bytes:
    """Returns the archive of a closed day. Raises ValueError where the day is open: nothing is signed yet."""
    if day.statement is None:
        raise ValueError(f"the gaming day {day.name} is open: close it first, so that its heads are signed")
    files = dict(_files(connection, book, day))
    hashes = {name: sha256(data).hexdigest() for name, data in files.items()}
    manifest = Manifest(FORM, day.name, day.figures, day.statement, hashes)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", msgspec.json.encode(manifest))
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def _files(connection: Connection, book: PitBook, day: Day) -> Iterator[tuple[str, bytes]]:
    then, now = day_range(connection, book, day)
    extracts: dict[str, list[Any]] = {name: [] for name in (*EXTRACTS, "disputes")}
    yield "figures.json", msgspec.json.encode(day_figures(connection, book, day))
    for stream in read.all_streams(connection):
        name, end = stream.name, now.get(stream.name, 0)
        log = _packed_log(connection, name, stream.game, then.get(name, 0), end)
        for entry in log.entries:
            _extract(extracts, entry.record)
        yield f"logs/{name}.json", msgspec.json.encode(log)
        if name != HOUSE_LOG:
            rounds = RoundBook(name, stream.game).read_on(connection)
            versions = (log.entries[0].record.version, log.entries[-1].record.version) if log.entries else (1, 0)
            played = [info for info in rounds if versions[0] <= info.last <= versions[1]]
            yield f"rounds/{name}.json", msgspec.json.encode(played)
            yield f"seeds/{name}.json", msgspec.json.encode(history.fairness(connection, name))
    for name, found in extracts.items():
        yield f"{name}.json", msgspec.json.encode(found)


def _packed_log(connection: Connection, name: str, game: str, after: int, end: int) -> PackedLog:
    before = START.hex()
    packed: list[PackedEntry] = []
    for link in read.links(connection, name, max(0, after - 1)):
        if link.record.seq > end:
            break
        if link.record.seq <= after:
            before = link.hash.hex()
        else:
            packed.append(PackedEntry(link.record, link.hash.hex()))
    return PackedLog(name, after, before, game, tuple(packed))


def _extract(extracts: dict[str, list[Any]], record: Record) -> None:
    where = {"log": record.stream, "seq": record.seq, "at": record.at, "by": record.actor, "role": record.role}
    if record.stream == HOUSE_LOG:
        awards = [act for act in decode_acts(record.events) if isinstance(act, AwardPaid)]
        extracts["disputes"] += [where | {"event": msgspec.to_builtins(act)} for act in awards]
        return
    for event in msgspec.json.decode(record.events):
        for name, parts in EXTRACTS.items():
            if any(part in event.get("type", "") for part in parts):
                extracts[name].append(where | {"words": record.words, "event": event})


# --- verification ----------------------------------------------------------------------------------------------------


class PackReport(Struct):
    """What was verified, and the findings."""

    day: str
    key: str
    logs: int = 0
    entries: int = 0
    transfers: int = 0
    seeds: int = 0
    waiting: int = 0
    findings: list[str] = []


def verify_pack(data: bytes, pinned: str = "") -> PackReport:
    """Verifies an archive without its database. Raises PackError where it is not a pack.

    Checks the hashes of the files, the signature, each chain up to the signed head, that transfers are valid, that the
    figures are those that were signed, and that published seeds give the cards and numbers that came.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        manifest = msgspec.json.decode(archive.read("manifest.json"), type=Manifest)
        files = {name: archive.read(name) for name in archive.namelist() if name != "manifest.json"}
    except (zipfile.BadZipFile, KeyError, msgspec.DecodeError) as error:
        raise PackError(f"it is not a pack: {error}") from None
    if manifest.form != FORM:
        raise PackError(f"it is a pack of another form: {manifest.form}")
    report = PackReport(manifest.day, manifest.statement.key, findings=[])
    _verify_files(report, manifest, files, pinned)
    for name, data_of in files.items():
        try:
            if name.startswith("logs/"):
                _verify_log(report, manifest, msgspec.json.decode(data_of, type=PackedLog))
            elif name.startswith("seeds/"):
                _verify_seeds(report, name, data_of)
        except msgspec.DecodeError as error:
            report.findings.append(f"{name}: it cannot be read: {error}")
    return report


def _verify_files(report: PackReport, manifest: Manifest, files: dict[str, bytes], pinned: str) -> None:
    if not manifest.statement.is_signed():
        report.findings.append("manifest.json: the signature of the close does not match it")
    if pinned and manifest.statement.key != pinned:
        report.findings.append(f"manifest.json: it is signed by {manifest.statement.key}, not by {pinned}")
    for name, hashed in manifest.files.items():
        if name not in files:
            report.findings.append(f"{name}: it is missing")
        elif sha256(files[name]).hexdigest() != hashed:
            report.findings.append(f"{name}: its hash differs from the manifest")
    report.findings += [
        f"{name}: the manifest does not have it" for name in sorted(files.keys() - manifest.files.keys())
    ]
    missing = {f"logs/{name}.json" for name in manifest.statement.heads} - files.keys()
    report.findings += [f"{name}: it is missing, though the close has signed its head" for name in sorted(missing)]
    signed = sha256(b"pitboss day 1\n" + files.get("figures.json", b"")).hexdigest()
    if signed != manifest.figures:
        report.findings.append("figures.json: these are not the figures whose hash the close has")


def _verify_log(report: PackReport, manifest: Manifest, log: PackedLog) -> None:
    report.logs += 1
    head, seq = bytes.fromhex(log.before), log.after
    for entry in log.entries:
        record = entry.record
        head = chained(head, record)
        seq += 1
        if record.seq != seq or record.stream != log.name or head.hex() != entry.hash:
            report.findings.append(f"logs/{log.name}.json: entry {record.seq} does not follow the one before it")
            return
        report.entries += 1
        report.transfers += len(record.transfers)
        if not all(_is_valid(transfer) for transfer in record.transfers):
            report.findings.append(f"logs/{log.name}.json: entry {record.seq} has a transfer that does not balance")
    signed = manifest.statement.heads.get(log.name)
    if signed is not None and signed != (seq, head.hex()):
        report.findings.append(f"logs/{log.name}.json: it does not end at the head that the close has signed")


def _is_valid(transfer: Transfer) -> bool:
    return transfer.amount > 0 and transfer.debit != transfer.credit


def _verify_seeds(report: PackReport, name: str, data: bytes) -> None:
    for record in msgspec.json.decode(data, type=list[FairnessRecord]):
        for finding in check_fairness(record):
            if finding.message != NOT_PUBLISHED:
                report.findings.append(f"{name}: {finding}")
        report.seeds += bool(record.seed)
        report.waiting += not record.seed
