"""``pitboss rules new``, ``check`` and ``schema``: a rulebook of one's own that plays at once, and its mistakes."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pitboss.law import rulebook_ids
from pitboss.law.schema import file_schema
from tests.cli import calls
from tests.outside import replace_text


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A new rulebook, my-house."""
    done = calls.call("rules", "new", "my-house", "--from", "mbs-blackjack", "--to", str(tmp_path))
    assert done.exit_code == 0, done.output
    return tmp_path / "my-house"


def check(path: Path) -> tuple[int, list[dict[str, Any]]]:
    """The exit code and the findings of a check."""
    done = calls.call("rules", "check", str(path), "--json")
    return done.exit_code, json.loads(done.stdout)["findings"]


def messages(path: Path, severity: str) -> list[str]:
    return [
        f"{item['file']}: {item['where']}: {item['message']}" for item in check(path)[1] if item["severity"] == severity
    ]


@pytest.mark.parametrize("original", rulebook_ids())
def test_a_new_rulebook_passes_its_check(original: str, tmp_path: Path) -> None:
    done = calls.call("rules", "new", "own-law", "--from", original, "--to", str(tmp_path))
    assert done.exit_code == 0, done.output
    code, findings = check(tmp_path / "own-law")
    assert (code, [item for item in findings if item["severity"] == "error"]) == (0, [])


def test_it_is_a_rulebook_of_its_own_and_plays_at_once(house: Path) -> None:
    assert {"rules.toml", "clauses.toml", "cases", "schema", "README.md"} == {path.name for path in house.iterdir()}
    shown = calls.told("rules", "my-house", "--rulebooks", str(house.parent))
    assert (shown["id"], shown["version"]) == ("my-house", "draft, from mbs-blackjack")
    assert "mbs-blackjack" not in "".join(path.read_text(encoding="utf-8") for path in house.glob("cases/*.pit"))
    passed = calls.call("replay", str(house / "cases"), "--rulebooks", str(house))
    assert passed.exit_code == 0, passed.output


def test_its_files_name_their_schema(house: Path, tmp_path: Path) -> None:
    assert calls.call("rules", "new", "nz-house", "--from", "nz-blackjack", "--to", str(tmp_path)).exit_code == 0
    variants = sorted((tmp_path / "nz-house" / "variants").iterdir())
    assert variants
    for file in (house / "rules.toml", house / "clauses.toml", *variants):
        first = file.read_text(encoding="utf-8").splitlines()[0]
        named = re.fullmatch(r"#:schema (\S+)", first)
        assert named is not None
        target = file.parent / named[1]
        assert json.loads(target.read_text(encoding="utf-8")) == file_schema(target.stem)


def test_schema_prints_what_editors_read() -> None:
    for kind in ("rules", "clauses", "variant"):
        assert json.loads(calls.call("rules", "schema", kind).stdout) == file_schema(kind)
    refused = calls.call("rules", "schema", "rule")
    assert (refused.exit_code, refused.stderr) == (
        2,
        "pitboss rules: there is no schema 'rule'; expected rules, clauses, variant\n",
    )


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("my-house", "--from", "mbs-blackjack"), "my-house exists already"),
        (("My_House", "--from", "mbs-blackjack"), "'My_House' is not a name"),
        (("nz-blackjack", "--from", "mbs-blackjack"), "there is a rulebook 'nz-blackjack' already"),
        (("other", "--from", "mbs-blackjak"), "did you mean mbs-blackjack?"),
    ],
)
def test_a_bad_name_writes_nothing(house: Path, arguments: tuple[str, ...], reason: str) -> None:
    before = sorted(house.parent.rglob("*"))
    done = calls.call("rules", "new", *arguments, "--to", str(house.parent))
    assert done.exit_code == 2
    assert reason in done.stderr
    assert sorted(house.parent.rglob("*")) == before


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ("surrender = { value", "surrender = { valeu", "rules.surrender.valeu: unknown key; did you mean value?"),
        (
            "blackjack_odds =",
            "blackjak_odds =",
            "rules.blackjak_odds: unknown rule of blackjack; did you mean blackjack_odds?",
        ),
        (
            'type = "int", min = 1, max = 8',
            'type = "number", min = 1, max = 8',
            "options.decks.type: invalid enum value 'number'; there are int, bool,",
        ),
        ('authority = "My house"\n', "", "rulebook: missing key 'authority'"),
        (
            'value = "any_two"',
            'value = "nine_to_eleven"',
            "rules.double_on: 'nine_to_eleven' is not one of any_two, without_ace,",
        ),
        (
            "double_after_split = { value = true",
            'double_after_split = { value = "maybe"',
            "rules.double_after_split: 'maybe' is not true or false",
        ),
        ("split_hands = {", "# split_hands = {", "rules.split_hands: this rule is missing, and every table needs it"),
        (
            'clause = "3.10.1"',
            'clause = "3.10.7"',
            "rules.surrender_split: clauses.toml has no clause '3.10.7'; near it are",
        ),
        (
            'remedy = "void_round"',
            'remedy = "void_rounds"',
            "irregularities.foreign_card: unknown remedy 'void_rounds'; did",
        ),
        (
            'remedy = "void_round", moment = "noticed"',
            'remedy = "void_round", moment = "before_card"',
            "irregularities.foreign_card: void_round has no moment 'before_card'; it has noticed",
        ),
        (
            'remedy = "void_round", moment = "noticed"',
            'remedy = "card_not_used", given = { raeson = "red" }',
            "irregularities.foreign_card: card_not_used has no parameter 'raeson'; did you mean reason?",
        ),
        (
            "map = { earlier_rounds",
            "map = { earlier_round",
            "irregularities.foreign_card: void_round has no fact 'earlier_round' to map; did you mean earlier_rounds?",
        ),
        ('play = "pairs"', 'play = "pears"', "wagers.pair: unknown play 'pears'; did you mean pairs?"),
        ('max_players_per_box = "3"', 'max_players_per_box = "9"', "presets.back_betting: the table is refused"),
        ('id = "my-house"', 'id = "our-house"', "rulebook.id: it is 'our-house', and the folder is 'my-house'"),
        ("[rules]\n", "[rules\n", ": Expected ']'"),
    ],
)
def test_a_mistake_in_the_rules_is_an_error(house: Path, old: str, new: str, finding: str) -> None:
    replace_text(house / "rules.toml", (old, new))
    assert check(house)[0] == 1
    assert any(finding in text for text in messages(house, "error")), messages(house, "error")


def test_every_mistake_is_reported_and_not_only_the_first(house: Path) -> None:
    replace_text(house / "rules.toml", ("surrender = { value", "surrender = { valeu"), ("stand_off =", "standoff ="))
    replace_text(house / "clauses.toml", ('id = "1.1.4"\nkind =', 'id = "1.1.4"\nknd ='))
    found = messages(house, "error")
    assert len(found) == 4  # the key of the clause is unknown, and its own is missing
    assert {text.partition(":")[0] for text in found} == {"rules.toml", "clauses.toml"}


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ('"3:2"', '"3:0"', "rules.toml: rules.blackjack_odds: '3:0' is not a ratio of odds: write odds like 6:5"),
        ('odds = "11:1"', 'odds = "eleven"', "rules.toml: wagers.pair."),
        (
            "[rules]\n",
            '[rules]\nhand_limit = { value = "five", policy = "x" }\n',
            "rules.toml: rules.hand_limit: 'five' is not a whole number",
        ),
    ],
)
def test_a_value_that_opens_no_table_is_one_error_at_its_place(house: Path, old: str, new: str, finding: str) -> None:
    """No case is played, for each would fail by it."""
    replace_text(house / "rules.toml", (old, new))
    assert [text[: len(finding)] for text in messages(house, "error")] == [finding]


def test_a_failing_case_is_an_error(house: Path) -> None:
    replace_text(house / "rules.toml", ('blackjack_odds = { value = "3:2"', 'blackjack_odds = { value = "6:5"'))
    found = messages(house, "error")
    assert "cases/3.7-paid-by-the-schedule.pit:12: : expected wager ann 1 main +37.50, got ann 1 main +30" in found


def test_an_irregularity_that_no_case_reports_is_a_warning(house: Path) -> None:
    entry = 'spilled_drink = { remedy = "noted", clause = "5.1.1" }'
    replace_text(house / "rules.toml", ("[irregularities]\n", f"[irregularities]\n{entry}\n"))
    assert messages(house, "warning") == ["rules.toml: irregularities.spilled_drink: no passing case reports it"]
    case = "title: t\nrulebook: my-house\nlimits: 10-100\n---\nhouse: irregularity spilled_drink\n"
    (house / "cases" / "drink.pit").write_text(case, encoding="utf-8")
    assert not messages(house, "warning")


def test_the_remedies_are_listed() -> None:
    found = json.loads(calls.call("rules", "remedies", "--json").stdout)
    by_name = {entry["remedy"]: entry for entry in found}
    assert by_name["noted"]["moments"] == ["noticed", "between_rounds"]
    assert by_name["shuffler_failed"]["needs"] == "continuous_shuffler"
    assert "offered_late" in calls.call("rules", "remedies").stdout
    assert [entry["remedy"] for entry in json.loads(calls.call("rules", "remedies", "roulette", "--json").stdout)] == [
        "void_spin"
    ]
    refused = calls.call("rules", "remedies", "chess")
    assert refused.exit_code == 2
    assert "there is no game 'chess'; expected blackjack, roulette" in refused.stderr


def test_a_clause_without_a_case_and_an_option_without_effect_are_warnings(house: Path) -> None:
    for case in house.glob("cases/*.pit"):
        text = case.read_text(encoding="utf-8")
        if re.search(r"^clauses:.*\b3\.10\.1\b", text, re.M):
            case.unlink()
    replace_text(
        house / "rules.toml", ("[options]\n", '[options]\nmusic = { type = "bool", clause = "2.1", help = "a band" }\n')
    )
    code, _ = check(house)
    assert code == 0
    found = messages(house, "warning")
    assert "clauses.toml: 3.10.1: no passing case names this clause" in found
    assert "rules.toml: options.music: no rule, wager or condition reads this option" in found


LAYER = """\
[variant]
title = "{title}"
when = {{ {when} }}
clause = "2.1"

[rules]
surrender = {{ value = {value}, clause = "3.10" }}
"""


@pytest.mark.parametrize(
    ("first", "second", "values", "clash"),
    [
        ("music = true", "dance = true", ("true", "false"), True),
        ("music = true", "dance = true", ("true", "true"), False),  # both say the same
        ("music = true", "music = false", ("true", "false"), False),  # never together
        ("music = true", "music = true, dance = true", ("true", "false"), False),  # the second is the narrower case
        ("music = true, dance = true", "music = true", ("true", "false"), True),  # which it would override
    ],
)
def test_layers_that_clash_are_an_error(
    house: Path, first: str, second: str, values: tuple[str, str], clash: bool
) -> None:
    options = "".join(f'{name} = {{ type = "bool", clause = "2.1", help = "{name}" }}\n' for name in ("music", "dance"))
    replace_text(house / "rules.toml", ("[options]\n", f"[options]\n{options}"))
    (house / "variants").mkdir()
    for name, when, value in zip(("a", "b"), (first, second), values, strict=True):
        (house / "variants" / f"{name}.toml").write_text(LAYER.format(title=name, when=when, value=value))
    found = [text for text in messages(house, "error") if "can hold at one table" in text]
    assert found == (
        ["variants/b.toml: rules.surrender: variants/a.toml sets it too, differently, and both can hold at one table"]
        if clash
        else []
    )


def test_check_takes_the_name_of_a_rulebook_and_counts_in_words() -> None:
    done = calls.call("rules", "check", "mbs-blackjack")
    assert (done.exit_code, done.stdout) == (0, "mbs-blackjack: 0 errors, 0 warnings\n")
    for path, reason in (("/nowhere", "there is no rulebook '/nowhere'"), ("/tmp", "/tmp is not a rulebook")):
        refused = calls.call("rules", "check", path)
        assert refused.exit_code == 2
        assert reason in refused.stderr
