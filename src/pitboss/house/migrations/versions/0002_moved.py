"""Store transfers in their entry and index entries by block, so that a commit changes few pages."""

import sqlalchemy as sa
from alembic import op

from pitboss.house.database import BadAddress, shown

revision = "0002"
down_revision = "0001"

_COPIED = "stream, seq, version, at, command, actor, role, words, events"
#: The transfers of an entry, each as debit, credit, amount and reason, in their order.
_MOVED = {
    # nullif, because SQLite before 3.39 has no HAVING without GROUP BY
    "sqlite": "SELECT nullif(json_group_array(json_array(debit, credit, amount, why)), '[]') FROM (SELECT * FROM"
    " transfers WHERE transfers.stream = old.stream AND transfers.seq = old.seq ORDER BY place)",
    "postgresql": "SELECT json_agg(json_build_array(debit, credit, amount, why) ORDER BY place)::text FROM transfers"
    " WHERE transfers.stream = old.stream AND transfers.seq = old.seq",
}
_WALLET = "SELECT max(wallet) FROM transfers WHERE transfers.stream = old.stream AND transfers.seq = old.seq"
#: Commit order: by rowid on SQLite, by time on PostgreSQL, but the entries of each log in its own order. The rowids of
#: a house that was copied from PostgreSQL are not in commit order. SQLite sorts row numbers instead of whole rows.
_ORDERED = {
    "sqlite": "(SELECT rowid AS number, seq AS place, max(rowid) OVER (PARTITION BY stream ORDER BY seq) AS latest"
    " FROM old) AS ordered CROSS JOIN old ON old.rowid = ordered.number ORDER BY latest, place",
    "postgresql": "old ORDER BY max(at) OVER (PARTITION BY stream ORDER BY seq), stream, seq",
}
_STRAY = """SELECT stream, seq FROM transfers WHERE NOT EXISTS
    (SELECT 1 FROM entries WHERE entries.stream = transfers.stream AND entries.seq = transfers.seq) LIMIT 1"""


def upgrade() -> None:
    """Defines the tables as they were: the current schema differs."""
    dialect = op.get_context().dialect.name
    stray = op.get_bind().execute(sa.text(_STRAY)).first()
    if stray is not None:  # it would be dropped silently
        raise BadAddress(
            f"{shown(op.get_bind().engine.url)} cannot be migrated: it has a transfer of "
            f"{stray.stream} #{stray.seq}, but not that entry. The database was changed: run pitboss audit of the "
            "release that wrote it"
        )
    op.drop_index("entries_house", "entries")
    op.rename_table("entries", "old")
    op.create_table(
        "entries",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), sa.Identity(), primary_key=True),
        sa.Column("block", sa.BigInteger, sa.Computed("id >> 12"), nullable=True),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("command", sa.Text, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("events", sa.LargeBinary, nullable=False),
        sa.Column("moved", sa.Text, nullable=True),
        sa.Column("wallet", sa.Text, nullable=True),
        sa.Column("hash", sa.LargeBinary, nullable=False),
    )
    op.execute(
        f"INSERT INTO entries ({_COPIED}, moved, wallet, hash) "
        f"SELECT {_COPIED}, ({_MOVED[dialect]}), ({_WALLET}), hash FROM {_ORDERED[dialect]}"
    )
    op.drop_table("old")
    op.drop_table("transfers")
    if dialect == "sqlite":
        op.create_index("entries_place", "entries", ["block", "stream", "seq"], unique=True)
    else:
        op.create_index("entries_of_log", "entries", ["stream", "seq"], unique=True)
    by_house, given = sa.text("stream = 'house'"), sa.text("wallet IS NOT NULL")
    op.create_index("entries_house", "entries", ["command"], sqlite_where=by_house, postgresql_where=by_house)
    op.create_index("entries_wallet", "entries", ["wallet"], sqlite_where=given, postgresql_where=given)
