"""Resolve a rulebook and an operator's choices into the rules of one table, or a refusal with the clause."""

import hashlib
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from pitboss.law.checks import CHECKS, decks_in_play
from pitboss.law.cite import Citations, Clauses
from pitboss.law.errors import LawError
from pitboss.law.findings import explain_value, suggestion
from pitboss.law.irregularities import Irregularity
from pitboss.law.load import LABORATORY_BOOK, Constraint, PayLineData, Rule, Rulebook, WagerData, load_rulebook
from pitboss.law.options import UnlawfulValue, as_decimal, choices_as_text, parse_value
from pitboss.law.refusal import LawWarning, Refusal
from pitboss.law.terms import GROUNDS, TERMS, BlackjackTerms
from pitboss.money import MOST_CENTS, PUSH, Odds, parse_amount, parse_odds

TermsT = TypeVar("TermsT")


class Limits(Struct, frozen=True):
    """The posted limits in cents: minimum and maximum of a main wager, and the step of every wager."""

    minimum: int = 100
    maximum: int = 10_000_000
    step: int | None = None


class PayLine(Struct, frozen=True):
    """A resolved line of a pay table: odds on the stake, or a fixed award that replaces it."""

    odds: Odds | None
    award: int
    clauses: Clauses


class SideTerms(Struct, frozen=True, kw_only=True):
    """The resolved terms of one side wager at a table."""

    name: str
    play: str
    offered: bool
    needs: str
    #: The only allowed amount; None if there are several.
    amount: int | None
    lines: dict[str, PayLine]
    details: dict[str, Any]
    clauses: dict[str, Clauses]
    #: Minimum and maximum if the sign posts a range of amounts.
    posted: tuple[int, int] | None = None
    #: The option that offers the wager, and a value of it that does; None if it depends on no option.
    offered_with: tuple[str, Any] | None = None

    @property
    def least(self) -> int | None:
        """The minimum amount, if one is fixed or posted."""
        return self.posted[0] if self.posted is not None else self.amount

    def cite(self, *names: str) -> Clauses:
        """Returns the clauses of these parts of the wager, without duplicates."""
        return tuple(dict.fromkeys(clause for name in names for clause in self.clauses.get(name, ())))


class TableRules(Struct, Generic[TermsT], frozen=True, kw_only=True):
    """The resolved rules of one table: every setting with its clauses."""

    rulebook: str
    title: str
    terms: TermsT
    limits: Limits
    options: dict[str, Any]
    clauses: Citations
    policies: dict[str, str]
    sides: dict[str, SideTerms]
    irregularities: dict[str, Irregularity]
    layers: tuple[str, ...]
    #: Warnings about choices that another reading of the document forbids.
    warnings: tuple[LawWarning, ...] = ()
    #: Whether wagers of any amount are accepted, as in earlier releases: only for the audit of their logs.
    any_amount: bool = False
    #: The clauses of duties that a person attests at this table before a payment that cites them.
    attested_before_payment: frozenset[str] = frozenset()
    #: Cache of values that the games derive from these rules.
    memo: dict[str, Any] = field(default_factory=dict)

    def cite(self, *names: str) -> Clauses:
        """Returns the clauses of these rules in order, without duplicates."""
        return self.clauses[names]

    def refuse(self, kind: str, message: str, *more: str) -> Refusal:
        """Returns a refusal with the clauses of this rule and any further ones."""
        return Refusal(kind, message, self.cite(kind, *more), self.rulebook)


BlackjackRules = TableRules[BlackjackTerms]


def resolve(
    book: Rulebook, choices: Mapping[str, str | int | bool], limits: Limits | None = None
) -> TableRules[Any] | Refusal:
    """Returns the rules of a table with these choices, or the refusal of an unlawful choice.

    Raises ValueError if a choice does not parse or names an unknown option; raises TypeError if a choice is not a str,
    int or bool, or the limits are not integer cents.
    """
    if not isinstance(book, Rulebook):
        raise TypeError(f"{book!r} is not a Rulebook: write load_rulebook({book!r})")
    choices, limits = choices_as_text(choices), Limits() if limits is None else limits
    _check_limits(limits)
    if book is LABORATORY_BOOK:
        return _laboratory(choices, limits)
    options = chosen_options(book, choices)
    if isinstance(options, Refusal):
        return options
    if limits.step is not None and "increment" in options:
        if options["increment"] not in (None, limits.step):
            raise ValueError("option increment and the step of the limits differ: give one of them, or equal values")
        options["increment"] = limits.step
    refusal = _constrained(book, options, limits, choices)
    if refusal is not None:
        return refusal
    layers = [name for name, layer in book.layers.items() if conditions_hold(layer.variant.when, options)]
    rules, irregularities = dict(book.rules), dict(book.irregularities)
    for name in layers:
        if not book.layers[name].variant.around:
            rules |= book.layers[name].rules
            irregularities |= book.layers[name].irregularities
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
        irregularities=irregularities,
        layers=tuple(layers),
        warnings=tuple(
            LawWarning(warning.says, warning.clauses, book.id)
            for warning in book.warnings
            if conditions_hold(warning.when, options) and not _met(book, warning, options, limits, choices)
        ),
    )


def _check_limits(limits: Any) -> None:
    if not isinstance(limits, Limits):
        raise TypeError(f"limits are a Limits in cents: write Limits(1000, 50000) for 10 to 500, not {limits!r}")
    for name, cents in (("minimum", limits.minimum), ("maximum", limits.maximum), ("step", limits.step)):
        if cents is None and name == "step":
            continue
        if type(cents) is not int:
            raise TypeError(
                f"the {name} of limits is whole cents: write Limits(1000, 50000) for 10 to 500, not {cents!r}"
            )
        if cents > MOST_CENTS or (name == "step" and cents < 1):
            raise ValueError(f"the {name} of limits cannot be {cents} cents: it is 1 to {MOST_CENTS}")


def hash_rules(table: TableRules[Any]) -> str:
    """Returns a hash of what a table is played by: two tables with the same hash are played alike."""
    parts = table.rulebook, table.terms, table.limits, table.options, table.sides, table.layers
    return hashlib.sha256(msgspec.json.encode(parts, order="deterministic", enc_hook=str)).hexdigest()


def surrounding_rules(table: TableRules[Any]) -> TableRules[Any] | None:
    """Returns the rules of the tournament that the operator holds at such tables; None if there is none.

    A term that the layer does not set cites the clause of its conditions, or that of the game's rule of that name.
    """
    book = load_rulebook(table.rulebook)
    layer = next((book.layers[name] for name in table.layers if book.layers[name].variant.around), None)
    if layer is None:
        return None
    game = layer.variant.around
    named = layer.variant.conditions
    left_open = (named,) if named else layer.variant.clauses
    conditions = dict.fromkeys((*GROUNDS[game], *TERMS[game].__struct_fields__), left_open)
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
    """Returns the game of these rules: ``blackjack``, ``roulette`` or ``tournament``."""
    book = load_rulebook(table.rulebook)
    return next(filter(None, (book.layers[name].variant.around for name in table.layers)), book.about.game)


def chosen_options(book: Rulebook, choices: Mapping[str, str]) -> dict[str, Any] | Refusal:
    """Returns the value of every option, or a refusal of unlawful values.

    Raises ValueError if a choice does not parse or names an unknown option.
    """
    chosen: dict[str, Any] = {}
    outside: dict[str, str] = {}
    for name, text in choices.items():
        option = book.options.get(name)
        if option is None:
            known = sorted(book.options)
            raise ValueError(f"{book.id} has no option '{name}'; it has {', '.join(known)}{suggestion(name, known)}")
        if text == "none" and option.default_value is None:
            continue
        try:
            chosen[name] = parse_value(option, text)
        except UnlawfulValue as error:
            outside[name] = f"option {name}: {error}"
        except ValueError as error:
            raise ValueError(f"option {name}: {error}") from None
    values = {name: option.default_value for name, option in book.options.items()} | chosen
    for layer in book.layers.values():
        if conditions_hold(layer.variant.when, values):
            values |= {name: value for name, value in layer.defaults.items() if name not in chosen}
    return _outside_the_law(book, outside, values) if outside else values


def _outside_the_law(book: Rulebook, outside: Mapping[str, str], values: Mapping[str, Any]) -> Refusal:
    """Returns a refusal with the clauses of the options and of every constraint that narrows them further."""
    narrower = [
        constraint
        for constraint in book.constraints
        if any(name in outside for name in constraint.require) and conditions_hold(constraint.when, values)
    ]
    broken = (*(book.options[name] for name in outside), *narrower)
    clauses = tuple(dict.fromkeys(clause for law in broken for clause in law.clauses))
    messages = (*outside.values(), *(constraint.says for constraint in narrower))
    return Refusal("option", "; ".join(messages), clauses, book.id)


def _constrained(
    book: Rulebook, options: Mapping[str, Any], limits: Limits, choices: Mapping[str, str]
) -> Refusal | None:
    """Returns a refusal with the clauses of every broken constraint; None if all hold."""
    broken = [
        constraint
        for constraint in book.constraints
        if conditions_hold(constraint.when, options) and not _met(book, constraint, options, limits, choices)
    ]
    if not 0 < limits.minimum <= limits.maximum:
        words = "the minimum is above the maximum" if limits.minimum > 0 else "the minimum must be positive"
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


def conditions_hold(when: Mapping[str, Any], options: Mapping[str, Any]) -> bool:
    """Returns whether the options have the values of a ``when`` table."""
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
    """Returns whether a value is the wanted one or one of a list; odds are compared as text."""
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


def _laboratory(choices: Mapping[str, str], limits: Limits) -> TableRules[Any]:
    """Returns the rules of the choice ``rules``, in shorthand."""
    from pitboss.law.laboratory import laboratory_rules  # noqa: PLC0415 # it builds on this module

    if choices.keys() != {"rules"}:
        raise ValueError("laboratory rules have one option, rules, with abbreviations such as 6D,H17,DAS,LS")
    return laboratory_rules(choices["rules"], limits)


def _terms(book: Rulebook, game: str, rules: Mapping[str, Rule], options: Mapping[str, Any]) -> Any:
    kind = TERMS[game]
    plain: dict[str, Any] = {}
    for name in kind.__struct_fields__:
        if name in rules:
            value = _value(rules[name], options)
            plain[name] = as_decimal(value) if isinstance(value, Fraction) else value
            if value is not None and kind.__annotations__[name] in (Odds, Odds | None):
                plain[name] = msgspec.to_builtins(_odds(book, f"rules.{name}", value))
            elif isinstance(value, dict):  # odds by name
                where = f"rules.{name}"
                plain[name] = {key: msgspec.to_builtins(_odds(book, where, odds)) for key, odds in value.items()}
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        raise LawError(f"{book.id}: {explain_value(kind, plain, str(error))}") from None


def _odds(book: Rulebook, where: str, text: Any) -> Odds:
    """Returns odds; raises LawError with their place in the data."""
    try:
        return parse_odds(str(text))
    except ValueError as error:
        raise LawError(f"{book.id}: {where}: {error}") from None


def _side(book: Rulebook, name: str, data: WagerData, options: Mapping[str, Any]) -> SideTerms:
    on = _value(data.offered, options)
    amount, posted = _value(data.amount, options), None
    if isinstance(amount, tuple):
        posted = amount if amount[0] < amount[1] else None
        amount = None if posted else amount[0]
    lines = data.scales.get(_scale(data, options), {}) if data.scales else data.lines
    choice = _offering_choice(book, data.offered)
    parts = {"offered": data.offered, "placed": data.placed, "amount": data.amount, "settled": data.settled}
    return SideTerms(
        name=name,
        play=data.play,
        offered=bool(on) and on != "none",
        needs=str(data.placed.value),
        amount=parse_amount(amount) if isinstance(amount, str) else amount,
        posted=posted,
        lines={line: _pay_line(book, f"wagers.{name}.{line}", terms) for line, terms in lines.items()},
        details={key: _detail(value, options) for key, value in data.details.items()},
        clauses={part: rule.clauses for part, rule in (parts | data.grounds).items()}
        | {"not_beside": _not_beside(book, choice, options)},
        offered_with=choice,
    )


def _offering_choice(book: Rulebook, offered: Rule) -> tuple[str, Any] | None:
    """Returns the option that offers a wager, and the first of its values that does."""
    if not offered.option:
        return None
    values = offered.map or dict.fromkeys(book.options[offered.option].values or (True,), True) | {"none": False}
    return offered.option, next(value for value, offers in values.items() if offers)


def _not_beside(book: Rulebook, choice: tuple[str, Any] | None, options: Mapping[str, Any]) -> Clauses:
    """Returns the clauses of the constraints that forbid this wager together with the table's other choices."""
    if choice is None:
        return ()
    with_it = {**options, choice[0]: choice[1]}
    broken = (
        constraint
        for constraint in book.constraints
        if choice[0] in constraint.when.keys() | constraint.require.keys()
        and conditions_hold(constraint.when, with_it)
        and not _meets(constraint.require, with_it)
    )
    return tuple(dict.fromkeys(clause for constraint in broken for clause in constraint.clauses))


def _scale(data: WagerData, options: Mapping[str, Any]) -> str:
    """Returns the name of the pay table for these choices."""
    return "/".join(str(decks_in_play(options) if name == "decks_in_play" else options[name]) for name in data.scale)


def _detail(value: Any, options: Mapping[str, Any]) -> Any:
    return options[value["option"]] if isinstance(value, dict) and set(value) == {"option"} else value


def _pay_line(book: Rulebook, where: str, line: PayLineData) -> PayLine:
    odds = None if not line.odds else PUSH if line.odds == str(PUSH) else _odds(book, where, line.odds)
    return PayLine(odds, parse_amount(line.award) if line.award else 0, line.clauses)
