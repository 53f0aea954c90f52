"""What Alembic runs: the steps that are missing, on the connection that it is given."""

from alembic import context

from pitboss.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    # the caller's transaction holds everything, so that a house is never half changed
    transactional_ddl=False,
)
context.run_migrations()
