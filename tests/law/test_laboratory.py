"""Shorthand rules: their words, and what is refused."""

import pytest

from pitboss.law.choices import DealerBlackjack, DoubleOn
from pitboss.law.laboratory import ABBREVIATIONS, LABORATORY, laboratory_rules, parse_shorthand
from pitboss.money import Odds


def test_words_set_the_terms() -> None:
    terms = laboratory_rules("2d h17 ndas rsa ls10 d10 sp3 6/5").terms
    assert (terms.decks, terms.dealer_hits_soft_17, terms.double_after_split) == (2, True, False)
    assert (terms.resplit_aces, terms.split_hands, terms.double_on) == (True, 3, DoubleOn.HARD_10_OR_11)
    surrenders = terms.surrender_against_ace, terms.surrender_against_ten, terms.surrender_against_other
    assert (terms.surrender, surrenders) == (True, (False, True, False))
    assert terms.blackjack_odds == Odds(6, 5)


def test_a_table_without_words_on_a_subject_has_its_default() -> None:
    terms = laboratory_rules("1D").terms
    assert (terms.dealer_hits_soft_17, terms.double_after_split, terms.surrender) == (False, True, False)
    assert (terms.split_hands, terms.blackjack_odds, terms.hole_card, terms.card_reader) == (4, Odds(3, 2), True, True)


def test_early_surrender_is_played_without_a_hole_card() -> None:
    terms = laboratory_rules("6D ES").terms
    assert (terms.hole_card, terms.dealer_blackjack) == (False, DealerBlackjack.ORIGINAL_ONLY)
    assert laboratory_rules("6D ENHC ES").terms.dealer_blackjack is DealerBlackjack.ALL


def test_words_on_the_hole_card_and_on_a_dealers_blackjack_combine() -> None:
    for words, expected in {
        "PEEK": (True, True, DealerBlackjack.ORIGINAL_ONLY),
        "PEEKA": (True, True, DealerBlackjack.ALL),
        "PEEKA OBO": (True, True, DealerBlackjack.ORIGINAL_ONLY),
        "DSAFE NOPEEK": (True, False, DealerBlackjack.ORIGINAL_AND_SPLITS),
        "OBO ENHC": (False, False, DealerBlackjack.ORIGINAL_ONLY),
        "OBBO": (False, False, DealerBlackjack.ORIGINAL_ONLY_AND_BUSTS),
        "BB+1 NOPEEK": (True, False, DealerBlackjack.BUSTS_AND_ONE),
        "PEEK TAKEALL ES": (False, False, DealerBlackjack.ORIGINAL_ONLY),
    }.items():
        terms = laboratory_rules(words).terms
        assert (terms.hole_card, terms.card_reader, terms.dealer_blackjack) == expected, words
    terms = laboratory_rules("PEEKA").terms
    assert (terms.peek_under_ace, terms.peek_under_ten) == (True, False)


def test_odds_of_blackjacks_and_ties() -> None:
    terms = laboratory_rules("BJ7:5 SBJ2/1 TIESLOSE17-18").terms
    assert (terms.blackjack_odds, terms.suited_blackjack_odds, terms.ties_lost) == (Odds(7, 5), Odds(2, 1), (17, 18))
    assert laboratory_rules("TIESLOSE").terms.ties_lost == (17, 18, 19, 20, 21)


def test_no_rule_has_a_clause() -> None:
    rules = laboratory_rules("6D H17")
    assert rules.rulebook == LABORATORY
    assert not any(rules.clauses.values())
    assert "no law" in rules.title


@pytest.mark.parametrize("word", ABBREVIATIONS)
def test_every_word_is_accepted_alone(word: str) -> None:
    for name, value in ABBREVIATIONS[word].terms.items():
        assert getattr(laboratory_rules(word).terms, name) == value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no rules are given: write abbreviations such as 6D"),
        ("6D LSX", "'LSX' is not an abbreviation of a blackjack rule: did you mean LS?"),
        ("6D zebra!", "'ZEBRA!' is not an abbreviation of a blackjack rule: write nD, -T, a:b"),
        ("13D", "'13D': write 1D to 12D"),
        ("0D", "'0D': write 1D to 12D"),
        ("6:0", "'6:0': write the odds of a blackjack as 3:2"),
        ("4CC", "'4CC': write 5CC to 9CC"),
        ("6D 8D", "6D and 8D both say something about decks"),
        ("S17 H17", "S17 and H17 both say something about soft 17"),
        ("PEEKA LS", "LS and PEEKA: late surrender needs a dealer who peeks: write ES"),
        ("PEEK10 ESA", "ESA and PEEK10: early surrender is played with PEEK, NOPEEK or ENHC: write one"),
        ("TIESLOSE16", "'TIESLOSE16': write TIESLOSE, TIESLOSE17 or TIESLOSE17-19"),
        ("OBO TAKEALL", "OBO and TAKEALL both say something about dealer's blackjack"),
        ("ENHC LS10", "LS10 and ENHC: late surrender needs a dealer who peeks: write ES10"),
    ],
)
def test_what_cannot_be_parsed_is_said(text: str, message: str) -> None:
    with pytest.raises(ValueError, match="^" + message.replace("?", r"\?").replace("!", "!")):
        parse_shorthand(text)


@pytest.mark.parametrize("word", ["21WINS", "5CC", "BONUS21", "B5=3:2", "SAS"])
def test_one_more_wager_is_undefined_where_hands_are_settled_early(word: str) -> None:
    with pytest.raises(ValueError, match=r"BB\+1 and .*: write OBBO"):
        laboratory_rules(f"6D BB+1 {word}")
    laboratory_rules("6D BB+1 NSAS")
