"""Irregularities: one file for each kind of remedy, registered under the name that the rulebook data cites.

A new irregularity is a function here under ``@remedy`` and an ``[irregularities.KIND]`` line in the rulebook.
"""

from importlib import import_module
from pkgutil import iter_modules

from pitboss.blackjack import commands as cmd
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.irregularities.base import REMEDIES
from pitboss.blackjack.state import State
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")


def check_irregularity(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    """Known to the rulebook, with what it concerns at this table, and told in its time."""
    rule = rules.irregularities.get(command.kind)
    if rule is None:
        known = ", ".join(sorted(rules.irregularities))
        return Refusal(
            "irregularity",
            f"{rules.rulebook} knows no irregularity '{command.kind}'; it knows {known}",
            (),
            rules.rulebook,
        )
    return REMEDIES[str(rule.value)].check(rules, state, command)


def do_irregularity(dealing: Dealing, command: cmd.ReportIrregularity) -> None:
    """Its remedy."""
    rule = dealing.rules.irregularities[command.kind]
    REMEDIES[str(rule.value)].do(dealing, command)
