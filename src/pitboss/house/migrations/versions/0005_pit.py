"""Index the entries of the cage and the pit in the house log. Earlier releases cannot read such entries."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Defines the index as it was: the current schema may differ."""
    condition = sa.text("stream = 'house' AND words >= 'pit ' AND words < 'pit!'")
    op.create_index("entries_pit", "entries", ["seq"], sqlite_where=condition, postgresql_where=condition)
