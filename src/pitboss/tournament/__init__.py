"""The tournament director: entries, sessions, play-offs, places and prizes, around tables of blackjack."""

from pitboss.tournament.decide import Decision, act, decide, open_tournament, refusal_of, resume
from pitboss.tournament.directing import CardAwaited, Chances
from pitboss.tournament.evolve import apply, evolve, fold
from pitboss.tournament.rules import TournamentRules, tournament_rules
from pitboss.tournament.state import State

__all__ = [
    "CardAwaited",
    "Chances",
    "Decision",
    "State",
    "TournamentRules",
    "act",
    "apply",
    "decide",
    "evolve",
    "fold",
    "open_tournament",
    "refusal_of",
    "resume",
    "tournament_rules",
]
