"""The lines of a roulette table, derived from its commands."""

from pitboss.games.commands import TABLE_COMMANDS
from pitboss.games.grammar import Grammar
from pitboss.games.roulette import commands

GRAMMAR = Grammar((*vars(commands).values(), *TABLE_COMMANDS), "pitboss.games.roulette.commands")
read_command = GRAMMAR.read
command_words = GRAMMAR.line
