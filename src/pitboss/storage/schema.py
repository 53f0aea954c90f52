"""The tables of the database, as they are after the newest migration.

Nothing in `entries` is ever changed or deleted. `streams` and `accounts` hold what its fold is, so that an append can
be checked by the database itself; the audit computes both anew.
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
)

metadata = MetaData()

#: A log: that of the house itself, and that of each table. `seq` counts its entries, `version` its events, and `head`
#: is the hash of its last entry.
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

#: How many entries are a block, as a power of two.
BLOCK: Final = 12
#: What was done, in the order of `id`; `seq` is its place in its log. `moved` are its transfers, as JSON: debit,
#: credit, amount and reason of each. `wallet` is the wallet among their accounts, where there is one, so that its
#: statement is found without reading every table.
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
)
#: What is written of an entry; the rest is the database's own.
ENTRY_COLUMNS: Final = tuple(one for one in entries.columns if one.identity is None and one.computed is None)
# An index by log and place has an end for each table, so that a commit changes as many pages as there are tables: on
# SQLite that is most of what a commit costs. By blocks, all that is new lies together; a log is read block by block.
Index("entries_place", entries.c.block, entries.c.stream, entries.c.seq, unique=True).ddl_if(dialect="sqlite")
Index("entries_of_log", entries.c.stream, entries.c.seq, unique=True).ddl_if(dialect="postgresql")
Index(
    "entries_house",  # what was asked of the house itself is asked once, however long ago
    entries.c.command,
    sqlite_where=entries.c.stream == "house",
    postgresql_where=entries.c.stream == "house",
)
Index(
    "entries_wallet",
    entries.c.wallet,
    sqlite_where=entries.c.wallet.is_not(None),
    postgresql_where=entries.c.wallet.is_not(None),
)

#: What each account holds: the fold of what was moved, and never below nothing.
accounts = Table(
    "accounts",
    metadata,
    Column("name", Text, primary_key=True),
    Column("holds", BigInteger, CheckConstraint("holds >= 0", name="accounts_not_below_zero"), nullable=False),
    sqlite_with_rowid=False,
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

#: Who is signed in; `digest` is the hash of what the user holds, and `seal` that of the row.
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
