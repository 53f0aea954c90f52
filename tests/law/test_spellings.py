"""Rule sets as players and mathematicians write them: each means its abbreviations, or is refused."""

from pathlib import Path

import pytest

from pitboss.law.laboratory import laboratory_rules

HERE = Path(__file__).parent
SPELLINGS = [line.split(" => ") for line in (HERE / "spellings.txt").read_text().splitlines()]
REFUSED = (HERE / "spellings_refused.txt").read_text().splitlines()


@pytest.mark.parametrize("first", range(0, len(SPELLINGS), 50))
def test_a_spelling_means_its_abbreviations(first: int) -> None:
    wrong = []
    for asked, meant in SPELLINGS[first : first + 50]:
        try:
            if laboratory_rules(asked).terms != laboratory_rules(meant).terms:
                wrong.append(asked)
        except ValueError as error:
            wrong.append(str(error)[:100])
    assert wrong == []


@pytest.mark.parametrize("asked", REFUSED)
def test_what_is_no_rule_here_is_refused(asked: str) -> None:
    with pytest.raises(ValueError, match=r"is not an abbreviation of a blackjack rule|: write |write one of them"):
        laboratory_rules(asked)


@pytest.mark.parametrize(
    ("asked", "advice"),
    [
        ("8D Double Exposure", "Double Exposure is another game: its decisions are not in these rules"),
        ("6D Free Bet", "Free Bet is another game"),
        ("6D Blackjack Switch PUSH22", "Blackjack Switch is another game"),
        ("1D Super Fun 21", "Super Fun 21 surrenders at any time"),
        ("Pontoon", "SP21 NOPEEK"),
        ("6D surrender anytime", "surrender is the first decision on a hand"),
        (
            "5-card Charlie pays 2:1",
            "a charlie pays its wager; odds are paid for a 21 of so many cards, such as B5=2:1",
        ),
        ("unlimited resplits", "write the most hands of a pair, SP8, or the most redoubles, RD4"),
        ("0.5D S17", "'0.5D': write 1D to 12D"),
        ("6D dealer hits soft 18", "did you mean H17"),
        ("6D resplit aces once", "aces are split once \\(NRSA\\), or again like other pairs"),
        ("Vegas Strip rules", "tables of a place differ: write their rules"),
        ("6D no doubling on nines", "'NO DOUBLING ON NINES' is not an abbreviation"),
    ],
)
def test_the_nearest_words_are_named(asked: str, advice: str) -> None:
    with pytest.raises(ValueError, match=advice):
        laboratory_rules(asked)
