"""JSON Schemas of the data files of a rulebook, for editors, from the structs and the terms of the games."""

from collections.abc import Mapping
from enum import EnumType
from inspect import cleandoc
from typing import Any, Final, get_args, get_type_hints

import msgspec

from pitboss.law.checks import CHECKS, MEASURES
from pitboss.law.load import Layer, Ledger, RulesFile
from pitboss.law.paths import RULEBOOK_NAME
from pitboss.law.terms import GROUNDS, TERMS, load_outside_games
from pitboss.law.validate import DUTY_ROLES

#: The kinds of files, and the struct of each.
FILES: Final[Mapping[str, type]] = {"rules": RulesFile, "clauses": Ledger, "variant": Layer}
DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"


def file_schema(kind: str) -> dict[str, Any]:
    """Returns the JSON Schema of a kind of file: ``rules``, ``clauses`` or ``variant``."""
    load_outside_games()
    main = FILES[kind]
    schema = msgspec.json.schema(main)
    definitions: dict[str, Any] = schema["$defs"]
    for definition in definitions.values():
        if "description" in definition:
            definition["description"] = cleandoc(definition["description"]).partition("\n\n")[0].replace("``", "`")
    if "Rule" in definitions:
        definitions[main.__name__]["properties"]["rules"] = _rules_schema()
    if "About" in definitions:
        definitions["About"]["properties"]["id"]["pattern"] = f"^{RULEBOOK_NAME.pattern}$"
        definitions["About"]["properties"]["game"]["enum"] = sorted(TERMS)
    _enumerate(definitions, "Constraint", "check", CHECKS)
    _enumerate(definitions, "CrossTableRule", "measure", MEASURES)
    if "Duty" in definitions:
        definitions["Duty"]["properties"]["role"]["enum"] = list(DUTY_ROLES)
    whole = {"$schema": DRAFT, "title": f"pitboss: {kind}", **schema}
    return msgspec.json.decode(msgspec.json.encode(whole), type=dict[str, Any])  # with lists for tuples


def _enumerate(definitions: dict[str, Any], name: str, key: str, known: Mapping[str, object]) -> None:
    if name in definitions:
        definitions[name]["properties"][key]["enum"] = ["", *sorted(known)]


def _rules_schema() -> dict[str, Any]:
    """Returns the schema of a table of rules: each setting and each ground of a game by its name."""
    values: dict[str, list[Any]] = {}
    meanings: dict[str, list[str]] = {}
    for game, terms in TERMS.items():
        for name, kind in get_type_hints(terms).items():
            if name in terms.__struct_fields__:
                values.setdefault(name, []).append(_value_schema(kind))
                meanings.setdefault(name, []).append(_meaning(kind, game))
        for name, meaning in GROUNDS[game].items():
            meanings.setdefault(name, []).append(f"{meaning} ({game})")
    rules = {name: _rule_schema(meanings[name], values.get(name, [])) for name in sorted(meanings)}
    return {"type": "object", "properties": rules, "additionalProperties": False}


def _rule_schema(meanings: list[str], values: list[Any]) -> dict[str, Any]:
    rule: dict[str, Any] = {"$ref": "#/$defs/Rule", "description": "; ".join(dict.fromkeys(meanings))}
    known = [value for value in values if value]
    if known and len(known) == len(values):
        rule["properties"] = {"value": known[0] if len(known) == 1 else {"anyOf": known}}
    return rule


def _value_schema(kind: Any) -> dict[str, Any]:
    """Returns the schema of a setting's value; empty where the data writes it in another form."""
    if kind is bool:
        return {"type": "boolean"}
    if kind is int:
        return {"type": "integer"}
    if isinstance(kind, EnumType):
        members: list[Any] = list(kind)
        return {"enum": [str(member) for member in members]}
    return {}


def _meaning(kind: Any, game: str) -> str:
    if isinstance(kind, EnumType) and kind.__doc__:
        return f"{cleandoc(kind.__doc__)} ({game})"
    inner = [part.__name__ for part in get_args(kind) or (kind,) if isinstance(part, type)]
    return f"setting of {game}: {' or '.join(inner)}"
