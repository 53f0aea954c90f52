"""The house's memory: logs that only grow, the ledger beside them in the same transaction, and who may come in."""

from pitboss.extras import require

require("server", "sqlalchemy", "alembic")
