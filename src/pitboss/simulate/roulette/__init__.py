"""Roulette simulation."""
