"""Invariants of the log, checked after every step that changed the disk, over a connection of their own.

- The chain is whole: positions are consecutive, each hash follows from the one before, and the head of each log is its
  last entry. Nothing that was ever visible in the log disappears or changes.
- The ledger sums to zero, no balance is negative, and balances are the sums of the transfers in the log.
- Each command id is executed once per log and actor.
- What was acknowledged is in the log, and nothing that was sent rests on an entry that is not.
- Tables of the processes, and the views that clients got, equal folds of the log.
"""

from collections import defaultdict

import msgspec
from sqlalchemy.engine import Connection, Engine

from pitboss.house import history
from pitboss.house.audit.database import audit
from pitboss.house.ledger import CAGE
from pitboss.house.loaded_table import entry_of
from pitboss.house.log import read
from pitboss.house.log.chain import HOUSE_LOG, START, Link, chained
from pitboss.house.table_secrets import open_secret
from pitboss.tables import live
from pitboss.tables.live import Actor, Table
from tests.house.simulation.process import SimulatedProcess

_encode = msgspec.json.Encoder().encode


class Violation(AssertionError):
    """An invariant does not hold."""


class SentView(msgspec.Struct, frozen=True):
    """A view that a client got of a table: the public part and its own."""

    table: str
    version: int
    actor: Actor
    public: bytes
    personal: bytes


class LogChecker:
    """Follows the log entry by entry. ``engine`` may be replaced after a power failure: the log must go on."""

    def __init__(self) -> None:
        self.engine: Engine | None = None
        self.heads: dict[str, tuple[int, bytes]] = defaultdict(lambda: (0, START))
        self.versions: dict[str, int] = {}
        self.executed: dict[tuple[str, str, str], tuple[str, int]] = {}
        self.holds: dict[str, int] = defaultdict(int)
        self.tables: dict[str, Table] = {}
        self.games: dict[str, str] = {}
        self.links: dict[str, list[Link]] = defaultdict(list)
        self.checks = 0

    # --- after a step ------------------------------------------------------------------------------------------------

    def follow(self) -> None:
        """Checks the entries that were committed since the last call, and the balances and heads of the database."""
        assert self.engine is not None
        self.checks += 1
        with self.engine.begin() as connection:
            rows = connection.exec_driver_sql("SELECT name, seq, head FROM streams ORDER BY name").fetchall()
            for name, seq, _ in rows:
                if seq > self.heads[name][0]:
                    for link in read.links(connection, name, self.heads[name][0]):
                        self._check_entry(connection, link)
            for name, seq, head in rows:
                if (seq, head) != self.heads[name]:
                    raise Violation(f"chain: the head of {name} is at entry {seq}, its log at {self.heads[name][0]}")
            self._check_money(connection)

    def _check_entry(self, connection: Connection, link: Link) -> None:
        record = link.record
        name = record.stream
        seq, head = self.heads[name]
        if record.seq != seq + 1:
            raise Violation(f"chain: entry {record.seq} of {name} follows entry {seq}")
        if chained(head, record) != link.hash:
            raise Violation(f"chain: the hash of entry {record.seq} of {name} does not follow")
        self.heads[name] = record.seq, link.hash
        self.versions[name] = record.version
        self.links[name].append(link)
        if record.command:
            key = name, "" if name == HOUSE_LOG else record.actor, record.command
            if key in self.executed:
                raise Violation(f"once: the id {key} was executed twice: {self.executed[key]} and '{record.words}'")
            self.executed[key] = record.words, record.version
        for transfer in record.transfers:
            self.holds[transfer.debit] += transfer.amount if transfer.debit == CAGE else -transfer.amount
            self.holds[transfer.credit] += -transfer.amount if transfer.credit == CAGE else transfer.amount
        if name != HOUSE_LOG:
            self._fold(connection, link)

    def _fold(self, connection: Connection, link: Link) -> None:
        name = link.record.stream
        if name not in self.tables:
            stream = history.find_table(connection, name)
            assert stream is not None
            self.games[name] = stream.game
            self.tables[name] = live.restore(history.spec_of(stream), open_secret(connection, stream), ())
        table = self.tables[name]
        table.absorb(entry_of(link.record, self.games[name]))
        if table.version != link.record.version:
            raise Violation(f"views: entry {link.record.seq} of {name} folds to version {table.version}")

    def _check_money(self, connection: Connection) -> None:
        stored: dict[str, int] = dict(connection.exec_driver_sql("SELECT name, holds FROM accounts").fetchall())
        if stored.get(CAGE, 0) != sum(cents for name, cents in stored.items() if name != CAGE):
            raise Violation("ledger: the cage is not the sum of all other accounts")
        for name in stored.keys() | self.holds.keys():
            if stored.get(name, 0) != self.holds[name] or stored.get(name, 0) < 0:
                raise Violation(f"ledger: {name} holds {stored.get(name, 0)}, its transfers sum to {self.holds[name]}")

    # --- what processes say ------------------------------------------------------------------------------------------

    def check_sent(self, table: str, version: int, what: str) -> None:
        """Raises where something is sent that rests on a version which is not durable."""
        if version > self.versions.get(table, 0):
            raise Violation(
                f"durable: {what} of {table} at version {version}, the log is at {self.versions.get(table)}"
            )

    def check_done(self, table: str, actor: str, command: str, version: int) -> None:
        """Raises where an acknowledged command is not in the log, or at another version."""
        found = self.executed.get((table, actor, command))
        if found is None or found[1] != version:
            raise Violation(f"durable: {actor}'s {command} at {table} was acknowledged at {version}, the log: {found}")

    def check_process(self, process: SimulatedProcess) -> None:
        """Raises where a table of a process, as far as it is committed, is not the fold of the log."""
        if not process.ready or process.house is None:
            return
        for name, loaded in process.house.registry.loaded.items():
            if loaded.pending or loaded.seq != self.heads[name][0]:
                continue
            mine, folded = loaded.live, self.tables[name]
            if mine.version != folded.version or _encode(mine.public_view()) != _encode(folded.public_view()):
                raise Violation(f"views: {process.name} has another state of {name} at {mine.version} than the log")
            for account, cents in self.holds.items():
                if account.startswith(f"table/{name}/") and process.house.balances.books[account] != cents:
                    books = process.house.balances.books[account]
                    raise Violation(f"views: {process.name} has {books} cents in {account}, the log {cents}")

    # --- at the end --------------------------------------------------------------------------------------------------

    def check_views(self, views: list[SentView]) -> None:
        """Raises where a view that was sent is not the view of the table folded to that version."""
        wanted: dict[str, dict[int, list[SentView]]] = defaultdict(lambda: defaultdict(list))
        for view in views:
            wanted[view.table][view.version].append(view)
        assert self.engine is not None
        for name, by_version in wanted.items():
            with self.engine.begin() as connection:
                stream = history.find_table(connection, name)
                assert stream is not None
                table = live.restore(history.spec_of(stream), open_secret(connection, stream), ())
            for link in self.links[name]:
                table.absorb(entry_of(link.record, self.games[name]))
                for view in by_version.pop(table.version, ()):
                    expected = _encode(table.public_view()), _encode(table.personal_view(view.actor))
                    if (view.public, view.personal) != expected:
                        differs = _difference((view.public, view.personal), expected)
                        raise Violation(
                            f"views: {view.actor.name} saw another state of {name} at {table.version}: {differs}"
                        )
            if by_version:
                raise Violation(f"views: versions {sorted(by_version)} of {name} were sent and are not in the log")

    def check_history(self) -> None:
        """Raises where an entry that was visible, since then archived perhaps, is not in the log as it was."""
        assert self.engine is not None
        with self.engine.begin() as connection:
            for name, links in self.links.items():
                if list(read.links(connection, name)) != links:
                    raise Violation(f"chain: entries of {name} are lost or changed")

    def check_audit(self) -> None:
        """Raises where the audit, which replays every command with the same chance, has a finding."""
        assert self.engine is not None
        findings = audit(self.engine).findings
        if findings:
            raise Violation(f"audit: {findings[0]}")


def _difference(seen: tuple[bytes, bytes], expected: tuple[bytes, bytes]) -> str:
    """Returns where two encoded views differ, with some characters around."""
    for ours, theirs in zip(seen, expected, strict=True):
        at = next((at for at, pair in enumerate(zip(ours, theirs, strict=False)) if pair[0] != pair[1]), -1)
        if ours != theirs:
            return f"{ours[max(0, at - 60) : at + 60]!r} instead of {theirs[max(0, at - 60) : at + 60]!r}"
    return ""
