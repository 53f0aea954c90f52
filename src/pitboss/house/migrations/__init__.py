"""Alembic migrations to the schema of `pitboss.house.schema`."""
