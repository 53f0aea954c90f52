"""Roulette: the layout, the wagers and the rounds of the wheel."""

from pitboss.games.decision import Decision
from pitboss.games.roulette.decide import act, decide, open_state, refusal_of
from pitboss.games.roulette.evolve import apply, evolve
from pitboss.games.roulette.layout import Layout, Position, RouletteRules, layout_of
from pitboss.games.roulette.legal import LegalPositions, legal_positions
from pitboss.games.roulette.state import State

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
