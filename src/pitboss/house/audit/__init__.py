"""Audit of a database: hash chains, replayed play and ledger."""
