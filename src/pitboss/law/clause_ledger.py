"""Index between a rulebook's clauses and its entries: what each clause sets, and where."""

from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from itertools import takewhile
from typing import Any, Literal

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from pitboss.law.cite import Clauses, covers, without_number
from pitboss.law.irregularities import Irregularity
from pitboss.law.load import Clause, Constraint, CrossTableRule, Layer, PayLineData, Rule, Rulebook, WagerData
from pitboss.law.options import Option, value_text
from pitboss.law.paths import RULES_FILE
from pitboss.law.terms import GROUNDS, TERMS

Part = Literal["option", "constraint", "warning", "setting", "ground", "variant", "wager", "irregularity"]


class ClauseUse(Struct, frozen=True, kw_only=True):
    """One entry of a rulebook with its file, its path and its clauses."""

    part: Part
    name: str
    value: str = ""
    default: str = ""
    says: str = ""
    file: str = RULES_FILE
    path: str
    clauses: Clauses
    policy: str = ""
    variant: str = ""
    #: The names of the entry in the code.
    names: tuple[str, ...] = ()


def clause_uses(book: Rulebook) -> Iterator[ClauseUse]:
    """Yields every entry of the rulebook: options first, then rules in the order of the game's terms."""
    for name, option in book.options.items():
        yield _option(name, option)
    yield from (_demanded("constraint", number, demand) for number, demand in enumerate(book.constraints, 1))
    yield from (_demanded("warning", number, demand) for number, demand in enumerate(book.warnings, 1))
    yield from (_cross_table(number, rule) for number, rule in enumerate(book.alike, 1))
    yield from _rules(book, book.rules)
    for name, layer in book.layers.items():
        yield from _variant(book, name, layer)
    for name, wager in book.wagers.items():
        yield from _wager(book, name, wager)
    yield from _irregularities(book.irregularities)


def index_by_clause(book: Rulebook) -> dict[str, tuple[ClauseUse, ...]]:
    """Returns an index from clause ids to the entries that cite them."""
    index: dict[str, list[ClauseUse]] = {without_number(clause.id): [] for clause in book.clauses}
    for use in clause_uses(book):
        for clause in use.clauses:
            index.setdefault(clause, []).append(use)
    return {clause: tuple(entries) for clause, entries in index.items()}


def find_clauses(book: Rulebook, query: str) -> tuple[Clause, ...]:
    """Returns the clause with this id and its parts; the lookup ignores quotation marks, brackets and case."""
    query = " ".join(query.split())
    exact = tuple(clause for clause in book.clauses if covers(query, clause.id))
    if exact or not query:
        return exact
    loose = {clause.id: _loose(clause.id) for clause in book.clauses}
    same = tuple(clause for clause in book.clauses if _loose(without_number(clause.id)) == _loose(query))
    return (
        same
        or tuple(clause for clause in book.clauses if covers(_loose(query), loose[clause.id]))
        or tuple(clause for clause in book.clauses if _bare(without_number(clause.id)) == _bare(query))
    )


def search_clauses(book: Rulebook, text: str) -> tuple[Clause, ...]:
    """Returns the clauses whose id, summary and reading contain every word of the text."""
    words = text.casefold().split()
    return tuple(
        clause
        for clause in book.clauses
        if all(word in f"{clause.id} {clause.summary} {clause.reading_text}".casefold() for word in words)
    )


def near_clauses(book: Rulebook, query: str, most: int = 6) -> tuple[str, ...]:
    """Returns ids similar to one that does not exist, most similar first."""
    if not _loose(query).strip():
        return ()
    names = dict.fromkeys(without_number(clause.id) for clause in book.clauses)
    similarity = {name: _similarity(_loose(query), _loose(name)) for name in names}
    close = [name for name in names if similarity[name] >= 1]
    return tuple(sorted(close, key=lambda name: -similarity[name])[:most])


def rule_text(book: Rulebook, name: str, rule: Rule) -> str:
    """Returns the value of a rule as text, or the range of its option and the default."""
    if not rule.option:
        return format_value(rule.value) if rule.value is not None else ""
    option = book.options[rule.option]
    default = value_text(option, option.default_value)
    if rule.map:
        outcomes = dict.fromkeys(format_value(value) for value in rule.map.values())
        return f"{' or '.join(outcomes)}, by {rule.option} (default {format_value(rule.map.get(default, default))})"
    by = f", by {rule.option}" if rule.option != name else ""
    return f"{option.range_text}{by} (default {default})"


def default_text(book: Rulebook, name: str) -> str:
    """Returns the default of a setting that the rulebook omits; empty if it has no default or is not a setting."""
    for item in fields(TERMS[book.about.game]):
        if item.name == name:
            return "" if item.default is NODEFAULT else format_value(item.default)
    return ""


def format_value(value: Any) -> str:
    """Returns a value of the data as text."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {format_value(inner)}" for name, inner in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(format_value(inner) for inner in value)
    return str(value)


def _similarity(query: str, name: str) -> float:
    """Returns the similarity of two ids: common letters, plus a bonus for a common prefix, because clauses nest."""
    prefix = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(query, name, strict=False)))
    return SequenceMatcher(None, query, name).ratio() + prefix / len(query) + (query in name)


def _loose(text: str) -> str:
    return text.replace('"', "").casefold()


def _bare(text: str) -> str:
    """Returns an id without brackets, which a shell would need quoted: 12.4a for 12.4(a)."""
    return _loose(text).replace("(", "").replace(")", "").replace(" ", "")


def _option(name: str, option: Option) -> ClauseUse:
    return ClauseUse(
        part="option",
        name=name,
        value=option.range_text,
        default=value_text(option, option.default_value),
        says=option.help,
        path=f"options.{name}",
        clauses=option.clauses,
        policy=option.policy,
        names=(name,),
    )


def _demanded(part: Literal["constraint", "warning"], number: int, constraint: Constraint) -> ClauseUse:
    return ClauseUse(
        part=part,
        name=f"{part} {number}",
        value=_demand(constraint),
        says=constraint.says,
        path=f"{part}s {number}",
        clauses=constraint.clauses,
        names=(constraint.check,) if constraint.check else (),
    )


def _cross_table(number: int, rule: CrossTableRule) -> ClauseUse:
    return ClauseUse(
        part="constraint",
        name=f"alike {number}",
        value=f"where {_choices(rule.when)}: the same {rule.same or rule.measure} at all tables",
        says=rule.says,
        path=f"alike {number}",
        clauses=rule.clauses,
        names=(rule.measure,) if rule.measure else (),
    )


def _demand(constraint: Constraint) -> str:
    if constraint.check:
        demand = " ".join(filter(None, (f"check {constraint.check}", _numbers(constraint.given))))
    elif constraint.scale_of:
        demand = f"a pay table of {constraint.scale_of}"
    else:
        demand = _choices(constraint.require) or f"{', '.join(constraint.absent)} not chosen"
    return f"where {_choices(constraint.when)}: {demand}" if constraint.when else demand


def _choices(wanted: Mapping[str, Any]) -> str:
    """Returns conditions on options as text: ``boxes 6, decks 6 to 8``."""
    return ", ".join(f"{name} {_wanted(value)}" for name, value in wanted.items())


def _numbers(given: Mapping[str, Any]) -> str:
    """Returns the arguments of a check as text: ``(least 0, most 0.30)``."""
    return f"({'; '.join(f'{name} {format_value(value)}' for name, value in given.items())})" if given else ""


def _wanted(value: Any) -> str:
    if isinstance(value, dict):
        return " to ".join(format_value(value[end]) for end in ("min", "max") if end in value)
    return " or ".join(format_value(item) for item in value) if isinstance(value, list) else format_value(value)


def _rules(book: Rulebook, rules: Mapping[str, Rule], variant: str = "") -> Iterator[ClauseUse]:
    """Yields settings and grounds in the order of the game's terms."""
    game = book.layers[variant].game(book.about) if variant else book.about.game
    grounds, settings = GROUNDS[game], TERMS[game].__struct_fields__
    for name in (*settings, *(ground for ground in grounds if ground not in settings)):
        if name in rules:
            rule = rules[name]
            yield ClauseUse(
                part="setting" if name in settings else "ground",
                name=name,
                value=rule_text(book, name, rule),
                says=grounds.get(name, ""),
                file=_file(variant),
                path=f"rules.{name}",
                clauses=rule.clauses,
                policy=rule.policy,
                variant=variant,
                names=(name,),
            )


def _file(variant: str) -> str:
    return f"variants/{variant}.toml" if variant else RULES_FILE


def _variant(book: Rulebook, name: str, layer: Layer) -> Iterator[ClauseUse]:
    defaults = f"; by default {_choices(layer.defaults)}" if layer.defaults else ""
    yield ClauseUse(
        part="variant",
        name=name,
        value=f"where {_choices(layer.variant.when)}{defaults}",
        says=layer.variant.title,
        file=_file(name),
        path="variant",
        clauses=layer.variant.clauses,
        variant=name,
    )
    yield from _rules(book, layer.rules, name)
    yield from _irregularities(layer.irregularities, name)


def _irregularities(irregularities: Mapping[str, Irregularity], variant: str = "") -> Iterator[ClauseUse]:
    for name, rule in irregularities.items():
        yield ClauseUse(
            part="irregularity",
            name=name,
            value=rule.remedy,
            file=_file(variant),
            path=f"irregularities.{name}",
            clauses=rule.clauses,
            policy=rule.policy,
            variant=variant,
            names=tuple(dict.fromkeys((rule.remedy, name))),
        )


def _wager(book: Rulebook, name: str, wager: WagerData) -> Iterator[ClauseUse]:
    parts = {"offered": wager.offered, "placed": wager.placed, "amount": wager.amount, "settled": wager.settled}
    for part, rule in (parts | wager.grounds).items():
        yield ClauseUse(
            part="wager",
            name=f"{name}: {part}",
            value=rule_text(book, name, rule),
            path=f"wagers.{name}.{part}" if part in parts else f"wagers.{name}.grounds.{part}",
            clauses=rule.clauses,
            policy=rule.policy,
            names=(wager.play,),
        )
    for line, pays in wager.lines.items():
        yield _pay_line(name, wager, f"{line} pays", f"lines.{line}", pays)
    for scale, lines in wager.scales.items():
        for line, pays in lines.items():
            yield _pay_line(name, wager, f"{line} pays on {scale}", f"scales.{scale}.{line}", pays)


def _pay_line(name: str, wager: WagerData, label: str, path: str, pays: PayLineData) -> ClauseUse:
    return ClauseUse(
        part="wager",
        name=f"{name}: {label}",
        value=pays.odds or f"{pays.award} in all",
        path=f"wagers.{name}.{path}",
        clauses=pays.clauses,
        names=(wager.play,),
    )
