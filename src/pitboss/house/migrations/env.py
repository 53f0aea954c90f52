"""Alembic environment: runs the missing migrations on the given connection."""

from alembic import context

from pitboss.house.schema import add_postgresql_conditions, metadata

add_postgresql_conditions()
context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    # all migrations run in the caller's transaction, so that a failure leaves the house unchanged
    transactional_ddl=False,
)
context.run_migrations()
