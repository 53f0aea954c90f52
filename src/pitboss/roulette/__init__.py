"""Roulette: every position on the cloth, and the rounds of the wheel."""

from pitboss.roulette.decide import Decision, act, decide, open_state, refusal_of
from pitboss.roulette.evolve import apply, evolve
from pitboss.roulette.layout import Layout, Position, RouletteRules, layout_of
from pitboss.roulette.legal import LegalPositions, legal_positions
from pitboss.roulette.state import State

__all__ = [
    "Decision",
    "Layout",
    "LegalPositions",
    "Position",
    "RouletteRules",
    "State",
    "act",
    "apply",
    "decide",
    "evolve",
    "layout_of",
    "legal_positions",
    "open_state",
    "refusal_of",
]
