"""Add the means of the actor to entries; older entries have none, and their hashes exclude it."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Defines the column as it was: the current schema may differ."""
    op.add_column("entries", sa.Column("means", sa.Text, nullable=False, server_default=""))
