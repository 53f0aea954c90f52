"""Registry of remedies of irregularities, one module per group; a rulebook's data names them.

An irregularity with one of these remedies is an entry ``[irregularities]`` of a rulebook and no code.
"""

from importlib import import_module
from pkgutil import iter_modules

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.irregularities.base import Remedy, Report, missing_equipment
from pitboss.games.blackjack.irregularities.modules import remedies_of
from pitboss.games.blackjack.irregularities.target import parse_target
from pitboss.games.blackjack.state import State
from pitboss.games.irregularities import check_kind
from pitboss.games.words import BadWords
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")


def remedy_of(rules: BlackjackRules, kind: str) -> Remedy:
    """Returns the remedy of a kind that the rulebook has."""
    return remedies_of(rules)[rules.irregularities[kind].remedy]


def read_report(rules: BlackjackRules, command: cmd.ReportIrregularity) -> Report:
    """Parses the words of a report of a kind that the rulebook has. Raises BadWords."""
    entry, remedy = rules.irregularities[command.kind], remedy_of(rules, command.kind)
    target = parse_target(command.kind, remedy.target, command.details)
    return Report(command.kind, entry, entry.moment or remedy.moments[0], target)


def check_report_words(rules: BlackjackRules, command: cmd.Command) -> None:
    """Raises BadWords for a report whose words its remedy does not have, or of a kind that no rulebook has.

    A kind of another rulebook is no error of the line: the table refuses it.
    """
    if not isinstance(command, cmd.ReportIrregularity):
        return
    if command.kind in rules.irregularities:
        read_report(rules, command)
    else:
        check_kind(command.kind, rules.irregularities, "expected an irregularity,")


def check_irregularity(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    """Validates a report: the rulebook provides for it, and its remedy applies to the table now."""
    if command.kind not in rules.irregularities:
        known = ", ".join(sorted(rules.irregularities))
        text = f"{rules.rulebook} has no irregularity '{command.kind}'; it has {known}"
        return Refusal("irregularity", text, (), rules.rulebook)
    try:
        report = read_report(rules, command)
    except BadWords as error:
        return Refusal("words", str(error), (), rules.rulebook)
    remedy = remedy_of(rules, command.kind)
    return missing_equipment(rules, report, remedy.needs) or remedy.check(rules, state, report)


def do_irregularity(context: RoundContext, command: cmd.ReportIrregularity) -> None:
    """Executes the remedy."""
    report = read_report(context.rules, command)
    remedy_of(context.rules, command.kind).do(context, report)


def draws_a_card(rules: BlackjackRules, command: cmd.Command) -> bool:
    """Returns whether the command reports an irregularity whose remedy draws a card at once."""
    if not isinstance(command, cmd.ReportIrregularity) or command.kind not in rules.irregularities:
        return False
    return remedy_of(rules, command.kind).draws
