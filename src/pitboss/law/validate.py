"""Validation of a rulebook beyond its schema: clauses, options, names of rules, checks."""

import re
from collections.abc import Callable, Mapping
from importlib.resources.abc import Traversable
from inspect import signature
from typing import TYPE_CHECKING, Any, Final

from pitboss.law.checks import CHECKS, MEASURES
from pitboss.law.cite import Clauses
from pitboss.law.cloth import parse_cloth
from pitboss.law.errors import LawError
from pitboss.law.terms import GROUNDS, TERMS, has_game

if TYPE_CHECKING:
    from pitboss.law.irregularities import Irregularity
    from pitboss.law.load import Rule, Rulebook

#: The kind of an irregularity, as lines of play name it.
KIND: Final = re.compile(r"[a-z][a-z0-9_]*")
#: The roles of persons who attest duties.
DUTY_ROLES: Final = ("supervisor", "dealer", "operator", "director")


def validate_rulebook(book: "Rulebook", main: Traversable, folder: Traversable) -> None:
    """Raises LawError, with the file and the path inside it, where the data is invalid."""
    for name, option in book.options.items():
        _validate_clauses(option.clauses, option.policy, f"{main}: options.{name}")
        try:
            _ = option.default_value
        except ValueError as error:
            raise LawError(f"{main}: options.{name}.default: {error}") from None
    _validate_game(book.about.game, f"{main}: rulebook.game")
    if book.about.cloth:
        try:
            parse_cloth(book.about.cloth)
        except ValueError as error:
            raise LawError(f"{main}: rulebook.cloth: {error}") from None
    _validate_rules(book, book.rules, rule_names(book.about.game), f"{main}: rules")
    _validate_conditions(book, main)
    for name, layer in book.layers.items():
        where = f"{folder / 'variants' / (name + '.toml')}"
        _validate_game(layer.game(book.about), f"{where}: variant.around")
        _validate_rules(book, layer.rules, rule_names(layer.game(book.about)), f"{where}: rules")
        _validate_option_names(book, layer.variant.when, f"{where}: variant.when")
        _validate_option_names(book, layer.defaults, f"{where}: defaults")
        _validate_irregularities(layer.irregularities, where)
    for name, wager in book.wagers.items():
        parts = {"offered": wager.offered, "placed": wager.placed, "amount": wager.amount, "settled": wager.settled}
        _validate_rules(book, parts | wager.grounds, set(parts) | set(wager.grounds), f"{main}: wagers.{name}")
    for name, preset in book.presets.items():
        _validate_option_names(book, preset.choices, f"{main}: presets.{name}")
    _validate_irregularities(book.irregularities, f"{main}")
    for name, duty in book.duties.items():
        _validate_clauses(duty.clauses, "", f"{main}: duties.{name}")
        moment = duty.steps or duty.occasions
        if duty.role not in DUTY_ROLES or not moment or (duty.prior and not duty.before):
            what = "steps or occasions, and what a prior duty comes before"
            raise LawError(f"{main}: duties.{name}: give a role ({', '.join(DUTY_ROLES)}), {what}")
    _validate_ledger(book, f"{folder / 'clauses.toml'}")


def _validate_game(game: str, where: str) -> None:
    if not has_game(game):
        raise LawError(f"{where}: there is no game '{game}'; there are {', '.join(TERMS)}")


def rule_names(game: str) -> set[str]:
    """Returns the names of a game's rules."""
    return {*TERMS[game].__struct_fields__, *GROUNDS[game]}


def _validate_irregularities(irregularities: "Mapping[str, Irregularity]", where: str) -> None:
    for name, entry in irregularities.items():
        at = f"{where}: irregularities.{name}"
        _validate_clauses(entry.clauses, entry.policy, at)
        if not KIND.fullmatch(name):
            raise LawError(f"{at}: a kind is one word of small letters, digits and _, beginning with a letter")
        if not entry.remedy:
            raise LawError(f"{at}: no remedy")
        if entry.value != entry.remedy:
            raise LawError(f"{at}: value is the former name of remedy: give one of them")


def _validate_conditions(book: "Rulebook", main: Traversable) -> None:
    demands = (("constraints", book.constraints), ("warnings", book.warnings))
    for part, number, constraint in ((part, *item) for part, entries in demands for item in enumerate(entries, 1)):
        where = f"{main}: {part} {number} ({constraint.says})"
        _validate_clauses(constraint.clauses, "", where)
        _validate_option_names(book, constraint.when, where)
        _validate_option_names(book, constraint.require, where)
        _validate_option_names(book, dict.fromkeys(constraint.absent), where)
        if sum(map(bool, (constraint.check, constraint.require, constraint.absent, constraint.scale_of))) != 1:
            raise LawError(f"{where}: give one of require, absent, scale_of and check")
        if constraint.scale_of and constraint.scale_of not in book.wagers:
            raise LawError(f"{where}: unknown wager '{constraint.scale_of}'")
        if constraint.check and constraint.check not in CHECKS:
            raise LawError(f"{where}: unknown check '{constraint.check}'; there are {', '.join(sorted(CHECKS))}")
        if constraint.check:
            _validate_arguments(CHECKS[constraint.check], (book.options, None), constraint.given, where)
    for number, rule in enumerate(book.alike, 1):
        where = f"{main}: alike {number} ({rule.says})"
        _validate_clauses(rule.clauses, "", where)
        _validate_option_names(book, rule.when, where)
        if bool(rule.same) == bool(rule.measure):
            raise LawError(f"{where}: give one of same and measure")
        if rule.same:
            _validate_option_names(book, {rule.same: None}, where)
            continue
        if rule.measure not in MEASURES:
            raise LawError(f"{where}: unknown measure '{rule.measure}'; there are {', '.join(sorted(MEASURES))}")
        _validate_arguments(MEASURES[rule.measure], (book.options,), rule.given, where)


def _validate_arguments(
    function: Callable[..., object], first: tuple[object, ...], given: Mapping[str, Any], where: str
) -> None:
    """Raises LawError unless ``given`` matches the keyword arguments of a check or measure."""
    try:
        signature(function).bind(*first, **given)
    except TypeError as error:
        raise LawError(f"{where}: given: {error}") from None


def _validate_rules(book: "Rulebook", rules: "Mapping[str, Rule]", known: set[str], where: str) -> None:
    for name, rule in rules.items():
        if name not in known:
            raise LawError(f"{where}.{name}: unknown rule")
        _validate_clauses(rule.clauses, rule.policy, f"{where}.{name}")
        if rule.option and rule.value is not None:
            raise LawError(f"{where}.{name}: both a value and an option")
        if rule.option:
            _validate_option_names(book, {rule.option: None}, f"{where}.{name}")


def _validate_clauses(clauses: Clauses, policy: str, where: str) -> None:
    if not clauses and not policy:
        raise LawError(f"{where}: no clause, and no policy that says why there is none")
    if not all(isinstance(clause, str) and clause.strip() for clause in clauses):
        raise LawError(f"{where}: an empty clause")


def _validate_option_names(book: "Rulebook", names: Mapping[str, object], where: str) -> None:
    for name in names:
        if name not in book.options:
            raise LawError(f"{where}: unknown option '{name}'")


def _validate_ledger(book: "Rulebook", where: str) -> None:
    readings = {clause.id for clause in book.clauses if clause.reading_text}
    for name, rule in book.rules.items():
        if rule.read_with and rule.read_with not in readings:
            raise LawError(f"{where}: rule {name} is read with {rule.read_with}, which has no reading")
    seen = set()
    for clause in book.clauses:
        if clause.id in seen:
            raise LawError(f"{where}: clause {clause.id} is a duplicate")
        seen.add(clause.id)
        if clause.kind in ("physical", "missing") and not clause.reason:
            raise LawError(f"{where}: clause {clause.id} is {clause.kind} and gives no reason")
