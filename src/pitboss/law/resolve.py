"""From what the law permits and the operator chose to the rules of one table, or a refusal that names the clause."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from pitboss.law.checks import CHECKS, decks_in_play
from pitboss.law.cite import Citations, Clauses
from pitboss.law.load import Constraint, LawError, Line, Rule, Rulebook, WagerData, load_rulebook
from pitboss.law.options import OutsideTheLaw, as_decimal, read_value
from pitboss.law.refusal import Refusal
from pitboss.law.terms import GROUNDS, TERMS, BlackjackTerms
from pitboss.money import Odds, parse_amount, parse_odds

TermsT = TypeVar("TermsT")


class Limits(Struct, frozen=True):
    """The sign at the table: the least and the most of a main wager, and the step of every wager."""

    minimum: int = 100
    maximum: int = 10_000_000
    step: int | None = None


class PayLine(Struct, frozen=True):
    """What a line of a pay table gives: odds on the stake, or a fixed award in place of it."""

    odds: Odds | None
    award: int
    clauses: Clauses


class SideTerms(Struct, frozen=True, kw_only=True):
    """One side wager as this table plays it."""

    name: str
    play: str
    offered: bool
    needs: str
    amount: int | None
    lines: dict[str, PayLine]
    details: dict[str, Any]
    clauses: dict[str, Clauses]

    def cite(self, *names: str) -> Clauses:
        """The clauses on which these parts of the wager rest."""
        return tuple(dict.fromkeys(clause for name in names for clause in self.clauses.get(name, ())))


class TableRules(Struct, Generic[TermsT], frozen=True, kw_only=True):
    """One lawful choice of everything, each with its clause."""

    rulebook: str
    title: str
    terms: TermsT
    limits: Limits
    options: dict[str, Any]
    clauses: Citations
    policies: dict[str, str]
    sides: dict[str, SideTerms]
    irregularities: dict[str, Rule]
    layers: tuple[str, ...]
    #: What the games derive from these rules once and keep.
    memo: dict[str, Any] = field(default_factory=dict)

    def cite(self, *names: str) -> Clauses:
        """The clauses on which these rules rest here, in order and once each."""
        return self.clauses[names]

    def refuse(self, kind: str, message: str, *more: str) -> Refusal:
        """A refusal on that rule and any further ones."""
        return Refusal(kind, message, self.cite(kind, *more), self.rulebook)


BlackjackRules = TableRules[BlackjackTerms]


def resolve(book: Rulebook, choices: Mapping[str, str], limits: Limits | None = None) -> TableRules[Any] | Refusal:
    """The rules of a table with these choices; ValueError where a choice cannot be read or names no option."""
    limits = limits or Limits()
    options = chosen_options(book, choices)
    if isinstance(options, Refusal):
        return options
    if limits.step is not None and "increment" in options:
        if options["increment"] not in (None, limits.step):
            raise ValueError("option increment and the step of the limits are one thing, and here they differ")
        options["increment"] = limits.step
    refusal = _constrained(book, options, limits, choices)
    if refusal is not None:
        return refusal
    layers = [name for name, layer in book.layers.items() if holds(layer.variant.when, options)]
    rules = dict(book.rules)
    for name in layers:
        if not book.layers[name].variant.around:
            rules |= book.layers[name].rules
    return TableRules(
        rulebook=book.id,
        title=book.about.title,
        terms=_terms(book, book.about.game, rules, options),
        limits=limits,
        options=options,
        clauses=Citations(
            dict.fromkeys((*GROUNDS[book.about.game], *TERMS[book.about.game].__struct_fields__), ())
            | {name: rule.clauses for name, rule in rules.items()}
            | {f"variant {name}": book.layers[name].variant.clauses for name in layers}
        ),
        policies={name: rule.policy for name, rule in rules.items() if rule.policy},
        sides={name: _side(book, name, data, options) for name, data in book.wagers.items()},
        irregularities=book.irregularities,
        layers=tuple(layers),
    )


def held_around(table: TableRules[Any]) -> TableRules[Any] | None:
    """The rules of what the operator chose to hold at such tables, a tournament; None where they play for themselves.

    What its conditions say nothing of rests on the clause of its layer, or, where the game at the table has a rule of
    that name, on the game's.
    """
    book = load_rulebook(table.rulebook)
    layer = next((book.layers[name] for name in table.layers if book.layers[name].variant.around), None)
    if layer is None:
        return None
    game = layer.variant.around
    conditions = dict.fromkeys((*GROUNDS[game], *TERMS[game].__struct_fields__), layer.variant.clauses)
    conditions |= {name: rests for name, rests in table.clauses.items() if name in conditions}
    return replace(
        table,
        title=f"{table.title}: {layer.variant.title}",
        terms=_terms(book, game, layer.rules, table.options),
        clauses=Citations(conditions | {name: rule.clauses for name, rule in layer.rules.items()}),
        policies={name: rule.policy for name, rule in layer.rules.items() if rule.policy},
        sides={},
        irregularities=layer.irregularities,
        memo={},
    )


def game_of(table: TableRules[Any]) -> str:
    """What is played by these rules: ``blackjack``, ``roulette`` or ``tournament``."""
    book = load_rulebook(table.rulebook)
    return next(filter(None, (book.layers[name].variant.around for name in table.layers)), book.about.game)


def chosen_options(book: Rulebook, choices: Mapping[str, str]) -> dict[str, Any] | Refusal:
    """The value of every option with these choices; ValueError where one cannot be read or names no option."""
    chosen: dict[str, Any] = {}
    outside: dict[str, str] = {}
    for name, text in choices.items():
        option = book.options.get(name)
        if option is None:
            raise ValueError(f"{book.id} has no option '{name}'; it has {', '.join(sorted(book.options))}")
        if text == "none" and option.default_value is None:
            continue
        try:
            chosen[name] = read_value(option, text)
        except OutsideTheLaw as error:
            outside[name] = f"option {name}: {error}"
        except ValueError as error:
            raise ValueError(f"option {name}: {error}") from None
    values = {name: option.default_value for name, option in book.options.items()} | chosen
    for layer in book.layers.values():
        if holds(layer.variant.when, values):
            values |= {name: value for name, value in layer.defaults.items() if name not in chosen}
    return _outside_the_law(book, outside, values) if outside else values


def _outside_the_law(book: Rulebook, outside: Mapping[str, str], values: Mapping[str, Any]) -> Refusal:
    """A refusal on all that forbids these options: no value outside an option's range meets a narrower demand."""
    narrower = [
        constraint
        for constraint in book.constraints
        if any(name in outside for name in constraint.require) and holds(constraint.when, values)
    ]
    broken = (*(book.options[name] for name in outside), *narrower)
    clauses = tuple(dict.fromkeys(clause for law in broken for clause in law.clauses))
    messages = (*outside.values(), *(constraint.says for constraint in narrower))
    return Refusal("option", "; ".join(messages), clauses, book.id)


def _constrained(
    book: Rulebook, options: Mapping[str, Any], limits: Limits, choices: Mapping[str, str]
) -> Refusal | None:
    """A refusal on every constraint that is not met."""
    broken = [
        constraint
        for constraint in book.constraints
        if holds(constraint.when, options) and not _met(book, constraint, options, limits, choices)
    ]
    if not 0 < limits.minimum <= limits.maximum:
        words = "the minimum is above the maximum" if limits.minimum > 0 else "the minimum is more than nothing"
        return Refusal("limits", words, book.rules["limits"].clauses, book.id)
    if not broken:
        return None
    clauses = tuple(dict.fromkeys(clause for constraint in broken for clause in constraint.clauses))
    return Refusal("constraint", "; ".join(constraint.says for constraint in broken), clauses, book.id)


def _met(
    book: Rulebook, constraint: Constraint, options: Mapping[str, Any], limits: Limits, choices: Mapping[str, str]
) -> bool:
    if constraint.check:
        return CHECKS[constraint.check](options, limits, **constraint.given)
    if constraint.scale_of:
        wager = book.wagers[constraint.scale_of]
        return _scale(wager, options) in wager.scales
    return _meets(constraint.require, options) and not any(name in choices for name in constraint.absent)


def holds(when: Mapping[str, Any], options: Mapping[str, Any]) -> bool:
    """Whether the options are as the data wants them."""
    return all(_is(options[name], wanted) for name, wanted in when.items())


def _meets(require: Mapping[str, Any], options: Mapping[str, Any]) -> bool:
    for name, wanted in require.items():
        value = options[name]
        if isinstance(wanted, dict):
            if ("min" in wanted and value < wanted["min"]) or ("max" in wanted and value > wanted["max"]):
                return False
        elif not _is(value, wanted):
            return False
    return True


def _is(value: Any, wanted: Any) -> bool:
    """Whether a choice is what the data wants, or one of several; odds are compared as they are written."""
    plain = str(value) if isinstance(value, Odds) else value
    return plain in (wanted if isinstance(wanted, list) else [wanted])


def _value(rule: Rule, options: Mapping[str, Any]) -> Any:
    if not rule.option:
        return rule.value
    value = options[rule.option]
    if rule.map:
        key = str(value).lower() if isinstance(value, bool) else str(value)
        return rule.map.get(key, value)
    return value


def _terms(book: Rulebook, game: str, rules: Mapping[str, Rule], options: Mapping[str, Any]) -> Any:
    kind = TERMS[game]
    plain: dict[str, Any] = {}
    for name in kind.__struct_fields__:
        if name in rules:
            value = _value(rules[name], options)
            plain[name] = as_decimal(value) if isinstance(value, Fraction) else value
            if kind.__annotations__[name] is Odds:
                plain[name] = msgspec.to_builtins(parse_odds(str(value)))
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        raise LawError(f"{book.id}: rules: {error}") from None


def _side(book: Rulebook, name: str, data: WagerData, options: Mapping[str, Any]) -> SideTerms:
    on = _value(data.offered, options)
    amount = _value(data.amount, options)
    lines = data.scales.get(_scale(data, options), {}) if data.scales else data.lines
    parts = {"offered": data.offered, "placed": data.placed, "amount": data.amount, "settled": data.settled}
    return SideTerms(
        name=name,
        play=data.play,
        offered=bool(on) and on != "none",
        needs=str(data.placed.value),
        amount=parse_amount(amount) if isinstance(amount, str) else amount,
        lines={line: _pay_line(terms) for line, terms in lines.items()},
        details={key: _detail(value, options) for key, value in data.details.items()},
        clauses={part: rule.clauses for part, rule in (parts | data.grounds).items()}
        | {"not_beside": _not_beside(book, data.offered, options)},
    )


def _not_beside(book: Rulebook, offered: Rule, options: Mapping[str, Any]) -> Clauses:
    """The clauses on which what the table has chosen keeps it from offering this wager, too."""
    if not offered.option:
        return ()
    ways = offered.map or dict.fromkeys(book.options[offered.option].values or (True,), True) | {"none": False}
    with_it = {**options, offered.option: next(way for way, offers in ways.items() if offers)}
    broken = (
        constraint
        for constraint in book.constraints
        if offered.option in constraint.when.keys() | constraint.require.keys()
        and holds(constraint.when, with_it)
        and not _meets(constraint.require, with_it)
    )
    return tuple(dict.fromkeys(clause for constraint in broken for clause in constraint.clauses))


def _scale(data: WagerData, options: Mapping[str, Any]) -> str:
    """The name of the pay table that these choices ask for."""
    return "/".join(str(decks_in_play(options) if name == "decks_in_play" else options[name]) for name in data.scale)


def _detail(value: Any, options: Mapping[str, Any]) -> Any:
    return options[value["option"]] if isinstance(value, dict) and set(value) == {"option"} else value


def _pay_line(line: Line) -> PayLine:
    odds = parse_odds(line.odds) if line.odds else None
    return PayLine(odds, parse_amount(line.award) if line.award else 0, line.clauses)
