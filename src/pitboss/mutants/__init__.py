"""Mutation coverage: breaks each value of a rulebook and each branch of the games, and replays the cases."""
