"""Overlay one rulebook on another: entries of the upper prevail; clauses of the lower get its id as a prefix."""

from typing import Any

from msgspec.structs import replace

from pitboss.law.cite import Citations, Clauses, covers
from pitboss.law.load import load_rulebook
from pitboss.law.options import value_text
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import TableRules, resolve


def qualify_clauses(rulebook: str, clauses: Clauses) -> Clauses:
    """Returns clauses with the rulebook's id as a prefix: ``base:11.1``. Clauses with a prefix stay unchanged."""
    return tuple(clause if ":" in clause else f"{rulebook}:{clause}" for clause in clauses)


def base_applied_by(rules: TableRules[Any], clauses: Clauses) -> Clauses:
    """Returns the clauses that apply the rulebook of the base game, where one of these is a clause of it."""
    base = load_rulebook(rules.rulebook).about.base
    if not base or not any(clause.startswith(f"{base}:") for clause in clauses):
        return ()
    return tuple(clause for clause in rules.cite("base_options") if clause not in clauses)


def resolve_over_base(upper: TableRules[Any]) -> TableRules[Any] | Refusal:
    """Returns the rules of the base game, resolved with the inherited choices, with the upper rules as overlay."""
    book = load_rulebook(upper.rulebook)
    inherited = {name: value_text(book.options[name], upper.options[name]) for name in upper.terms.base_options}
    lower = resolve(load_rulebook(book.about.base), inherited, upper.limits)
    if isinstance(lower, Refusal):
        return Refusal(lower.kind, lower.message, qualify_clauses(lower.rulebook, lower.clauses), upper.rulebook)
    return overlay_rules(lower, upper)


def overlay_rules(lower: TableRules[Any], upper: TableRules[Any]) -> TableRules[Any]:
    """Returns the lower rules with every setting and ground replaced that the upper rules define by the same name.

    Clauses that the upper rules switch off are not cited. Side wagers of the lower game are not offered, unless both
    rules come from the same document.
    """
    own = lower.rulebook == upper.rulebook
    settings = upper.terms.__struct_fields__
    prevailing = {name: getattr(upper.terms, name) for name in lower.terms.__struct_fields__ if name in settings}
    off = upper.terms.base_clauses_off

    def cited(clauses: Clauses) -> Clauses:
        in_force = tuple(clause for clause in clauses if not any(covers(named, clause) for named in off))
        return in_force if own else qualify_clauses(lower.rulebook, in_force)

    by_name = {name: cited(clauses) for name, clauses in lower.clauses.items() if isinstance(name, str)}
    by_name |= {name: clauses for name, clauses in upper.clauses.items() if name in by_name and clauses}
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
        clauses=Citations(by_name),
        policies=lower.policies | upper.policies,
        sides=lower.sides if own else {},
        irregularities=irregularities,
        memo={},
    )
