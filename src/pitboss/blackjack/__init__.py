"""Blackjack: one engine for every rulebook."""

from pitboss.blackjack.decide import Decision, act, decide, open_state, refusal_of, resume
from pitboss.blackjack.evolve import apply, evolve
from pitboss.blackjack.legal import LegalActions, legal_actions
from pitboss.blackjack.state import State

__all__ = [
    "Decision",
    "LegalActions",
    "State",
    "act",
    "apply",
    "decide",
    "evolve",
    "legal_actions",
    "open_state",
    "refusal_of",
    "resume",
]
