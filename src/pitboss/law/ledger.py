"""The reverse index of a rulebook: everything that it sets, in which file and on which clause, and back again."""

from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from itertools import takewhile
from typing import Any, Literal

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from pitboss.law.cite import Clauses, covers, without_number
from pitboss.law.load import Alike, Clause, Constraint, Layer, Line, Rule, Rulebook, WagerData
from pitboss.law.options import Option, value_text
from pitboss.law.terms import GROUNDS, TERMS

Part = Literal["option", "constraint", "setting", "ground", "variant", "wager", "irregularity"]

RULES_FILE = "rules.toml"


class Use(Struct, frozen=True, kw_only=True):
    """One thing that a rulebook sets, with the place where it does so and the clauses that it rests on."""

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
    #: The names by which the code knows it.
    names: tuple[str, ...] = ()


def uses(book: Rulebook) -> Iterator[Use]:
    """Everything that the rulebook sets, options first and in the order in which the game lists its terms."""
    for name, option in book.options.items():
        yield _option(name, option)
    yield from (_constraint(number, constraint) for number, constraint in enumerate(book.constraints, 1))
    yield from (_alike(number, alike) for number, alike in enumerate(book.alike, 1))
    yield from _rules(book, book.rules)
    for name, layer in book.layers.items():
        yield from _variant(book, name, layer)
    for name, wager in book.wagers.items():
        yield from _wager(book, name, wager)
    yield from _irregularities(book, book.irregularities)


def index(book: Rulebook) -> dict[str, tuple[Use, ...]]:
    """What each clause sets, by the clause as it is cited."""
    found: dict[str, list[Use]] = {without_number(clause.id): [] for clause in book.clauses}
    for use in uses(book):
        for clause in use.clauses:
            found.setdefault(clause, []).append(use)
    return {clause: tuple(using) for clause, using in found.items()}


def find_clauses(book: Rulebook, asked: str) -> tuple[Clause, ...]:
    """The clause that is asked for and its parts; quotation marks, brackets and capitals may be left out."""
    asked = " ".join(asked.split())
    exact = tuple(clause for clause in book.clauses if covers(asked, clause.id))
    if exact or not asked:
        return exact
    loose = {clause.id: _loose(clause.id) for clause in book.clauses}
    same = tuple(clause for clause in book.clauses if _loose(without_number(clause.id)) == _loose(asked))
    return (
        same
        or tuple(clause for clause in book.clauses if covers(_loose(asked), loose[clause.id]))
        or tuple(clause for clause in book.clauses if _bare(without_number(clause.id)) == _bare(asked))
    )


def search_clauses(book: Rulebook, text: str) -> tuple[Clause, ...]:
    """The clauses in whose name, summary or reading every word of the text is found."""
    words = text.casefold().split()
    return tuple(
        clause
        for clause in book.clauses
        if all(word in f"{clause.id} {clause.summary} {clause.reading_text}".casefold() for word in words)
    )


def near_clauses(book: Rulebook, asked: str, most: int = 6) -> tuple[str, ...]:
    """Clauses with a name like the one that was asked for and does not exist."""
    if not _loose(asked).strip():
        return ()
    names = dict.fromkeys(without_number(clause.id) for clause in book.clauses)
    likeness = {name: _likeness(_loose(asked), _loose(name)) for name in names}
    close = [name for name in names if likeness[name] >= 1]
    return tuple(sorted(close, key=lambda name: -likeness[name])[:most])


def rule_text(book: Rulebook, name: str, rule: Rule) -> str:
    """What the rule of that name is set to: its value, or the choice that it leaves with what holds by default."""
    if not rule.option:
        return plain(rule.value) if rule.value is not None else ""
    option = book.options[rule.option]
    default = value_text(option, option.default_value)
    if rule.map:
        outcomes = dict.fromkeys(plain(value) for value in rule.map.values())
        return f"{' or '.join(outcomes)}, by {rule.option} (default {plain(rule.map.get(default, default))})"
    by = f", by {rule.option}" if rule.option != name else ""
    return f"{option.range_text}{by} (default {default})"


def default_text(book: Rulebook, name: str) -> str:
    """What a setting is where the rulebook does not speak of it; empty where it must, or where it is no setting."""
    for item in fields(TERMS[book.about.game]):
        if item.name == name:
            return "" if item.default is NODEFAULT else plain(item.default)
    return ""


def plain(value: Any) -> str:
    """A value of the data for people."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {plain(inner)}" for name, inner in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(plain(inner) for inner in value)
    return str(value)


def _likeness(asked: str, name: str) -> float:
    """How alike two names are: letters in common, and as much again for a common beginning, for clauses nest so."""
    alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(asked, name, strict=False)))
    return SequenceMatcher(None, asked, name).ratio() + alike / len(asked) + (asked in name)


def _loose(text: str) -> str:
    return text.replace('"', "").casefold()


def _bare(text: str) -> str:
    """Without the brackets, which a shell wants quoted: 12.4a for 12.4(a)."""
    return _loose(text).replace("(", "").replace(")", "").replace(" ", "")


def _option(name: str, option: Option) -> Use:
    return Use(
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


def _constraint(number: int, constraint: Constraint) -> Use:
    return Use(
        part="constraint",
        name=f"constraint {number}",
        value=_demand(constraint),
        says=constraint.says,
        path=f"constraints {number}",
        clauses=constraint.clauses,
        names=(constraint.check,) if constraint.check else (),
    )


def _alike(number: int, alike: Alike) -> Use:
    return Use(
        part="constraint",
        name=f"alike {number}",
        value=f"where {_choices(alike.when)}: the same {alike.same or alike.measure} at all tables",
        says=alike.says,
        path=f"alike {number}",
        clauses=alike.clauses,
        names=(alike.measure,) if alike.measure else (),
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
    """``boxes 6, decks 6 to 8``: what is wanted of each option."""
    return ", ".join(f"{name} {_wanted(value)}" for name, value in wanted.items())


def _numbers(given: Mapping[str, Any]) -> str:
    """``(least 0, most 0.30)``: the numbers of the law that a check is given."""
    return f"({'; '.join(f'{name} {plain(value)}' for name, value in given.items())})" if given else ""


def _wanted(value: Any) -> str:
    if isinstance(value, dict):
        return " to ".join(plain(value[end]) for end in ("min", "max") if end in value)
    return " or ".join(plain(item) for item in value) if isinstance(value, list) else plain(value)


def _rules(book: Rulebook, rules: Mapping[str, Rule], variant: str = "") -> Iterator[Use]:
    """Settings and grounds, in the order in which the game lists them."""
    game = book.layers[variant].game(book.about) if variant else book.about.game
    grounds, settings = GROUNDS[game], TERMS[game].__struct_fields__
    for name in (*settings, *(ground for ground in grounds if ground not in settings)):
        if name in rules:
            rule = rules[name]
            yield Use(
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


def _variant(book: Rulebook, name: str, layer: Layer) -> Iterator[Use]:
    defaults = f"; by default {_choices(layer.defaults)}" if layer.defaults else ""
    yield Use(
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
    yield from _irregularities(book, layer.irregularities, name)


def _irregularities(book: Rulebook, irregularities: Mapping[str, Rule], variant: str = "") -> Iterator[Use]:
    for name, rule in irregularities.items():
        yield Use(
            part="irregularity",
            name=name,
            value=rule_text(book, name, rule),
            file=_file(variant),
            path=f"irregularities.{name}",
            clauses=rule.clauses,
            policy=rule.policy,
            variant=variant,
            names=tuple(dict.fromkeys((str(rule.value), name))),
        )


def _wager(book: Rulebook, name: str, wager: WagerData) -> Iterator[Use]:
    parts = {"offered": wager.offered, "placed": wager.placed, "amount": wager.amount, "settled": wager.settled}
    for part, rule in (parts | wager.grounds).items():
        yield Use(
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


def _pay_line(name: str, wager: WagerData, label: str, path: str, pays: Line) -> Use:
    return Use(
        part="wager",
        name=f"{name}: {label}",
        value=pays.odds or f"{pays.award} in all",
        path=f"wagers.{name}.{path}",
        clauses=pays.clauses,
        names=(wager.play,),
    )
