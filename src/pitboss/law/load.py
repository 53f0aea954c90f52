"""Reads a rulebook's folder and checks it: an unknown key, a missing clause or two values for one setting refuse it.

Every complaint names the file and the path inside it.
"""

import tomllib
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import cache
from importlib.resources.abc import Traversable
from inspect import signature
from typing import Any, Literal, TypeVar, get_args, get_origin

import msgspec
from msgspec import Struct, field

from pitboss.law.checks import CHECKS, MEASURES
from pitboss.law.cite import Cited, Clauses, covers, without_number
from pitboss.law.options import Option
from pitboss.law.refs import rulebooks_folder
from pitboss.law.terms import GROUNDS, TERMS

T = TypeVar("T")
Kind = Literal["rule", "option", "procedure", "irregularity", "conduct", "physical", "missing"]


class LawError(Exception):
    """A rulebook's data is not what it must be."""


class About(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which document this is."""

    id: str
    title: str
    game: Literal["blackjack", "roulette", "tournament"]
    authority: str
    version: str = ""
    base: str = ""


class Rule(Cited, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A setting or a ground with the clause it rests on; ``policy`` says why where the document is silent.

    ``map`` says what each choice of the option comes to; of an irregularity, which clause lists each of its reasons.
    """

    value: Any = None
    option: str = ""
    map: dict[str, Any] = field(default_factory=dict)
    clause: str | Clauses = ()
    policy: str = ""


class Constraint(Cited, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one choice demands of another, a pay table that a wager must have, or a check by name with its numbers."""

    says: str
    when: dict[str, Any] = field(default_factory=dict)
    require: dict[str, Any] = field(default_factory=dict)
    absent: tuple[str, ...] = ()
    scale_of: str = ""
    check: str = ""
    given: dict[str, Any] = field(default_factory=dict)


class Alike(Cited, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the tables of one casino have in common: the choice of an option, or a measure by name with its numbers."""

    says: str
    when: dict[str, Any]
    same: str = ""
    measure: str = ""
    given: dict[str, Any] = field(default_factory=dict)
    #: By how much two measures may differ.
    within: str = "0"


class Line(Cited, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of a pay table: odds to one, or a fixed award."""

    odds: str = ""
    award: str = ""


class WagerData(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A side wager as the document has it."""

    play: str
    offered: Rule
    placed: Rule
    amount: Rule
    settled: Rule
    lines: dict[str, Line] = field(default_factory=dict)
    scales: dict[str, dict[str, Line]] = field(default_factory=dict)
    scale: tuple[str, ...] = ()
    details: dict[str, Any] = field(default_factory=dict)
    grounds: dict[str, Rule] = field(default_factory=dict)


class Variant(Cited, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When a layer applies, and the clause that lets it prevail; ``around`` is what is then held at the tables."""

    title: str
    when: dict[str, Any]
    around: Literal["", "tournament"] = ""


class Layer(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A layer that prevails over the one below it where the operator chose it."""

    variant: Variant
    defaults: dict[str, Any] = field(default_factory=dict)
    rules: dict[str, Rule] = field(default_factory=dict)
    irregularities: dict[str, Rule] = field(default_factory=dict)

    def game(self, book: About) -> str:
        """The game whose rules these are."""
        return self.variant.around or book.game


class RulesFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole of a ``rules.toml``."""

    rulebook: About
    options: dict[str, Option] = field(default_factory=dict)
    constraints: tuple[Constraint, ...] = ()
    alike: tuple[Alike, ...] = ()
    rules: dict[str, Rule] = field(default_factory=dict)
    wagers: dict[str, WagerData] = field(default_factory=dict)
    irregularities: dict[str, Rule] = field(default_factory=dict)


class Clause(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One row of the ledger of every clause."""

    id: str
    kind: Kind
    summary: str
    reason: str = ""
    reading: str = ""
    reading_text: str = ""


class Ledger(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole of a ``clauses.toml``."""

    clause: tuple[Clause, ...]


class Rulebook(Struct, frozen=True, kw_only=True):
    """One document as data: what it permits, often a range."""

    about: About
    options: dict[str, Option]
    constraints: tuple[Constraint, ...]
    alike: tuple[Alike, ...]
    rules: dict[str, Rule]
    wagers: dict[str, WagerData]
    irregularities: dict[str, Rule]
    layers: dict[str, Layer]
    clauses: tuple[Clause, ...]

    @property
    def id(self) -> str:
        """The name under which it is asked for."""
        return self.about.id


def has_clause(book: Rulebook, named: str) -> bool:
    """Whether the document has the clause that is named, or parts of it; ``other:clause`` asks another document."""
    other, colon, clause = named.partition(":")
    if colon and other in rulebook_ids():
        return has_clause(load_rulebook(other), clause)
    return any(covers(named, without_number(clause.id)) for clause in book.clauses)


def prepare(*kinds: type) -> None:
    """Has msgspec learn the fields of structs now: threads that are the first to ask for them, at once, crash it."""
    for kind in kinds:
        msgspec.json.Decoder(kind)


prepare(RulesFile, Layer, Ledger, *TERMS.values())


def rulebook_ids() -> tuple[str, ...]:
    """The rulebooks there are."""
    return tuple(sorted(entry.name for entry in rulebooks_folder().iterdir() if (entry / "rules.toml").is_file()))


@cache
def load_rulebook(name: str) -> Rulebook:
    """The rulebook of that name; LawError where there is none or its data is not sound."""
    if name not in rulebook_ids():
        near = get_close_matches(name, rulebook_ids(), n=1)
        meant = f"; did you mean {near[0]}?" if near else ""
        raise LawError(f"there is no rulebook '{name}'; there are {', '.join(rulebook_ids())}{meant}")
    return read_rulebook(rulebooks_folder() / name)


def read_rulebook(folder: Traversable) -> Rulebook:
    """The rulebook in a folder, checked."""
    main = folder / "rules.toml"
    data = _read(main, RulesFile)
    layers = {}
    variants = folder / "variants"
    if variants.is_dir():
        for entry in sorted(variants.iterdir(), key=lambda item: item.name):
            if entry.name.endswith(".toml"):
                layers[entry.name.removesuffix(".toml")] = _read(entry, Layer)
    ledger = folder / "clauses.toml"
    book = Rulebook(
        about=data.rulebook,
        options=data.options,
        constraints=data.constraints,
        alike=data.alike,
        rules=data.rules,
        wagers=data.wagers,
        irregularities=data.irregularities,
        layers=layers,
        clauses=_read(ledger, Ledger).clause if ledger.is_file() else (),
    )
    _check(book, main, folder)
    return book


def _read(file: Traversable, kind: type[T]) -> T:
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LawError(f"{file}: {error}") from None
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise LawError(f"{file}: {_by_name(data, kind) or error}") from None


def _by_name(data: Mapping[str, Any], kind: type) -> str:
    """The complaint with the name of the option, rule or wager that it is about, for msgspec writes only ``[...]``."""
    for item in msgspec.structs.fields(kind):
        entries = data.get(item.name)
        if get_origin(item.type) is dict and isinstance(entries, dict):
            for name, entry in entries.items():
                try:
                    msgspec.convert(entry, get_args(item.type)[1])
                except msgspec.ValidationError as error:
                    return f"{item.name}.{name}: {error}"
    return ""


def _check(book: Rulebook, main: Traversable, folder: Traversable) -> None:
    for name, option in book.options.items():
        _check_rests(option.clauses, option.policy, f"{main}: options.{name}")
        try:
            _ = option.default_value
        except ValueError as error:
            raise LawError(f"{main}: options.{name}.default: {error}") from None
    _check_rules(book, book.rules, _known(book.about.game), f"{main}: rules")
    _check_conditions(book, main)
    for name, layer in book.layers.items():
        where = f"{folder / 'variants' / (name + '.toml')}"
        _check_rules(book, layer.rules, _known(layer.game(book.about)), f"{where}: rules")
        _known_options(book, layer.variant.when, f"{where}: variant.when")
        _known_options(book, layer.defaults, f"{where}: defaults")
        _check_irregularities(layer.irregularities, where)
    for name, wager in book.wagers.items():
        parts = {"offered": wager.offered, "placed": wager.placed, "amount": wager.amount, "settled": wager.settled}
        _check_rules(book, parts | wager.grounds, set(parts) | set(wager.grounds), f"{main}: wagers.{name}")
    _check_irregularities(book.irregularities, f"{main}")
    _check_ledger(book, f"{folder / 'clauses.toml'}")


def _known(game: str) -> set[str]:
    """The names of a game's rules."""
    return {*TERMS[game].__struct_fields__, *GROUNDS[game]}


def _check_irregularities(irregularities: Mapping[str, Rule], where: str) -> None:
    for name, rule in irregularities.items():
        _check_rests(rule.clauses, rule.policy, f"{where}: irregularities.{name}")
        if not isinstance(rule.value, str) or not rule.value:
            raise LawError(f"{where}: irregularities.{name}: no value that names its remedy")


def _check_conditions(book: Rulebook, main: Traversable) -> None:
    for number, constraint in enumerate(book.constraints, 1):
        where = f"{main}: constraints {number} ({constraint.says})"
        _check_rests(constraint.clauses, "", where)
        _known_options(book, constraint.when, where)
        _known_options(book, constraint.require, where)
        _known_options(book, dict.fromkeys(constraint.absent), where)
        if sum(map(bool, (constraint.check, constraint.require, constraint.absent, constraint.scale_of))) != 1:
            raise LawError(f"{where}: give one of require, absent, scale_of and check")
        if constraint.scale_of and constraint.scale_of not in book.wagers:
            raise LawError(f"{where}: unknown wager '{constraint.scale_of}'")
        if constraint.check and constraint.check not in CHECKS:
            raise LawError(f"{where}: unknown check '{constraint.check}'; there are {', '.join(sorted(CHECKS))}")
        if constraint.check:
            _check_given(CHECKS[constraint.check], (book.options, None), constraint.given, where)
    for number, alike in enumerate(book.alike, 1):
        where = f"{main}: alike {number} ({alike.says})"
        _check_rests(alike.clauses, "", where)
        _known_options(book, alike.when, where)
        if bool(alike.same) == bool(alike.measure):
            raise LawError(f"{where}: give one of same and measure")
        if alike.same:
            _known_options(book, {alike.same: None}, where)
            continue
        if alike.measure not in MEASURES:
            raise LawError(f"{where}: unknown measure '{alike.measure}'; there are {', '.join(sorted(MEASURES))}")
        _check_given(MEASURES[alike.measure], (book.options,), alike.given, where)


def _check_given(
    function: Callable[..., object], first: tuple[object, ...], given: Mapping[str, Any], where: str
) -> None:
    """A check or a measure gets the numbers of the law that it asks for, and no others."""
    try:
        signature(function).bind(*first, **given)
    except TypeError as error:
        raise LawError(f"{where}: given: {error}") from None


def _check_rules(book: Rulebook, rules: Mapping[str, Rule], known: set[str], where: str) -> None:
    for name, rule in rules.items():
        if name not in known:
            raise LawError(f"{where}.{name}: unknown rule")
        _check_rests(rule.clauses, rule.policy, f"{where}.{name}")
        if rule.option and rule.value is not None:
            raise LawError(f"{where}.{name}: both a value and an option")
        if rule.option:
            _known_options(book, {rule.option: None}, f"{where}.{name}")


def _check_rests(clauses: Clauses, policy: str, where: str) -> None:
    if not clauses and not policy:
        raise LawError(f"{where}: no clause, and no policy that says why there is none")
    if not all(isinstance(clause, str) and clause.strip() for clause in clauses):
        raise LawError(f"{where}: an empty clause")


def _known_options(book: Rulebook, names: Mapping[str, object], where: str) -> None:
    for name in names:
        if name not in book.options:
            raise LawError(f"{where}: unknown option '{name}'")


def _check_ledger(book: Rulebook, where: str) -> None:
    seen = set()
    for clause in book.clauses:
        if clause.id in seen:
            raise LawError(f"{where}: clause {clause.id} stands twice")
        seen.add(clause.id)
        if clause.kind in ("physical", "missing") and not clause.reason:
            raise LawError(f"{where}: clause {clause.id} is {clause.kind} and gives no reason")
