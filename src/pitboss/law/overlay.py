"""One rulebook laid over another: where both speak the upper prevails, and clauses of the lower carry its name."""

from typing import Any

from msgspec.structs import replace

from pitboss.law.cite import Citations, Clauses, covers
from pitboss.law.load import load_rulebook
from pitboss.law.options import value_text
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import TableRules, resolve


def named_after(rulebook: str, clauses: Clauses) -> Clauses:
    """Clauses as another rulebook cites them: ``base:11.1``; those that carry a name already keep it."""
    return tuple(clause if ":" in clause else f"{rulebook}:{clause}" for clause in clauses)


def over_base(upper: TableRules[Any]) -> TableRules[Any] | Refusal:
    """The rules of a table of the base game with the choices that are handed on to it, and the upper rules on top."""
    book = load_rulebook(upper.rulebook)
    handed_on = {name: value_text(book.options[name], upper.options[name]) for name in upper.terms.base_options}
    lower = resolve(load_rulebook(book.about.base), handed_on, upper.limits)
    if isinstance(lower, Refusal):
        return Refusal(lower.kind, lower.message, named_after(lower.rulebook, lower.clauses), upper.rulebook)
    return lay_over(lower, upper)


def lay_over(lower: TableRules[Any], upper: TableRules[Any]) -> TableRules[Any]:
    """The lower rules, in which every setting and ground that the upper has by the same name is the upper's.

    What the upper switches off is not cited; side wagers of the lower game are not offered, except under conditions
    that the same document lays over its own game.
    """
    own = lower.rulebook == upper.rulebook
    settings = upper.terms.__struct_fields__
    prevailing = {name: getattr(upper.terms, name) for name in lower.terms.__struct_fields__ if name in settings}
    off = upper.terms.base_clauses_off

    def cited(rests: Clauses) -> Clauses:
        still = tuple(clause for clause in rests if not any(covers(named, clause) for named in off))
        return still if own else named_after(lower.rulebook, still)

    clauses = {name: cited(rests) for name, rests in lower.clauses.items() if isinstance(name, str)}
    clauses |= {name: rests for name, rests in upper.clauses.items() if name in clauses and rests}
    irregularities = {
        kind: replace(rule, clause=cited(rule.clauses))
        for kind, rule in lower.irregularities.items()
        if kind not in upper.terms.base_irregularities_off and cited(rule.clauses)
    }
    return replace(
        lower,
        rulebook=upper.rulebook,
        title=upper.title,
        terms=replace(lower.terms, **prevailing),
        limits=upper.limits,
        clauses=Citations(clauses),
        policies=lower.policies | upper.policies,
        sides=lower.sides if own else {},
        irregularities=irregularities,
        memo={},
    )
