"""The tables of the database, as they are after the newest migration.

Nothing in `entries` and `transfers` is ever changed or deleted. `streams` and `accounts` hold what their fold is, so
that an append can be checked by the database itself; the audit computes both anew.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
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

#: What was done; `seq` is its place in its log.
entries = Table(
    "entries",
    metadata,
    Column("stream", Text, ForeignKey("streams.name"), primary_key=True),
    Column("seq", BigInteger, primary_key=True),
    Column("version", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("command", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("events", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
)
Index(
    "entries_house",  # what was asked of the house itself is asked once, however long ago
    entries.c.command,
    sqlite_where=entries.c.stream == "house",
    postgresql_where=entries.c.stream == "house",
)

#: What an entry moved: `place` counts the transfers of one entry. `wallet` repeats the wallet among the two accounts,
#: where there is one, so that its statement is found without reading every table.
transfers = Table(
    "transfers",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("seq", BigInteger, primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("debit", Text, nullable=False),
    Column("credit", Text, nullable=False),
    Column("amount", BigInteger, CheckConstraint("amount > 0", name="transfers_amount"), nullable=False),
    Column("why", Text, nullable=False),
    Column("wallet", Text, nullable=True),
    sqlite_with_rowid=False,
)
Index(
    "transfers_wallet",
    transfers.c.wallet,
    sqlite_where=transfers.c.wallet.is_not(None),
    postgresql_where=transfers.c.wallet.is_not(None),
)

#: What each account holds: the fold of the transfers, and never below nothing.
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
