"""Check a rulebook that loads: missing clauses, options without effect, layers that clash, unlawful presets."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from inspect import getsource
from itertools import combinations
from typing import Any

from pitboss.law.check_files import CLAUSES_FILE
from pitboss.law.checks import CHECKS, MEASURES, decks_in_play
from pitboss.law.clause_ledger import clause_uses, near_clauses
from pitboss.law.conditions import ClauseConditions
from pitboss.law.errors import LawError
from pitboss.law.findings import RulebookFinding, error, warning
from pitboss.law.load import Layer, Rule, Rulebook, WagerData, has_clause
from pitboss.law.options import value_text
from pitboss.law.paths import RULES_FILE
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import resolve

#: A named check reads options by subscript or ``get``.
_READ = re.compile(r"""options(?:\[|\.get\()["'](\w+)["']""")


def check_book(book: Rulebook, read_by_game: Iterable[str] = ()) -> Iterator[RulebookFinding]:
    """Yields the findings in the data of a rulebook; ``read_by_game`` are options that the game's code reads."""
    yield from _clauses(book)
    yield from _conditions(book)
    yield from _tables(book)
    yield from _clashes(book)
    read = {*options_read(book), *read_by_game}
    for name, option in book.options.items():
        if name not in read and len(option.values) != 1:  # with one value it only forbids the others
            yield warning(RULES_FILE, f"options.{name}", "no rule, wager or condition reads this option")


def _clauses(book: Rulebook) -> Iterator[RulebookFinding]:
    """Yields an error for each cited clause that the ledger does not have."""
    if not book.clauses:
        yield warning(CLAUSES_FILE, "", "the rulebook has no clauses: nothing can be looked up or proven")
        return
    for use in clause_uses(book):
        for clause in use.clauses:
            if not has_clause(book, clause):
                near = ", ".join(near_clauses(book, clause, 3))
                hint = f"; near it are {near}" if near else ""
                yield error(use.file, use.path, f"{CLAUSES_FILE} has no clause '{clause}'{hint}")


def _conditions(book: Rulebook) -> Iterator[RulebookFinding]:
    try:
        ClauseConditions(book)
    except LawError as problem:
        yield error(CLAUSES_FILE, "", str(problem).removeprefix(f"{book.id}: "))


def _tables(book: Rulebook) -> Iterator[RulebookFinding]:
    """Yields an error where the table of the defaults, or of a preset, cannot be opened."""
    defaults: dict[str, dict[str, str]] = {"rulebook": {}}
    wanted = defaults | {f"presets.{name}": preset.choices for name, preset in book.presets.items()}
    for where, choices in wanted.items():
        try:
            rules = resolve(book, choices)
            if not isinstance(rules, Refusal):
                continue
            problem = f"the table is refused: {rules}"
        except (LawError, ValueError) as failure:
            problem = str(failure).removeprefix(f"{book.id}: ")
            path, colon, text = problem.partition(": ")
            if colon and path.startswith(("rules.", "wagers.")):  # the same at every table
                yield error(RULES_FILE, path, text)
                return
        yield error(RULES_FILE, where, problem)


def _clashes(book: Rulebook) -> Iterator[RulebookFinding]:
    """Yields an error for each pair of layers that can hold together and set the same rule differently."""
    plain = [(name, layer) for name, layer in book.layers.items() if not layer.variant.around]
    for (first, lower), (second, upper) in combinations(plain, 2):
        if _refines(upper.variant.when, lower.variant.when) or not _hold_together(book, lower, upper):
            continue
        for table in ("rules", "defaults"):
            mine, other = getattr(lower, table), getattr(upper, table)
            for name in mine.keys() & other.keys():
                if _meaning(mine[name]) != _meaning(other[name]):
                    yield error(
                        f"variants/{second}.toml",
                        f"{table}.{name}",
                        f"variants/{first}.toml sets it too, differently, and both can hold at one table",
                    )


def _meaning(entry: Any) -> Any:
    return (entry.value, entry.option, entry.map) if isinstance(entry, Rule) else entry


def _values(wanted: Any) -> list[Any]:
    return wanted if isinstance(wanted, list) else [wanted]


def _refines(narrow: Mapping[str, Any], wide: Mapping[str, Any]) -> bool:
    """Returns whether the first condition holds only where the second does, and not everywhere."""
    inside = all(name in narrow and set(_values(narrow[name])) <= set(_values(wide[name])) for name in wide)
    return inside and narrow != wide


def _hold_together(book: Rulebook, left: Layer, right: Layer) -> bool:
    """Returns whether a lawful table fulfils both conditions."""
    choices: dict[str, str] = {}
    for name in left.variant.when.keys() | right.variant.when.keys():
        sides = [_values(layer.variant.when[name]) for layer in (left, right) if name in layer.variant.when]
        common = [value for value in sides[0] if all(value in side for side in sides)]
        if not common:
            return False
        choices[name] = value_text(book.options[name], common[0]) if not isinstance(common[0], str) else common[0]
    try:
        return not isinstance(resolve(book, choices), Refusal)
    except (LawError, ValueError):
        return False


def options_read(book: Rulebook) -> Iterator[str]:
    """Yields the options that the data reads: in rules, wagers, conditions and named checks."""
    yield from _of_rules(book.rules.values())
    for layer in book.layers.values():
        yield from layer.variant.when
        yield from _of_rules(layer.rules.values())
    for wager in book.wagers.values():
        yield from _of_wager(wager)
    for demand in (*book.constraints, *book.warnings):
        yield from (*demand.when, *demand.require, *demand.absent, *_texts(demand.given))
        yield from _of_function(CHECKS.get(demand.check))
    for rule in book.alike:
        yield from (*rule.when, rule.same, *_texts(rule.given))
        yield from _of_function(MEASURES.get(rule.measure))
    yield "increment"  # the step of the posted limits
    if "base_options" in book.rules:
        yield from _texts(book.rules["base_options"].value)


def _of_rules(rules: Iterable[Rule]) -> Iterator[str]:
    yield from (rule.option for rule in rules if rule.option)


def _of_wager(wager: WagerData) -> Iterator[str]:
    yield from _of_rules((wager.offered, wager.placed, wager.amount, wager.settled, *wager.grounds.values()))
    yield from wager.scale
    if "decks_in_play" in wager.scale:
        yield from _READ.findall(getsource(decks_in_play))
    yield from (value["option"] for value in wager.details.values() if isinstance(value, dict) and "option" in value)


def _of_function(function: Callable[..., object] | None) -> Iterator[str]:
    """Yields the options that a named check or measure reads, as its source says."""
    if function is not None:
        source = getsource(function)
        yield from _READ.findall(source)
        if decks_in_play.__name__ in source:
            yield from _READ.findall(getsource(decks_in_play))


def _texts(value: Any) -> Iterator[str]:
    """Yields every text in a value of the data, names of keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield name
            yield from _texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)
