"""Registry of irregularities: one module per group of remedies, registered under the names of the rulebook data.

A new irregularity is a function here with ``@remedy`` and an ``[irregularities.KIND]`` entry in the rulebook.
"""

from importlib import import_module
from pkgutil import iter_modules

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.irregularities.base import REMEDIES
from pitboss.games.blackjack.state import State
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")


def check_irregularity(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    """Validates a report: the rulebook provides for it, and its remedy applies to the table now."""
    rule = rules.irregularities.get(command.kind)
    if rule is None:
        known = ", ".join(sorted(rules.irregularities))
        return Refusal(
            "irregularity",
            f"{rules.rulebook} has no irregularity '{command.kind}'; it has {known}",
            (),
            rules.rulebook,
        )
    return REMEDIES[str(rule.value)].check(rules, state, command)


def do_irregularity(context: RoundContext, command: cmd.ReportIrregularity) -> None:
    """Executes the remedy."""
    rule = context.rules.irregularities[command.kind]
    REMEDIES[str(rule.value)].do(context, command)
