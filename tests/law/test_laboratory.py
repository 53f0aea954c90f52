"""Shorthand rules: their words, and what is refused."""

import re
from pathlib import Path

import pytest

from pitboss.law.abbreviations import ABBREVIATIONS, PRESETS, SYNONYMS, parse_word
from pitboss.law.choices import DealerBlackjack, DoubleOn
from pitboss.law.laboratory import DEFAULT_WORDS, LABORATORY, assumed_words, laboratory_rules, parse_shorthand
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


def test_open_questions_of_a_document_are_listed_with_their_reading() -> None:
    assert laboratory_rules(" ".join(DEFAULT_WORDS)).terms == laboratory_rules("6D").terms
    for text in ("8D H17", "6D ENHC", "6D SP21 RD2", "2D OBO LS D9", "6D NSP", "1D PEEK10"):
        assumed = " ".join(assumed_words(text))
        assert laboratory_rules(f"{text} {assumed}").terms == laboratory_rules(text).terms
    assert assumed_words("8D H17") == ("3:2", "PEEK", "DOA", "D2", "DAS", "SP4", "SBV", "NRSA", "1CA", "NS")
    assert assumed_words("6D ND") == ("3:2", "S17", "PEEK", "SP4", "SBV", "NRSA", "1CA", "NS")
    assert assumed_words("6D ENHC NSP") == ("3:2", "S17", "DOA", "D2", "NS", "TAKEALL")


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


def test_late_surrender_waits_for_the_dealers_second_card_where_it_is_not_read() -> None:
    for words, waits in {"LS": False, "LS ENHC": True, "OBO LS": True, "PEEKA LSA": False, "PEEKA LS10": True}.items():
        assert laboratory_rules(words).terms.surrender_lost_to_blackjack is waits, words
    assert not laboratory_rules("ES ENHC").terms.surrender_lost_to_blackjack


@pytest.mark.parametrize("synonym", SYNONYMS)
def test_a_synonym_means_the_word_that_it_stands_for(synonym: str) -> None:
    assert synonym not in ABBREVIATIONS
    assert synonym not in PRESETS
    if SYNONYMS[synonym] not in PRESETS:
        parse_word(SYNONYMS[synonym])
    assert laboratory_rules(synonym.lower()).title == laboratory_rules(SYNONYMS[synonym]).title


def test_the_page_on_shorthand_lists_every_word_and_synonym() -> None:
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "exact-edge.md").read_text()
    assert [word for word in (*ABBREVIATIONS, *SYNONYMS, *PRESETS) if f"`{word}`" not in page] == []


def test_numbers_have_the_spellings_of_the_trade() -> None:
    for words, same in {
        "6decks bj6-5": "6D 6:5",
        "8DK BJ65": "8D 6:5",
        "2deck 7to5": "2D 7:5",
        "SPL1": "SP2",
        "SPL3": "SP4",
        "RSP4": "SP4",
        "5cardcharlie; 2D": "5CC 2D",
    }.items():
        assert laboratory_rules(words).terms == laboratory_rules(same).terms, words


#: What people write, and the words that it stands for.
PHRASES = {
    "8 decks, dealer hits soft 17": "8D H17",
    "six deck; dealer stands on all 17s": "6D S17",
    "Single-deck, no double after split": "1D NDAS",
    "8D, double on 10 and 11 only, BJ 6:5": "8D D10 6:5",
    "6D D9/10/11 DAS, 3 to 2": "6D D9 DAS 3:2",
    "6D 10-11 DAS": "6D D10 DAS",
    "6D double after split on 9-11": "6D DAS9",
    "6D double on 9, 10, 11": "6D D9",
    "6D double any number of cards": "6D DAC",
    "European no hole card, original bets only": "ENHC OBO",
    "dealer peeks under ace only": "PEEKA",
    "peek under ace and ten": "PEEK",
    "early surrender vs 10": "ES10",
    "LS except against an ace": "LSNA",
    "ES 2-10": "ESNA",
    "surrender not allowed, resplit aces allowed": "NS RSA",
    "split to 4 hands, aces once": "SP4 NRSA",
    "split 3 times": "SP4",
    "no resplit": "SP2",
    "no splitting of aces": "NSA",
    "draw to split aces": "HSA",
    "blackjack pays 6 to 5": "6:5",
    "BJ 1.2": "6:5",
    "suited BJ 2:1": "SBJ2:1",
    "five card charlie": "5CC",
    "charlie 6": "6CC",
    "push 22": "PUSH22",
    "dealer wins ties of 17": "TIESLOSE17",
    "TL17-19": "TIESLOSE17-19",
    "21 always wins": "21WINS",
    "redouble twice": "RD2",
    "Spanish 21, redoubling": "SP21 RDA",
    "no unlike tens": "SBR",
    "busted bets plus one": "BB+1",
    "continuous shuffling machine": "CSM",
}


@pytest.mark.parametrize("phrase", PHRASES)
def test_a_phrase_means_its_abbreviations(phrase: str) -> None:
    assert laboratory_rules(phrase).terms == laboratory_rules(PHRASES[phrase]).terms


def test_totals_are_not_the_odds_of_a_blackjack() -> None:
    """A span of totals or up cards was once read as odds."""
    assert laboratory_rules("6D 9-11").terms.blackjack_odds == Odds(3, 2)
    with pytest.raises(ValueError, match="'2-9': write BJ2:9 for a blackjack that pays less than its wager"):
        laboratory_rules("6D 2-9")
    assert laboratory_rules("BJ1:2").terms.blackjack_odds == Odds(1, 2)


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
        ("6D LSX", "'LSX' is not an abbreviation of a blackjack rule: did you mean LS (late surrender)"),
        ("6D zebra!", "'ZEBRA!' is not an abbreviation of a blackjack rule: write nD, -T, a:b"),
        ("13D", "'13D': write 1D to 12D"),
        ("0D", "'0D': write 1D to 12D"),
        ("6:0", "'6:0': write the odds of a blackjack as 3:2"),
        ("4CC", "'4CC': write 5CC to 9CC"),
        ("6D 8D", "6D and 8D both say something about decks"),
        ("S17 H17", "S17 and H17 both say something about soft 17"),
        ("PEEK10 ESA", "ESA and PEEK10: early surrender is played with PEEK, NOPEEK or ENHC: write one"),
        ("TIESLOSE16", "'TIESLOSE16': write TIESLOSE, TIESLOSE17 or TIESLOSE17-19"),
        ("OBO TAKEALL", "OBO and TAKEALL both say something about dealer's blackjack"),
        ("SPL8", "'SPL8': write SPL1 to SPL7 for so many splits, or NSP"),
        (
            "6D INF",
            "'INF' is not an abbreviation of a blackjack rule: an infinite number of decks is an option",
        ),
        ("6D DASS", "'DASS' is not an abbreviation of a blackjack rule: did you mean DAS (double after split)"),
        ("6D NOSPLITS", "'NOSPLITS' is not an abbreviation of a blackjack rule: did you mean NSP (no splits)?"),
    ],
)
def test_a_parse_error_is_reported(text: str, message: str) -> None:
    with pytest.raises(ValueError, match="^" + re.escape(message)):
        parse_shorthand(text)


@pytest.mark.parametrize("word", ["21WINS", "5CC", "BONUS21", "B5=3:2", "SAS"])
def test_one_more_wager_is_undefined_where_hands_are_settled_early(word: str) -> None:
    with pytest.raises(ValueError, match=r"BB\+1 and .*: write OBBO"):
        laboratory_rules(f"6D BB+1 {word}")
    laboratory_rules("6D BB+1 NSAS")


def test_a_word_that_is_said_twice_is_shown_once() -> None:
    rules = laboratory_rules("6D, no hole card, lose all bets, doubles and splits lost to dealer blackjack, 6 decks")
    assert rules.title == "Laboratory rules (no law): 6D ENHC TAKEALL"
