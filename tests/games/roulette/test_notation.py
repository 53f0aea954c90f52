"""Roulette in the notation: what cannot be read is said in plain words."""

from pathlib import Path

import pytest

from pitboss.notation import PitError, parse_pit, print_pit, replay
from pitboss.notation.run import run_file
from tests.games.roulette.tables import BOOK

HEAD = f"rulebook: {BOOK}\noptions: neighbour=true number_display=true\nspins: 17 20\n---\n"


def complaint(play: str, head: str = HEAD) -> str:
    with pytest.raises(PitError) as error:
        replay(parse_pit(head + play))
    return f"{error.value.line}: {error.value.message}"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("ann: bet", "'' is not a kind of wager: expected one of straight"),
        ("ann: bet 17 5", "'17' is not a kind of wager"),
        ("ann: bet trio 1-2-3 5", "'trio' is not a kind of wager"),
        ("! ann: bet trio 1-2-3 5", "'trio' is not a kind of wager"),
        ("ann: bet straight", "expected where the straight lies, in numbers like 17 or 17-20, got nothing"),
        ("ann: bet split a-b 5", "got 'a-b'"),
        ("ann: bet split 1- 5", "got '1-'"),
        ("ann: bet straight 17", "expected 'bet POSITION AMOUNT|COLOUR*COUNT'"),
        ("ann: bet red 1-18 5", "'1-18' is not an amount of money"),
        ("ann: bet red five", "'five' is not an amount of money"),
        ("ann: bet red 5.001", "'5.001' is not an amount of money"),
        ("ann: bet red -5", "'-5' is not an amount of money"),
        ("ann: bet red blue*x", "'blue*x' is not an amount of money"),
        ("ann: withdraw", "'' is not a kind of wager"),
        ("ann: withdraw red 5", "expected 'withdraw POSITION'"),
        ("ann: spin", "'spin' is not a verb of ann: expected one of bet, withdraw"),
        ("house: bet red 5", "'bet' is not a verb of house"),
        ("house: deal", "'deal' is not a verb of house"),
        ("house: chips ann blue", "expected 'chips PLAYER COLOUR VALUE'"),
        ("house: chips ann 7 2", "expected 'chips PLAYER COLOUR VALUE'"),
        ("house: chips Ann blue 2", "expected the name of a player, got 'Ann'"),
        ("house: chips ann blue two", "'two' is not an amount of money"),
        ("house: no_more_bets now", "expected 'no_more_bets'"),
        ("house: spin fast", "expected 'spin [turns=N]"),
        ("house: spin turns=", "expected 'spin [turns=N]"),
        ("house: spin turns=x", "expected a number of turns, got 'x'"),
        ("house: spin turns=3 turns=4", "expected 'spin [turns=N]"),
        ("house: spin wheel=up", "expected 'spin [turns=N]"),
        ("house: spin by_hand=yes", "expected 'spin [turns=N]"),
        ("house: no_spin", "expected 'no_spin REASON'"),
        ("house: no_spin fog", "expected 'no_spin REASON', got 'no_spin fog'"),
        ("house: pay ann", "'' is not a kind of wager"),
        ("house: pay ann red 5", "expected 'pay [PLAYER POSITION]'"),
        ("house: adjust ann red +5", "expected 'adjust PLAYER POSITION (RESULT|as POSITION) REASON'"),
        ("house: adjust ann red as black", "expected 'adjust PLAYER POSITION (RESULT|as POSITION) REASON'"),
        ("house: adjust ann red as blue misheard", "'blue' is not a kind of wager"),
        ("house: display", "expected 'display NUMBER'"),
        ("t2 house: spin", "only a tournament has several tables"),
        ("? total 1 18", "'total' is not an expectation: expected one of net"),
        ("? number", "expected '? number NUMBER'"),
        ("? number 37", "expected a number from 0 to 36 or none, got '37'"),
        ("? number 00", "expected a number from 0 to 36 or none, got '00'"),
        ("? colour blue", "'blue' is not a colour: expected one of red, black, green"),
        ("? phase play", "'play' is not a phase: expected one of betting, closed"),
        ("? said hello", "'hello' is not a saying"),
        ("? cited", "expected '? cited CLAUSE'"),
        ("? net zed 0", "nobody of the name 'zed' is at the table"),
        ("? net 5", "expected '? net PLAYER AMOUNT'"),
        ("? wager zed red 5", "nobody of the name 'zed' is at the table"),
        ("? display", "expected '? display NUMBER…'"),
        ("? value blue", "expected '? value COLOUR AMOUNT'"),
    ],
)
def test_a_line_that_cannot_be_read(line: str, words: str) -> None:
    found = complaint(f"{line}\n")
    assert found.startswith("5: ")
    assert words in found


def test_an_expectation_of_a_wager_that_cannot_be() -> None:
    assert "the layout has no split 3-4" in complaint("ann: bet red 5\n? wager ann split 3-4 -5\n")
    assert "expected '? wager PLAYER POSITION RESULT'" in complaint("ann: bet red 5\n? wager ann red\n")


@pytest.mark.parametrize("key", ["cards: As", "reshuffle: As", "prizes: 5", "cards.a: As", "cards.t2: As"])
def test_a_wheel_has_no_use_for_cards(key: str) -> None:
    found = complaint("", f"rulebook: {BOOK}\n{key}\n---\n")
    assert found == f"2: header '{key.partition(':')[0]}': a roulette table has no use for it"


@pytest.mark.parametrize("word", ["37", "00", "-1", "x", "1,2", "٣"])
def test_a_spin_that_the_wheel_cannot_give(word: str) -> None:
    found = complaint("", f"rulebook: {BOOK}\nspins: 1 {word}\n---\n")
    assert found == f"2: '{word}' is not a number of the wheel: expected 0 to 36"


def test_a_spin_beyond_the_list() -> None:
    assert "no further number is listed" in complaint("house: spin\nhouse: spin\nhouse: spin\n")


def test_an_option_outside_the_law_names_the_clause() -> None:
    assert "2.2(a)" in complaint("", f"rulebook: {BOOK}\noptions: layout=3\n---\n")


@pytest.mark.parametrize(
    ("play", "expected", "got"),
    [
        ("ann: bet red 5\nhouse: spin\n? number 20\n", "number 20", "17"),
        ("ann: bet red 5\nhouse: spin\n? wager ann red +5\n", "wager ann red +5", "ann red -5"),
        ("ann: bet red 5\n? wager ann black 0\n", "wager ann black 0", "ann black is not a wager of the last round"),
        ("! ann: bet red 5\n", "ann: bet red 5 to be refused", "it is allowed"),
        ("! ann: bet split 3-4 5 @ 3.1(c)\n", "ann: bet split 3-4 5 to be refused on 3.1(c)", "a refusal on 3.1(b)"),
        ("ann: bet split 3-4 5\n", "ann: bet split 3-4 5 to be allowed", "a refusal: the layout has no split 3-4"),
        ("? colour red\n", "colour red", "none"),
        ("? not phase betting\n", "not phase betting", "phase betting"),
        ("house: spin\n? said no_spin\n", "said no_spin", "no_more_bets, number"),
        ("house: spin\n? display 20\n", "display 20", "17"),
        ("ann: bet red 5\n? value blue 2\n", "value blue 2", "blue nobody's"),
    ],
)
def test_an_expectation_that_does_not_hold(play: str, expected: str, got: str) -> None:
    (failure,) = replay(parse_pit(HEAD + play)).failures
    assert failure.expected == expected
    assert failure.got.startswith(got)


def test_the_number_of_a_void_spin_may_be_listed_or_not() -> None:
    for spins in ("17 20", "20"):
        head = f"rulebook: {BOOK}\nspins: {spins}\n---\n"
        assert replay(parse_pit(f"{head}house: spin turns=3\nhouse: spin\n? number 20\n")).passed


def test_a_whole_file_is_described_in_words(tmp_path: Path) -> None:
    text = (
        HEAD + "house: chips bob blue 2\nbob: bet red blue*3\nann: bet straight 17 5\nann: bet black 5\n"
        "ann: withdraw black\nhouse: spin turns=2\nhouse: no_spin left_wheel\nhouse: spin turns=9\n"
        "house: adjust bob red 0 a doubt\nhouse: display 4\nhouse: new_ball\nhouse: chips bob blue 0\n"
    )
    file = parse_pit(text)
    assert parse_pit(print_pit(file)) == file
    path = tmp_path / "told.pit"
    path.write_text(text, encoding="utf-8")
    story = "\n".join(run_file(path).story)
    for words in (
        "bob has the blue chips at 2 each",
        "bob bets 6 (3 blue) on red",
        "ann takes back 5 from black",
        '"no spin" (too few turns)',
        "there is no number yet to return it to",
        "the wheel turns anticlockwise, the ball clockwise, 9 turns",
        '"20, black"',
        "ann loses 5 on number 17",
        "bob gets +6 on red after all (a doubt)",
        "the display shows 4",
        "another ball is taken  [4.7]",
        "bob hands the blue chips in",
    ):
        assert words in story
