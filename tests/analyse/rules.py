"""Rules for the tests of the analyser."""

from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.law.resolve import BlackjackRules


def rules_of(rulebook: str, options: str = "") -> BlackjackRules:
    """Returns the rules of a table with these options, each as name=value."""
    choices = dict(word.split("=", 1) for word in options.split())
    rules = resolve(load_rulebook(rulebook), choices, Limits(1_000, 100_000))
    assert not isinstance(rules, Refusal), rules
    return rules
