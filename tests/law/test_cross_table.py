"""What the tables of one casino have in common: one pay scale, one house advantage."""

from importlib.resources import as_file
from pathlib import Path
from shutil import copytree

import pytest

from pitboss.law import LawError, Limits, Refusal, Rulebook, load_rulebook, resolve
from pitboss.law.cross_table import Choices, cross_table_conflict, has_cross_table_rules
from pitboss.law.load import read_rulebook
from pitboss.law.paths import rulebooks_folder

SCALE_ONE, SCALE_TWO = {"perfect_pairs": "scale_one"}, {"perfect_pairs": "scale_two"}
BONUS = {"bonus": "true", "bonus_awards_1": "18*1", "bonus_awards_5": "90*1"}
#: With eight decks a blackjack comes a little less often, so that the same awards leave the house more.
TUNED = BONUS | {"decks": "8", "bonus_awards_1": "18*961,20*7", "bonus_awards_5": "90*961,100*7"}


def lawful(book: Rulebook, choices: Choices) -> Choices:
    rules = resolve(book, choices, Limits(1000, 100_000))
    assert not isinstance(rules, Refusal), rules
    return choices


@pytest.mark.parametrize(
    ("rulebook", "choices", "other", "clause"),
    [
        ("nz-blackjack", SCALE_ONE, SCALE_TWO, "15B.8"),
        ("tribal-blackjack", BONUS, BONUS | {"bonus_awards_1": "19*1"}, "(s)(11)"),
        ("tribal-blackjack", BONUS, BONUS | {"bonus_awards_5": "91*1"}, "(s)(11)"),
        ("tribal-blackjack", BONUS, BONUS | {"decks": "8"}, "(s)(11)"),
    ],
)
def test_tables_that_differ_where_they_may_not(rulebook: str, choices: Choices, other: Choices, clause: str) -> None:
    book = load_rulebook(rulebook)
    assert has_cross_table_rules(book, lawful(book, choices))
    for one, two in ((choices, other), (other, choices)):
        refusal = cross_table_conflict(book, lawful(book, one), [one, lawful(book, two)])
        assert refusal is not None
        assert refusal.clauses == (clause,)
        assert refusal.rulebook == rulebook


@pytest.mark.parametrize(
    ("rulebook", "choices", "others"),
    [
        ("nz-blackjack", SCALE_ONE, [SCALE_ONE | {"decks": "6"}, {"any_pair": "scale_two"}, {}]),
        ("nz-blackjack", {}, [SCALE_ONE, SCALE_ONE]),
        ("tribal-blackjack", BONUS, [BONUS | {"boxes": "5"}, {}, TUNED]),
        ("tribal-blackjack", BONUS, [BONUS | {"bonus_awards_1": "17*1,19*1"}]),
        ("mbs-blackjack", {}, [{"decks": "1"}]),
    ],
)
def test_tables_that_may_stand_side_by_side(rulebook: str, choices: Choices, others: list[Choices]) -> None:
    book = load_rulebook(rulebook)
    assert cross_table_conflict(book, lawful(book, choices), [lawful(book, other) for other in others]) is None


def test_tables_without_cross_table_rules() -> None:
    assert not has_cross_table_rules(load_rulebook("nz-blackjack"), {})
    assert not has_cross_table_rules(load_rulebook("nz-blackjack"), {"decks": "99"})
    assert not has_cross_table_rules(load_rulebook("canberra-blackjack"), {"super_sevens": "true"})


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('measure = "bonus_advantage"', 'measure = "luck"', "unknown measure 'luck'; there are bonus_advantage"),
        ('measure = "bonus_advantage"', "", "give one of same and measure"),
        ('measure = "bonus_advantage"', 'measure = "bonus_advantage"\nsame = "decks"', "give one of same and measure"),
        ('measure = "bonus_advantage"', 'same = "colour"', "unknown option 'colour'"),
        ("given = { stakes = { bonus_awards_1 = 1, bonus_awards_5 = 5 } }\nwithin", "within", "given: missing"),
    ],
)
def test_a_broken_demand_does_not_load(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    with as_file(rulebooks_folder()) as folder:
        copytree(folder / "tribal-blackjack", tmp_path / "book")
    rules = tmp_path / "book" / "rules.toml"
    text = rules.read_text(encoding="utf-8")
    start = text.index("[[alike]]")
    assert old in text[start:]
    rules.write_text(text[:start] + text[start:].replace(old, new, 1), encoding="utf-8")
    with pytest.raises(LawError, match=r"rules\.toml: alike 1 \(the house advantage") as raised:
        read_rulebook(tmp_path / "book")
    assert complaint in str(raised.value)
