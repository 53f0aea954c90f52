"""Create the tables of logs, ledger, users and tokens."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Defines the tables as they were: the current schema differs."""
    op.create_table(
        "streams",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("spec", sa.LargeBinary, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("opened", sa.BigInteger, nullable=False),
        sa.Column("closed", sa.BigInteger, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("head", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column("stream", sa.Text, sa.ForeignKey("streams.name"), primary_key=True),
        sa.Column("seq", sa.BigInteger, primary_key=True),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("command", sa.Text, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("events", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
    )
    by_house = sa.text("stream = 'house'")
    op.create_index("entries_house", "entries", ["command"], sqlite_where=by_house, postgresql_where=by_house)
    op.create_table(
        "transfers",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("seq", sa.BigInteger, primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("debit", sa.Text, nullable=False),
        sa.Column("credit", sa.Text, nullable=False),
        sa.Column("amount", sa.BigInteger, sa.CheckConstraint("amount > 0", name="transfers_amount"), nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("wallet", sa.Text, nullable=True),
        sqlite_with_rowid=False,
    )
    given = sa.text("wallet IS NOT NULL")
    op.create_index("transfers_wallet", "transfers", ["wallet"], sqlite_where=given, postgresql_where=given)
    op.create_table(
        "accounts",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column(
            "holds", sa.BigInteger, sa.CheckConstraint("holds >= 0", name="accounts_not_below_zero"), nullable=False
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "users",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("guest", sa.Boolean, nullable=False),
        sa.Column("password", sa.Text, nullable=True),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("user", sa.Text, sa.ForeignKey("users.name"), nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.Column("seal", sa.LargeBinary, nullable=False),
    )
