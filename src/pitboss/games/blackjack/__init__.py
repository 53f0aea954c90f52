"""The blackjack engine: one implementation for all rulebooks."""

from pitboss.games.blackjack.decide import act, decide, open_state, refusal_of, release_payment, resume
from pitboss.games.blackjack.evolve import apply, evolve
from pitboss.games.blackjack.legal import LegalActions, legal_actions
from pitboss.games.blackjack.state import State
from pitboss.games.decision import Decision

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
    "release_payment",
    "resume",
]
