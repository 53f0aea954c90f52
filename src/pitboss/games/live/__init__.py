"""Shared parts of the live tables of every game: roles, log entries, events, views, seeds."""
