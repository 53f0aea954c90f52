"""Database schema after the newest migration.

`entries` is append-only. `streams` and `accounts` are derived from it, so that the database itself can check an append;
the audit recomputes both.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Computed,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    text,
)

metadata = MetaData()

#: A log: of the house, or of a table. `seq` counts its entries, `version` its events, and `head` is the hash of its
#: last entry.
streams = Table(
    "streams",
    metadata,
    Column("name", Text, primary_key=True),
    Column("title", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("spec", LargeBinary, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("opened", BigInteger, nullable=False),
    Column("closed", BigInteger, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("head", LargeBinary, nullable=False),
)

#: The number of entries in a block, as a power of two.
BLOCK: Final = 12
#: Executed commands in commit order (`id`); `seq` is the position in the log. `moved` has the transfers as JSON: debit,
#: credit, amount and reason of each. `wallet` is the wallet among their accounts, if any: an index for statements.
#: `means` is how the actor acted; it is empty before the third migration.
entries = Table(
    "entries",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), Identity(), primary_key=True),
    Column("block", BigInteger, Computed(f"id >> {BLOCK}"), nullable=True),
    Column("stream", Text, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("command", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("events", LargeBinary, nullable=False),
    Column("moved", Text, nullable=True),
    Column("wallet", Text, nullable=True),
    Column("hash", LargeBinary, nullable=False),
    Column("means", Text, nullable=False, server_default=""),
)
#: The columns that an append writes; the others are generated.
ENTRY_COLUMNS: Final = tuple(
    column for column in entries.columns if column.identity is None and column.computed is None
)
# An index by log and position has an insertion point for each table, so that a commit changes as many pages as there
# are tables: most of the cost of a commit on SQLite. By blocks, new rows are adjacent; a log is read block by block.
Index("entries_place", entries.c.block, entries.c.stream, entries.c.seq, unique=True).ddl_if(dialect="sqlite")
Index("entries_of_log", entries.c.stream, entries.c.seq, unique=True).ddl_if(dialect="postgresql")
Index(
    "entries_house",  # lookup of the idempotency keys of the house log
    entries.c.command,
    sqlite_where=entries.c.stream == "house",
)
Index(
    "entries_wallet",
    entries.c.wallet,
    sqlite_where=entries.c.wallet.is_not(None),
)
#: The entries of the cage and the pit in the house log: their words begin with "pit ".
OF_PIT: Final = (entries.c.stream == "house") & (entries.c.words >= "pit ") & (entries.c.words < "pit!")
_OF_PIT_SQL: Final = text("stream = 'house' AND words >= 'pit ' AND words < 'pit!'")
Index("entries_pit", entries.c.seq, sqlite_where=_OF_PIT_SQL)


def add_postgresql_conditions() -> None:
    """Adds the conditions of the partial indexes for PostgreSQL, which only comparisons of schemas need.

    As arguments of the indexes they would load that dialect with every house, for a twentieth of a second.
    """
    for index in entries.indexes:
        condition = index.dialect_options["sqlite"]["where"]
        if condition is not None:
            index.dialect_options["postgresql"]["where"] = condition


#: The balance of each account: the sum of its transfers, never negative.
accounts = Table(
    "accounts",
    metadata,
    Column("name", Text, primary_key=True),
    Column("holds", BigInteger, CheckConstraint("holds >= 0", name="accounts_not_below_zero"), nullable=False),
    sqlite_with_rowid=False,
)

#: The single row that the readiness probe writes.
probe = Table(
    "probe",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)

users = Table(
    "users",
    metadata,
    Column("name", Text, primary_key=True),
    Column("role", Text, nullable=False),
    Column("guest", Boolean, nullable=False),
    Column("password", Text, nullable=True),
    Column("made", BigInteger, nullable=False),
)

#: Tokens; `digest` is the hash of the secret, `seal` the hash of the row.
tokens = Table(
    "tokens",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("user", Text, ForeignKey("users.name"), nullable=False),
    Column("label", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("seal", LargeBinary, nullable=False),
)

#: Sealed archives: the entries ``first`` to ``last`` of a log, compressed. ``version`` and ``head`` are those of the
#: last of them, ``rounds`` counts the rounds that were finished by then. ``ids`` has a hash of each command id,
#: ``summary`` the rounds and fairness records that were finished in the archive, ``carry`` the state of both for the
#: next one. ``seal`` is the hash of all this and of the seal of the archive before it.
archives = Table(
    "archives",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("first", BigInteger, primary_key=True, autoincrement=False),
    Column("last", BigInteger, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("rounds", BigInteger, nullable=False),
    Column("head", LargeBinary, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Column("ids", LargeBinary, nullable=False),
    Column("summary", LargeBinary, nullable=False),
    Column("carry", LargeBinary, nullable=False),
    Column("seal", LargeBinary, nullable=False),
)

#: The sealed state of a table at an entry of its log, from which a start goes on.
snapshots = Table(
    "snapshots",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("seq", BigInteger, nullable=False),
    Column("head", LargeBinary, nullable=False),
    Column("data", LargeBinary, nullable=False),
)
