"""The tournament director: entries, sessions, play-offs, places and prizes over tables of blackjack."""

from pitboss.games.decision import Decision
from pitboss.games.tournament.context import CardAwaited, Chances
from pitboss.games.tournament.decide import act, decide, open_tournament, refusal_of, resume
from pitboss.games.tournament.evolve import apply, evolve, fold
from pitboss.games.tournament.rules import TournamentRules, tournament_rules
from pitboss.games.tournament.state import State

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
