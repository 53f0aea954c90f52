"""The lines of a roulette table, derived from its commands."""

from pitboss.games.commands import CORRECTIONS, TABLE_COMMANDS
from pitboss.games.grammar import Grammar
from pitboss.games.irregularities import check_kind
from pitboss.games.roulette import commands
from pitboss.games.roulette.layout import RouletteRules

GRAMMAR = Grammar((*vars(commands).values(), *TABLE_COMMANDS, *CORRECTIONS), "pitboss.games.roulette.commands")
read_command = GRAMMAR.read
command_words = GRAMMAR.line


def check_reason(rules: RouletteRules, command: commands.Command) -> None:
    """Raises BadWords for a void spin with a reason that no rulebook has."""
    if isinstance(command, commands.CallNoSpin):
        expected = f"expected 'no_spin REASON', got 'no_spin {command.reason}': the reason is"
        check_kind(command.reason, rules.irregularities, expected)
