"""Check the files of a rulebook against their schema: every syntax error, unknown key and wrong type."""

import tomllib
from collections.abc import Iterator, Mapping
from enum import Enum
from importlib.resources.abc import Traversable
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import Struct

from pitboss.law.errors import LawError
from pitboss.law.findings import RulebookFinding, error, suggestion
from pitboss.law.load import Layer, Ledger, Rulebook, RulesFile, read_rulebook
from pitboss.law.paths import RULES_FILE
from pitboss.law.terms import has_game
from pitboss.law.validate import rule_names

CLAUSES_FILE = "clauses.toml"


def rulebook_files(folder: Traversable) -> dict[str, type[Struct]]:
    """Returns the data files of a rulebook that exist, each with the struct of its schema."""
    files: dict[str, type[Struct]] = {RULES_FILE: RulesFile}
    if (folder / CLAUSES_FILE).is_file():
        files[CLAUSES_FILE] = Ledger
    variants = folder / "variants"
    if variants.is_dir():
        names = sorted(entry.name for entry in variants.iterdir() if entry.name.endswith(".toml"))
        files |= {f"variants/{name}": Layer for name in names}
    return files


def check_files(folder: Traversable) -> tuple[list[RulebookFinding], Rulebook | None]:
    """Returns the errors of the files, and the rulebook if there are none."""
    found: list[RulebookFinding] = []
    data: dict[str, Any] = {}
    for name, kind in rulebook_files(folder).items():
        try:
            data[name] = tomllib.loads(folder.joinpath(*name.split("/")).read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
            found.append(error(name, "", str(problem)))
            continue
        found += (error(name, where, text) for where, text in schema_errors(data[name], kind))
    game = _text(data.get(RULES_FILE), "rulebook", "game")
    for name, content in data.items():
        of_layer = _text(content, "variant", "around") if name.startswith("variants/") else ""
        found += _unknown_rules(name, content, of_layer or game)
    if found:
        return found, None
    try:
        return [], read_rulebook(folder)
    except LawError as problem:
        file, _, text = str(problem).removeprefix(f"{folder}/").partition(": ")
        where, colon, message = text.partition(": ")
        return [error(file, where if colon else "", message if colon else text)], None


def _text(data: Any, table: str, key: str) -> str:
    inner = data.get(table) if isinstance(data, dict) else None
    value = inner.get(key) if isinstance(inner, dict) else None
    return value if isinstance(value, str) else ""


def _unknown_rules(file: str, data: Mapping[str, Any], game: str) -> Iterator[RulebookFinding]:
    """Yields an error for each rule that the game does not have."""
    rules = data.get("rules")
    if has_game(game) and isinstance(rules, dict):
        known = rule_names(game)
        for name in rules:
            if name not in known:
                yield error(file, f"rules.{name}", f"unknown rule of {game}{suggestion(name, known)}")


def schema_errors(data: Any, kind: Any, where: str = "") -> Iterator[tuple[str, str]]:
    """Yields the path and the message of every unknown key, missing key and wrong type in data."""
    if isinstance(kind, type) and issubclass(kind, Struct) and isinstance(data, dict):
        fields = {item.name: item for item in msgspec.structs.fields(kind)}
        for name in data.keys() - fields.keys():
            yield _below(where, name), f"unknown key{suggestion(name, fields)}; there are {', '.join(fields)}"
        for name, item in fields.items():
            if name in data:
                yield from schema_errors(data[name], item.type, _below(where, name))
            elif item.required:
                yield where or "(top)", f"missing key '{name}'"
    elif get_origin(kind) is dict and isinstance(data, dict):
        for name, value in data.items():
            yield from schema_errors(value, get_args(kind)[1], _below(where, name))
    elif get_origin(kind) is tuple and isinstance(data, list):
        for number, value in enumerate(data, 1):
            yield from schema_errors(value, get_args(kind)[0], f"{where} {number}")
    else:
        try:
            msgspec.convert(data, kind)
        except msgspec.ValidationError as problem:
            yield where, _plain(problem) + _values(data, kind)


def _below(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def _values(data: Any, kind: Any) -> str:
    """Returns the end of a message with the values that a field may have; empty unless they are listed."""
    values: list[str] = []
    if isinstance(kind, type) and issubclass(kind, Enum):
        values = [str(member.value) for member in kind]
    elif get_origin(kind) is Literal:
        values = [str(value) for value in get_args(kind)]
    return f"; there are {', '.join(values)}{suggestion(str(data), values)}" if values else ""


def _plain(problem: msgspec.ValidationError) -> str:
    text, _, _ = str(problem).partition(" - at `")
    return f"{text[:1].lower()}{text[1:]}"
