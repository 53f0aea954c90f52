"""The lines of a blackjack table, derived from its commands."""

from pitboss.games.blackjack import commands
from pitboss.games.commands import CORRECTIONS, TABLE_COMMANDS
from pitboss.games.grammar import Grammar
from pitboss.games.words import BadWords

GRAMMAR = Grammar((*vars(commands).values(), *TABLE_COMMANDS, *CORRECTIONS), "pitboss.games.blackjack.commands")
read_command = GRAMMAR.read
command_words = GRAMMAR.line
PLAYER_VERBS = GRAMMAR.player_verbs

__all__ = ["GRAMMAR", "PLAYER_VERBS", "BadWords", "command_words", "read_command"]
