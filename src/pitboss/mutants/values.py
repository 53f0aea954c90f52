"""Mutants of rulebook data: each option, constraint, setting, pay line, wager detail, irregularity and variant."""

import copy
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pitboss.games.registry import find_game
from pitboss.law.choices import WagerNeeds
from pitboss.law.load import Layer, Rulebook, RulesFile, load_rulebook
from pitboss.law.options import Option, parse_value
from pitboss.law.paths import find_rulebook
from pitboss.law.terms import TERMS
from pitboss.mutants.alternatives import other_values
from pitboss.mutants.model import Mutant

RULES = "rules.toml"
Path = tuple[str | int, ...]


class Edit(Struct, frozen=True):
    """One change of the data: the value at a path is replaced, or removed where ``new`` is None."""

    file: str
    path: Path
    new: Any


class RulebookData:
    """The raw data of a rulebook, from which mutated rulebooks are built."""

    def __init__(self, name: str) -> None:
        folder = find_rulebook(name)
        self.book = load_rulebook(name)
        self.files: dict[str, dict[str, Any]] = {RULES: _toml((folder / RULES).read_text(encoding="utf-8"))}
        for layer in self.book.layers:
            file = f"variants/{layer}.toml"
            self.files[file] = _toml((folder / "variants" / f"{layer}.toml").read_text(encoding="utf-8"))

    def mutated(self, edit: Edit) -> Rulebook:
        """Returns the rulebook with the change applied; raises msgspec.ValidationError where it is not data."""
        data = copy.deepcopy(self.files[edit.file])
        if edit.path == ():
            return replace(self.book, layers={n: x for n, x in self.book.layers.items() if _layer_file(n) != edit.file})
        *path, last = edit.path
        at: Any = data
        for step in path:
            at = at[step]
        if edit.new is None:
            del at[last]
        else:
            at[last] = edit.new
        if path[:1] == ["irregularities"] and last == "remedy":
            for of_the_former in ("moment", "given", "map"):
                at.pop(of_the_former, None)
        if edit.file == RULES:
            rules = msgspec.convert(data, RulesFile)
            return replace(
                self.book,
                **{name: getattr(rules, name) for name in ("options", "constraints", "warnings", "alike", "rules")},
                wagers=rules.wagers,
                irregularities=rules.irregularities,
            )
        layers = dict(self.book.layers)
        layers[edit.file.removeprefix("variants/").removesuffix(".toml")] = msgspec.convert(data, Layer)
        return replace(self.book, layers=layers)

    def words_for(self, edit: Edit) -> tuple[str, ...]:
        """Returns words of which a case contains one if the changed value can concern it; empty for any case."""
        if edit.file != RULES:
            layer = self.book.layers[edit.file.removeprefix("variants/").removesuffix(".toml")]
            return tuple(layer.variant.when)
        match edit.path:
            case ("wagers", str(name), *_):
                return (name, self.book.wagers[name].offered.option or name)
            case ("irregularities", str(), "given", "detects"):  # the engine finds it without a line that names it
                return ()
            case ("irregularities", str(kind), *_):
                return (kind,)
            case ("options", str(name), "min" | "max" | "values"):
                return (name,)
        return ()

    def mutants(self) -> Iterator[tuple[Mutant, Edit]]:
        """Yields every mutant of the data with its edit."""
        for edit, clauses, entry in self._edits():
            if edit.path == ():
                old: Any = "applies where chosen"
                new: Any = "never applies"
            else:
                old, new = self._at(edit), edit.new
            change = f"{_brief(old, new)} -> {_brief(new, old) if edit.new is not None or not edit.path else 'removed'}"
            where = f"{edit.file}: {_dotted(edit.path)}"
            yield (
                Mutant(
                    key=f"{self.book.id} {where} {change}",
                    kind="value",
                    rulebook=self.book.id,
                    where=f"{edit.file}: {entry}",
                    change=f"{_dotted(edit.path)}: {change}",
                    clauses={self.book.id: clauses},
                ),
                edit,
            )

    def _at(self, edit: Edit) -> Any:
        at: Any = self.files[edit.file]
        for step in edit.path:
            at = at.get(step) if isinstance(at, dict) else at[step]
        return at

    def _edits(self) -> Iterator[tuple[Edit, tuple[str, ...], str]]:
        data, book = self.files[RULES], self.book
        for name, option in book.options.items():
            for edit in _option_edits(name, option, data["options"][name]):
                yield edit, option.clauses, f"options.{name}"
        for part, demands in (("constraints", book.constraints), ("warnings", book.warnings)):
            for number, demand in enumerate(demands):
                for edit in _demand_edits((part, number), data[part][number]):
                    yield edit, demand.clauses, f"{part} {number + 1}"
        for number, rule in enumerate(book.alike):
            yield Edit(RULES, ("alike", number), None), rule.clauses, f"alike {number + 1}"
        yield from self._rule_edits(RULES, book.about.game)
        yield from self._wager_edits(data.get("wagers", {}))
        for file in self.files:
            if file != RULES:
                layer = book.layers[file.removeprefix("variants/").removesuffix(".toml")]
                yield Edit(file, (), None), layer.variant.clauses, "variant"
                yield from self._rule_edits(file, layer.game(book.about))

    def _rule_edits(self, file: str, game: str) -> Iterator[tuple[Edit, tuple[str, ...], str]]:
        data = self.files[file]
        kinds = TERMS[game].__annotations__
        for name, rule in data.get("rules", {}).items():
            clauses = _clauses(rule)
            for edit in self._value_edits(file, ("rules", name), rule, kinds.get(name)):
                yield edit, clauses, f"rules.{name}"
            base = self.files[RULES]["rules"].get(name, {})
            if file != RULES and "value" in rule and name in self.book.rules and base.get("value") != rule["value"]:
                yield Edit(file, ("rules", name), None), clauses, f"rules.{name}"
        for name, value in data.get("defaults", {}).items():
            for other in other_values(value):
                yield Edit(file, ("defaults", name), other), (), f"defaults.{name}"
        remedies = sorted({_remedy(entry) for entry in data.get("irregularities", {}).values()})
        for name, entry in data.get("irregularities", {}).items():
            at: Path = ("irregularities", name)
            yield Edit(file, at, None), _clauses(entry), f"irregularities.{name}"
            for other in remedies:
                if other != _remedy(entry):
                    yield Edit(file, (*at, "remedy"), other), _clauses(entry), f"irregularities.{name}"
                    break
            for part in ("map", "given"):
                for key in entry.get(part, {}):
                    yield Edit(file, (*at, part, key), None), _clauses(entry), f"irregularities.{name}"
            moments = find_game(game).remedies[_remedy(entry)].moments
            for other in moments:
                if entry.get("moment") not in (None, other):
                    yield Edit(file, (*at, "moment"), other), _clauses(entry), f"irregularities.{name}"

    def _value_edits(self, file: str, at: Path, rule: Mapping[str, Any], kind: Any) -> Iterator[Edit]:
        """Yields other values of a setting, other results of its map, and the setting without its option."""
        if "value" in rule:
            yield from (Edit(file, (*at, "value"), other) for other in other_values(rule["value"], kind))
        results = list(dict.fromkeys(rule.get("map", {}).values()))
        for choice, result in rule.get("map", {}).items():
            yield from (Edit(file, (*at, "map", choice), other) for other in results if other != result)
        if "option" in rule:
            default = self.book.options[rule["option"]].default
            if isinstance(default, str | int | bool) and "map" not in rule:
                plain = {name: entry for name, entry in rule.items() if name != "option"}
                if kind is not None and self.book.options[rule["option"]].type in ("int", "bool", "choice"):
                    yield Edit(file, at, plain | {"value": default})

    def _wager_edits(self, wagers: Mapping[str, Any]) -> Iterator[tuple[Edit, tuple[str, ...], str]]:
        for name, wager in wagers.items():
            for part, kind in (("offered", None), ("placed", WagerNeeds), ("amount", None)):
                at: Path = ("wagers", name, part)
                for edit in self._value_edits(RULES, at, wager[part], kind):
                    yield edit, _clauses(wager[part]), f"wagers.{name}.{part}"
            tables: list[tuple[Path, Any]] = [(("wagers", name, "lines"), wager.get("lines", {}))]
            tables += [(("wagers", name, "scales", scale), lines) for scale, lines in wager.get("scales", {}).items()]
            for path, lines in tables:
                for line, pays in lines.items():
                    for key in ("odds", "award"):
                        for other in other_values(pays.get(key)):
                            yield Edit(RULES, (*path, line, key), other), _clauses(pays), _dotted((*path, line))
            settled = tuple(dict.fromkeys(_clauses(wager["settled"]) + _clauses(wager["amount"])))
            for key, value in wager.get("details", {}).items():
                more = {**wager.get("grounds", {})}.get(key, {})
                for other in other_values(value):
                    edit = Edit(RULES, ("wagers", name, "details", key), other)
                    yield edit, _clauses(more) + settled, f"wagers.{name}.details"


def _option_edits(name: str, option: Option, raw: Mapping[str, Any]) -> Iterator[Edit]:
    at: Path = ("options", name)
    for bound, outward in (("min", -1), ("max", 1)):
        if bound in raw:
            for other in other_values(raw[bound]):
                changed = replace(option, **{bound: other})
                if _loads(changed) or (other > raw[bound]) == (outward > 0):
                    yield Edit(RULES, (*at, bound), other)
    values = list(raw.get("values", ()))
    for place in range(len(values)):
        fewer = values[:place] + values[place + 1 :]
        if fewer and _loads(replace(option, values=tuple(fewer))):
            yield Edit(RULES, (*at, "values"), fewer)
    if len(values) == 1:
        yield Edit(RULES, (*at, "values"), None)
    elif values and option.type == "int":
        yield Edit(RULES, (*at, "values"), [*values, max(values) + 1])
    yield from _default_edits(at, option, raw)


def _default_edits(at: Path, option: Option, raw: Mapping[str, Any]) -> Iterator[Edit]:
    if option.type == "bool" and len(option.values) != 1:
        yield Edit(RULES, (*at, "default"), not raw.get("default", False))
    elif option.type == "choice":
        yield from (Edit(RULES, (*at, "default"), value) for value in option.values if value != raw.get("default"))
    elif "default" in raw:
        for other in other_values(raw["default"]):
            if _loads(replace(option, default=other)):
                yield Edit(RULES, (*at, "default"), other)


def _loads(option: Option) -> bool:
    """Returns whether the default of the option is still among its lawful values."""
    try:
        if isinstance(option.default, str | int | bool):
            parse_value(option, str(option.default).lower() if option.type == "bool" else str(option.default))
    except ValueError:
        return False
    return True


def _demand_edits(at: Path, demand: Mapping[str, Any]) -> Iterator[Edit]:
    """Yields the demand without each condition, with each number one step away, and no demand at all."""
    yield Edit(RULES, at, None)
    for name, wanted in demand.get("when", {}).items():
        yield Edit(RULES, (*at, "when", name), None)
        if isinstance(wanted, list) and len(wanted) > 1:
            yield from (Edit(RULES, (*at, "when", name), [x for x in wanted if x != one]) for one in wanted)
    for name, wanted in demand.get("require", {}).items():
        if isinstance(wanted, dict):
            yield from (
                Edit(RULES, (*at, "require", name, end), o) for end in wanted for o in other_values(wanted[end])
            )
        elif len(wanted) > 1:
            yield from (Edit(RULES, (*at, "require", name), [x for x in wanted if x != one]) for one in wanted)
    for name, given in demand.get("given", {}).items():
        if isinstance(given, dict):
            yield from (Edit(RULES, (*at, "given", name, k), o) for k, v in given.items() for o in other_values(v))
        elif isinstance(given, list) and all(isinstance(item, int) for item in given):
            for place, item in enumerate(given):
                yield from (Edit(RULES, (*at, "given", name, place), other) for other in other_values(item))
        else:
            yield from (Edit(RULES, (*at, "given", name), other) for other in other_values(given))


def _remedy(entry: Mapping[str, Any]) -> str:
    """Returns the remedy of an irregularity; ``value`` is its former name."""
    return str(entry.get("remedy") or entry["value"])


def _clauses(entry: Mapping[str, Any]) -> tuple[str, ...]:
    clause = entry.get("clause", ())
    return (clause,) if isinstance(clause, str) else tuple(clause)


def _layer_file(name: str) -> str:
    return f"variants/{name}.toml"


def _toml(text: str) -> dict[str, Any]:
    return tomllib.loads(text)


def _dotted(path: Path) -> str:
    return ".".join(str(step + 1 if isinstance(step, int) else step) for step in path)


def _brief(value: Any, other: Any) -> str:
    """Returns a value as text; of a long list only what differs from the other one."""
    if isinstance(value, list) and isinstance(other, list) and len(str(value)) > 60:
        place = next((n for n, (a, b) in enumerate(zip(value, other, strict=False)) if a != b), len(other))
        return f"[… {', '.join(map(str, value[place : place + 2]))} …]"
    if isinstance(value, dict):
        return ", ".join(f"{name}={inner}" for name, inner in value.items() if name not in ("clause", "says", "policy"))
    return str(value)
