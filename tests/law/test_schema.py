"""JSON Schemas of the data files: every rulebook fulfils them, and what the loader refuses they refuse too."""

import json
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from pitboss.law.schema import FILES, file_schema
from pitboss.law.terms import BLACKJACK_GROUNDS, BlackjackTerms

ROOT = Path(__file__).parents[2]
RULEBOOKS = ROOT / "src" / "pitboss" / "rulebooks"
PATTERNS = {"rules": "*/rules.toml", "clauses": "*/clauses.toml", "variant": "*/variants/*.toml"}


def data_files() -> Iterator[tuple[str, Path]]:
    yield from ((kind, path) for kind, pattern in PATTERNS.items() for path in sorted(RULEBOOKS.glob(pattern)))


def errors(kind: str, data: Any) -> list[str]:
    return [problem.message for problem in jsonschema_rs.validator_for(file_schema(kind)).iter_errors(data)]


@pytest.mark.parametrize(
    ("kind", "path"), [pytest.param(*item, id=str(item[1].relative_to(RULEBOOKS))) for item in data_files()]
)
def test_every_rulebook_fulfils_the_schema(kind: str, path: Path) -> None:
    assert errors(kind, tomllib.loads(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("kind", FILES)
def test_the_documented_schema_is_the_generated_one(kind: str) -> None:
    written = (ROOT / "docs" / "reference" / f"{kind}.schema.json").read_text(encoding="utf-8")
    assert json.loads(written) == file_schema(kind)


def changed(*path: Any, value: Any) -> dict[str, Any]:
    """The data of a rulebook with one value changed."""
    data = deepcopy(tomllib.loads((RULEBOOKS / "mbs-blackjack" / "rules.toml").read_text(encoding="utf-8")))
    *steps, last = path
    at: Any = data
    for step in steps:
        at = at[step]
    at[last] = value
    return data


@pytest.mark.parametrize(
    "data",
    [
        changed("rulez", value={}),
        changed("rules", "blackjak_odds", value={"value": "3:2", "clause": "1"}),
        changed("rules", "surrender", "valeu", value=True),
        changed("rules", "surrender", "value", value="yes"),
        changed("rules", "double_on", "value", value="nine_to_eleven"),
        changed("options", "decks", "type", value="number"),
        changed("constraints", 0, "check", value="nothing_of_the_kind"),
        changed("rulebook", "game", value="poker"),
        changed("rulebook", "id", value="My House"),
    ],
)
def test_a_mistake_is_marked(data: dict[str, Any]) -> None:
    assert errors("rules", data)


def test_every_setting_and_ground_has_a_description() -> None:
    rules = file_schema("rules")["$defs"]["RulesFile"]["properties"]["rules"]["properties"]
    assert {*BlackjackTerms.__struct_fields__, *BLACKJACK_GROUNDS} <= rules.keys()
    assert all(rule["description"] for rule in rules.values())
    assert rules["stand_off"]["description"].startswith(BLACKJACK_GROUNDS["stand_off"])
