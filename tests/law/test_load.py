"""Data that is not what it must be does not load, and the complaint names the file and the path inside it."""

import re
from pathlib import Path

import pytest

from pitboss.law import LawError, load_rulebook
from pitboss.law.load import read_rulebook

RULES = """\
[rulebook]
id = "small-blackjack"
title = "A small rulebook"
game = "blackjack"
authority = "nobody"

[options]
decks = { type = "int", min = 4, max = 8, default = 6, clause = "1", help = "decks in the shoe" }
sevens = { type = "bool", clause = "2", help = "offers the sevens" }

[[constraints]]
when = { sevens = true }
require = { decks = { min = 6 } }
clause = "2"
says = "sevens want six decks"

[[constraints]]
check = "increment_within_minimum"
clause = "1"
says = "the step is not above the minimum"

[rules]
decks = { option = "decks", clause = "1" }
split_hands = { value = 3, clause = "3(a)" }
insurance_won = { policy = "not mentioned" }

[wagers.sevens]
play = "sevens"
offered = { option = "sevens", clause = "2" }
placed = { value = "own_main_on_box", clause = "2" }
amount = { value = "1", clause = "2" }
settled = { clause = "2" }
lines = { one = { odds = "3:1", clause = "2" } }

[irregularities]
foreign_card = { value = "void_round", clause = "4" }
"""
VARIANT = """\
[variant]
title = "Sevens"
when = { sevens = true }
clause = "2"

[defaults]
decks = 8

[rules]
split_hands = { value = 2, clause = "2" }
"""
CLAUSES = """\
[[clause]]
id = "1"
kind = "option"
summary = "So many decks."

[[clause]]
id = "5"
kind = "physical"
summary = "The cloth is green."
reason = "Colour decides nothing."
"""
FILES = {"rules.toml": RULES, "variants/sevens.toml": VARIANT, "clauses.toml": CLAUSES}


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_the_small_rulebook_loads(tmp_path: Path) -> None:
    book = read_rulebook(write(tmp_path, FILES))
    assert (book.id, list(book.options), list(book.layers), len(book.clauses)) == (
        "small-blackjack",
        ["decks", "sevens"],
        ["sevens"],
        2,
    )


def test_a_rulebook_without_variants_and_ledger_loads(tmp_path: Path) -> None:
    book = read_rulebook(write(tmp_path, {"rules.toml": RULES}))
    assert (book.layers, book.clauses) == ({}, ())


#: What is broken: the file, what stands there, what is put in its place, and what the complaint says.
BROKEN = {
    "unknown key at the top": ("rules.toml", "[options]", "[choices]", "unknown field `choices`"),
    "unknown key of an option": (
        "rules.toml",
        "max = 8",
        "most = 8",
        "options.decks: Object contains unknown field `most`",
    ),
    "unknown key of a rule": (
        "rules.toml",
        "value = 3",
        "valeu = 3",
        "rules.split_hands: Object contains unknown field `valeu`",
    ),
    "unknown key of a wager": (
        "rules.toml",
        'play = "',
        'plays = "',
        "wagers.sevens: Object contains unknown field `plays`",
    ),
    "unknown key of a variant": ("variants/sevens.toml", "title", "titel", "`$.variant`"),
    "unknown kind of game": ("rules.toml", 'game = "blackjack"', 'game = "poker"', "rulebook.game: there is no game"),
    "unknown type of option": (
        "rules.toml",
        'type = "int"',
        'type = "float"',
        "options.decks: Invalid enum value 'float' - at `$.type`",
    ),
    "unknown kind of clause": ("clauses.toml", 'kind = "option"', 'kind = "choice"', "`$.clause[0].kind`"),
    "option without clause": ("rules.toml", 'default = 6, clause = "1"', "default = 6", "options.decks: no clause"),
    "rule without clause": ("rules.toml", ', clause = "3(a)"', "", "rules.split_hands: no clause"),
    "rule with an empty clause": ("rules.toml", '"3(a)"', '" "', "rules.split_hands: an empty clause"),
    "rule with an empty list": ("rules.toml", '"3(a)"', "[]", "rules.split_hands: no clause"),
    "constraint without clause": ("rules.toml", 'clause = "2"\nsays', "says", "missing required field `clause`"),
    "constraint with no clauses": ("rules.toml", 'clause = "2"\nsays', "clause = []\nsays", "constraints 1 (sevens"),
    "variant without clause": ("variants/sevens.toml", 'clause = "2"\n\n', "\n", "missing required field `clause`"),
    "rule of a variant without clause": (
        "variants/sevens.toml",
        'e = 2, clause = "2"',
        "e = 2",
        "rules.split_hands: no",
    ),
    "part of a wager without clause": (
        "rules.toml",
        'settled = { clause = "2" }',
        "settled = {}",
        "wagers.sevens.settled",
    ),
    "irregularity without clause": ("rules.toml", ', clause = "4"', "", "irregularities.foreign_card: no clause"),
    "irregularity without remedy": (
        "rules.toml",
        'value = "void_round", ',
        "",
        "irregularities.foreign_card: no remedy",
    ),
    "irregularity with two names of its remedy": (
        "rules.toml",
        'value = "void_round", ',
        'value = "void_round", remedy = "noted", ',
        "irregularities.foreign_card: value is the former name of remedy",
    ),
    "irregularity that no line can name": (
        "rules.toml",
        "foreign_card",
        "Foreign",
        "irregularities.Foreign: a kind is",
    ),
    "irregularity at an unknown moment": (
        "rules.toml",
        'value = "void_round", ',
        'value = "void_round", moment = "later", ',
        "Invalid enum value 'later'",
    ),
    "value and option both": (
        "rules.toml",
        '{ option = "decks", clause',
        '{ option = "decks", value = 6, clause',
        "rules.decks: both a value and an option",
    ),
    "unknown option of a rule": (
        "rules.toml",
        '{ option = "decks"',
        '{ option = "shoes"',
        "rules.decks: unknown option",
    ),
    "unknown option in when": (
        "rules.toml",
        "when = { sevens",
        "when = { eights",
        "constraints 1 (sevens want six decks)",
    ),
    "unknown option in require": ("rules.toml", "require = { decks", "require = { shoes", "unknown option 'shoes'"),
    "unknown option of a variant": ("variants/sevens.toml", "{ sevens = true }", "{ eights = true }", "variant.when"),
    "unknown default of a variant": ("variants/sevens.toml", "decks = 8", "shoes = 8", "defaults: unknown option"),
    "unknown check": ("rules.toml", "increment_within_minimum", "all_is_well", "unknown check 'all_is_well'"),
    "a check without its numbers": (
        "rules.toml",
        "increment_within_minimum",
        "ante_within_share",
        "constraints 2 (the step",
    ),
    "a check with numbers that it does not take": (
        "rules.toml",
        'check = "increment_within_minimum"',
        'check = "increment_within_minimum"\ngiven = { most = 5 }',
        "given: got an unexpected keyword argument 'most'",
    ),
    "a pay table of an unknown wager": (
        "rules.toml",
        'check = "increment_within_minimum"',
        'scale_of = "eights"',
        "unknown wager 'eights'",
    ),
    "neither require nor check": ("rules.toml", 'check = "increment_within_minimum"\n', "", "constraints 2 (the step"),
    "require and check": (
        "rules.toml",
        'check = "increment_within_minimum"',
        'check = "increment_within_minimum"\nrequire = { decks = 6 }',
        "constraints 2 (the step",
    ),
    "unknown rule": ("rules.toml", "split_hands", "split_heads", "rules.split_heads: unknown rule"),
    "unknown rule of a variant": (
        "variants/sevens.toml",
        "split_hands",
        "split_heads",
        "rules.split_heads: unknown rule",
    ),
    "a setting twice": ("rules.toml", "split_hands", 'decks = { value = 6, clause = "1" }\nsplit_hands', "overwrite"),
    "a table twice": ("rules.toml", "[rules]", '[rules]\nbust = { clause = "1" }\n[rules]', "Cannot declare"),
    "default below the least": (
        "rules.toml",
        "default = 6",
        "default = 3",
        "options.decks.default: 3 is outside 4 to 8",
    ),
    "default that cannot be read": ("rules.toml", "default = 6", 'default = "six"', "options.decks.default: 'six'"),
    "default of a switch": (
        "rules.toml",
        '"bool", ',
        '"bool", default = 1, ',
        "options.sevens.default: '1' is not a truth value",
    ),
    "a clause twice": ("clauses.toml", 'id = "5"', 'id = "1"', "clause 1 is a duplicate"),
    "physical without reason": ("clauses.toml", 'reason = "Colour decides nothing."', "", "clause 5 is physical"),
    "missing without reason": (
        "clauses.toml",
        'kind = "physical"\nsummary = "The cloth is green."\nreason = "Colour decides nothing."',
        'kind = "missing"\nsummary = "The cloth is green."',
        "clause 5 is missing and gives no reason",
    ),
    "no TOML at all": ("clauses.toml", 'id = "1"', "id = ", "Invalid value"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_one_thing_broken_refuses_the_whole(tmp_path: Path, what: str) -> None:
    file, there, instead, complaint = BROKEN[what]
    assert there in FILES[file]
    write(tmp_path, {**FILES, file: FILES[file].replace(there, instead, 1)})
    with pytest.raises(LawError, match=re.escape(complaint)) as raised:
        read_rulebook(tmp_path)
    assert str(raised.value).startswith(f"{tmp_path / file}: ")


def test_an_unknown_rulebook_is_refused() -> None:
    with pytest.raises(LawError, match="there is no rulebook 'old-maid'; there are canberra-blackjack, mbs-blackjack"):
        load_rulebook("old-maid")
