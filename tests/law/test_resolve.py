"""Every choice of every rulebook: its default holds, and a value outside the law is refused on its clause."""

from fractions import Fraction

import pytest

from pitboss.law import Limits, Refusal, TableRules, load_rulebook, resolve, rulebook_ids
from pitboss.law.load import Constraint
from pitboss.law.options import Option, value_text
from pitboss.money import amount_text

LIMITS = Limits(10_00, 500_00)
#: A word for each type that no list of values holds, and that can be read.
OTHER = {"int": "77", "choice": "unheard_of", "amount": "77", "odds": "77:1"}


def options() -> list[tuple[str, str]]:
    return [(book, name) for book in rulebook_ids() for name in load_rulebook(book).options]


def with_option(wanted: str) -> list[tuple[str, str]]:
    """The options with a least or a most value, or with a list of values; nothing below "0" can be written."""
    return [
        (book, name)
        for book, name in options()
        if getattr(load_rulebook(book).options[name], wanted) not in (None, (), "0")
    ]


def refused(book: str, choices: dict[str, str], limits: Limits = LIMITS) -> Refusal:
    refusal = resolve(load_rulebook(book), choices, limits)
    assert isinstance(refusal, Refusal), choices
    assert refusal.rulebook == book
    return refusal


def just_beyond(option: Option, bound: str | int, step: int) -> str:
    """The next value below or above a bound, as it is written."""
    if option.type == "int":
        return str(int(bound) + step)
    if option.type == "amount":
        return amount_text(int(Fraction(str(bound)) * 100) + step)
    return f"{float(bound) + step / 100:.2f}"


@pytest.mark.parametrize("book", rulebook_ids())
def test_every_default_together_is_a_lawful_table(book: str) -> None:
    assert isinstance(resolve(load_rulebook(book), {}, LIMITS), TableRules)


@pytest.mark.parametrize(("book", "name"), options())
def test_a_default_may_be_said(book: str, name: str) -> None:
    option = load_rulebook(book).options[name]
    rules = resolve(load_rulebook(book), {name: value_text(option, option.default_value)}, LIMITS)
    assert isinstance(rules, TableRules), str(rules)
    assert rules.options[name] == option.default_value


@pytest.mark.parametrize(("book", "name"), with_option("min"))
def test_below_the_least(book: str, name: str) -> None:
    option = load_rulebook(book).options[name]
    refusal = refused(book, {name: just_beyond(option, option.min, -1)})
    assert (refusal.kind, refusal.clauses) == ("option", option.clauses)
    assert f"option {name}: " in refusal.message


@pytest.mark.parametrize(("book", "name"), with_option("max"))
def test_above_the_most(book: str, name: str) -> None:
    option = load_rulebook(book).options[name]
    refusal = refused(book, {name: just_beyond(option, option.max, 1)})
    assert (refusal.kind, refusal.clauses) == ("option", option.clauses)
    assert f"outside {option.range_text}" in refusal.message


@pytest.mark.parametrize(("book", "name"), with_option("values"))
def test_not_among_the_values(book: str, name: str) -> None:
    option = load_rulebook(book).options[name]
    other = OTHER[option.type] if option.type != "bool" else str(not option.values[0]).lower()
    refusal = refused(book, {name: other})
    assert (refusal.kind, refusal.clauses) == ("option", option.clauses)
    assert f"{other} is not among {option.range_text}" in refusal.message


def test_the_values_of_a_switch_are_what_may_be_chosen() -> None:
    assert Option(type="bool", help="").range_text == "true, false"
    assert Option(type="bool", help="", values=(False,)).range_text == "false"


# --- what one choice demands of another: a choice that breaks it, and the nearest that does not

Choices = dict[str, str]
BONUS = {"bonus": "true", "bonus_awards_1": "20", "bonus_awards_5": "100"}
CONSTRAINTS: dict[tuple[str, str], tuple[Choices, Choices]] = {
    ("nz-blackjack", "Super Sevens is played with six to eight decks"): (
        {"super_sevens": "true", "decks": "5"},
        {"super_sevens": "true", "decks": "6"},
    ),
    ("nz-blackjack", "Any Pair and Perfect Pairs are not offered at one table"): (
        {"perfect_pairs": "scale_one", "any_pair": "scale_one"},
        {"perfect_pairs": "scale_one", "any_pair": "none"},
    ),
    ("nz-blackjack", "without a shuffler or prepared cards the first players see the cards"): (
        {"player_inspection": "false"},
        {"player_inspection": "false", "card_preparation": "pre_checked"},
    ),
    ("nz-blackjack", "the ante is more than nothing and at most 12.5 % of the table minimum"): (
        {"antes_up": "true", "ante_amount": "1.26"},
        {"antes_up": "true", "ante_amount": "1.25"},
    ),
    ("nz-blackjack", "outside Blackjack + a Blackjack pays 3 to 2"): (
        {"blackjack_plus_odds": "6:5"},
        {"blackjack_plus_odds": "6:5", "blackjack_plus": "true"},
    ),
    ("nz-blackjack", "Ante's Up and Blackjack + are not provided for together"): (
        {"antes_up": "true", "ante_amount": "1", "blackjack_plus": "true"},
        {"antes_up": "true", "ante_amount": "1", "blackjack_plus": "false"},
    ),
    ("nz-blackjack", "the step of wagers is not above the table minimum"): (
        {"increment": "10.01"},
        {"increment": "10"},
    ),
    ("nz-blackjack", "nobody wagers on more boxes than there are"): (
        {"max_boxes_per_player": "8"},
        {"max_boxes_per_player": "7"},
    ),
    ("mbs-blackjack", "nobody wagers on more areas than there are"): (
        {"max_boxes_per_player": "8"},
        {"max_boxes_per_player": "7"},
    ),
    ("canberra-blackjack", "Triple Play has six boxes"): (
        {"triple_play": "true", "boxes": "7"},
        {"triple_play": "true", "boxes": "6"},
    ),
    ("canberra-blackjack", "the cloth has seven or nine boxes"): ({"boxes": "6"}, {"boxes": "7"}),
    ("canberra-blackjack", "the Over/Under 13 cloth has seven or nine boxes"): (
        {"over_under_13": "true", "boxes": "6"},
        {"over_under_13": "true", "boxes": "9"},
    ),
    ("canberra-blackjack", "the Super Sevens cloth has seven or nine boxes"): (
        {"super_sevens": "true", "boxes": "6"},
        {"super_sevens": "true", "boxes": "9"},
    ),
    ("canberra-blackjack", "in Triple Play one player wagers on a box"): (
        {"triple_play": "true", "max_players_per_box": "2"},
        {"triple_play": "true", "max_players_per_box": "1"},
    ),
    ("canberra-blackjack", "Triple Play and Over/Under 13 have cloths of their own"): (
        {"triple_play": "true", "over_under_13": "true"},
        {"triple_play": "false", "over_under_13": "true"},
    ),
    ("canberra-blackjack", "Triple Play and Super Sevens have cloths of their own"): (
        {"triple_play": "true", "super_sevens": "true"},
        {"triple_play": "false", "super_sevens": "true"},
    ),
    ("canberra-blackjack", "Over/Under 13 and Super Sevens have cloths of their own"): (
        {"over_under_13": "true", "super_sevens": "true"},
        {"over_under_13": "true", "super_sevens": "false"},
    ),
    ("canberra-blackjack", "the cutting card lies no further in from the back than half the shoe"): (
        {"cutting_card_from_back": "157"},
        {"cutting_card_from_back": "156"},
    ),
    ("canberra-blackjack", "the conditions of a tournament need the Authority's approval first"): (
        {"tournament": "true", "conditions_approved": "false"},
        {"tournament": "false", "conditions_approved": "false"},
    ),
    ("canberra-blackjack", "the most players are not fewer than the fewest"): (
        {"tournament": "true", "min_players": "8", "max_players": "7"},
        {"tournament": "true", "min_players": "8", "max_players": "8"},
    ),
    ("canberra-blackjack", "the chips at the start reach the table's minimum"): (
        {"tournament": "true", "chips": "9.99"},
        {"tournament": "true", "chips": "10"},
    ),
    ("canberra-blackjack", "the chips at the start reach the two wagers that Triple Play needs"): (
        {"tournament": "true", "triple_play": "true", "chips": "19.99"},
        {"tournament": "true", "triple_play": "true", "chips": "20"},
    ),
    ("canberra-blackjack", "nobody wagers on more boxes than there are"): (
        {"max_boxes_per_player": "8"},
        {"max_boxes_per_player": "7"},
    ),
    ("tribal-blackjack", "a double shoe counts its decks by side (decks_a, decks_b)"): (
        {"double_shoe": "true", "decks": "6"},
        {"double_shoe": "true"},
    ),
    ("tribal-blackjack", "with seven boxes a pair may be split twice, into three hands"): (
        {"boxes": "7", "max_split_hands": "4"},
        {"boxes": "7", "max_split_hands": "3"},
    ),
    ("tribal-blackjack", "an automated shuffler needs two batches of equal decks"): (
        {"automated_shuffler": "true", "decks": "5"},
        {"automated_shuffler": "true", "decks": "4"},
    ),
    ("tribal-blackjack", "a double shoe is not dealt from a two-batch shuffler"): (
        {"automated_shuffler": "true", "double_shoe": "true"},
        {"automated_shuffler": "false", "double_shoe": "true"},
    ),
    ("tribal-blackjack", "there is no such pay column for that number of decks"): (
        {"additional_wager": "suited", "decks": "8", "suited_column": "4"},
        {"additional_wager": "suited", "decks": "8", "suited_column": "3"},
    ),
    ("tribal-blackjack", "eight decks have three pay columns"): (
        {"additional_wager": "suited", "decks": "8", "suited_column": "4"},
        {"additional_wager": "suited", "decks": "16", "suited_column": "3", "automated_shuffler": "true"},
    ),
    ("tribal-blackjack", "an additional wager is not offered beside the progressive one"): (
        {"additional_wager": "sevens", "progressive": "true"},
        {"additional_wager": "none", "progressive": "true"},
    ),
    ("tribal-blackjack", "multiple action is not offered beside the progressive wager"): (
        {"multiple_action": "true", "progressive": "true"},
        {"multiple_action": "true", "progressive": "false"},
    ),
    ("tribal-blackjack", "a batch of eight decks has three pay columns"): (
        {"additional_wager": "suited", "decks": "16", "suited_column": "4", "automated_shuffler": "true"},
        {"additional_wager": "suited", "decks": "16", "suited_column": "3", "automated_shuffler": "true"},
    ),
    ("tribal-blackjack", "two sides of four decks have three pay columns"): (
        {"additional_wager": "suited", "double_shoe": "true", "decks_a": "4", "decks_b": "4", "suited_column": "4"},
        {"additional_wager": "suited", "double_shoe": "true", "decks_a": "4", "decks_b": "4", "suited_column": "3"},
    ),
    ("tribal-blackjack", "multiple action is not offered beside the bonus wager"): (
        {**BONUS, "multiple_action": "true"},
        {**BONUS, "multiple_action": "false"},
    ),
    ("tribal-blackjack", "multiple action is not offered beside the streak wager"): (
        {"multiple_action": "true", "streak": "true"},
        {"multiple_action": "false", "streak": "true"},
    ),
    ("tribal-blackjack", "the bonus wager is not offered beside the progressive one"): (
        {**BONUS, "progressive": "true"},
        {**BONUS, "progressive": "false"},
    ),
    ("tribal-blackjack", "the bonus wager is not offered beside the streak wager"): (
        {**BONUS, "streak": "true"},
        {**BONUS, "streak": "false"},
    ),
    ("tribal-blackjack", "every award for a dollar lies within 5 and 1,000"): (
        {**BONUS, "bonus_awards_1": "4.99,35.01"},
        {**BONUS, "bonus_awards_1": "5,35"},
    ),
    ("tribal-blackjack", "every award for five dollars lies within 50 and 5,000"): (
        {**BONUS, "bonus_awards_5": "49.99,150.01"},
        {**BONUS, "bonus_awards_5": "50,150"},
    ),
    ("tribal-blackjack", "the house advantage of a bonus lies between nothing and 30 %"): (
        {**BONUS, "bonus_awards_1": "22"},
        {**BONUS, "bonus_awards_1": "21"},
    ),
    ("tribal-blackjack", "four streak odds are stated"): (
        {"streak": "true", "streak_odds": "3,7,17"},
        {"streak": "true", "streak_odds": "3,7,17,37"},
    ),
    ("tribal-blackjack", "a streak of two pays 3 to one or more"): (
        {"streak": "true", "streak_odds": "2,7,17,37"},
        {"streak": "true", "streak_odds": "4,7,17,37"},
    ),
    ("tribal-blackjack", "a streak of three pays 7 to one or more"): (
        {"streak": "true", "streak_odds": "3,6,17,37"},
        {"streak": "true", "streak_odds": "3,8,17,37"},
    ),
    ("tribal-blackjack", "a streak of four pays 17 to one or more"): (
        {"streak": "true", "streak_odds": "3,7,16,37"},
        {"streak": "true", "streak_odds": "3,7,18,37"},
    ),
    ("tribal-blackjack", "a streak of five pays 37 to one or more"): (
        {"streak": "true", "streak_odds": "3,7,17,36"},
        {"streak": "true", "streak_odds": "3,7,17,38"},
    ),
    ("tribal-blackjack", "nobody wagers on more boxes than there are"): (
        {"max_boxes_per_player": "7"},
        {"max_boxes_per_player": "6"},
    ),
    ("nz-tournament", "the increment is not above the table's minimum"): ({"increment": "10.01"}, {"increment": "10"}),
    ("nz-tournament", "a session of shoes ends by its cutting card, which a continuous shuffler does without"): (
        {"session": "shoes:2", "shuffler": "continuous"},
        {"session": "shoes:2", "shuffler": "batch"},
    ),
    ("nz-tournament", "the most players are not fewer than the fewest"): (
        {"min_players": "8", "max_players": "7"},
        {"min_players": "8", "max_players": "8"},
    ),
    ("nz-tournament", "the chips at the start reach the table's minimum, which everybody must bet"): (
        {"chips": "9.99"},
        {"chips": "10"},
    ),
    (
        "nz-roulette",
        "each neighbour group is three different numbers of the wheel, and no group stands twice",
    ): ({"neighbour_groups": "1-2-2"}, {"neighbour_groups": "1-2-3"}),
    (
        "nz-roulette",
        "no neighbour group holds 0: it would have to win on 0 as any of its numbers does, "
        "and to lose as all other wagers do",
    ): ({"neighbour_groups": "26-0-32"}, {"neighbour_groups": "26-1-32"}),
    ("nz-roulette", "the maximum of a kind of wager is not below the table's minimum"): (
        {"maximum_red": "9.99"},
        {"maximum_red": "10"},
    ),
}


def constraint_of(book: str, says: str) -> Constraint:
    return next(constraint for constraint in load_rulebook(book).constraints if constraint.says == says)


def test_every_constraint_is_tried() -> None:
    there = {(book, constraint.says) for book in rulebook_ids() for constraint in load_rulebook(book).constraints}
    assert there == set(CONSTRAINTS)


@pytest.mark.parametrize(("book", "says"), CONSTRAINTS)
def test_a_broken_constraint_is_refused_on_its_clause(book: str, says: str) -> None:
    refusal = refused(book, CONSTRAINTS[book, says][0])
    assert refusal.kind == "constraint"
    assert says in refusal.message
    assert set(constraint_of(book, says).clauses) <= set(refusal.clauses)


@pytest.mark.parametrize(("book", "says"), CONSTRAINTS)
def test_its_lawful_neighbour_is_accepted(book: str, says: str) -> None:
    rules = resolve(load_rulebook(book), CONSTRAINTS[book, says][1], LIMITS)
    assert isinstance(rules, TableRules), str(rules)


def test_several_broken_constraints_are_all_named() -> None:
    refusal = refused("nz-blackjack", {"super_sevens": "true", "decks": "4", "max_boxes_per_player": "9"})
    assert set(refusal.clauses) == {"3.3(a)", "14.4", "14.7"}


@pytest.mark.parametrize("book", rulebook_ids())
def test_a_minimum_above_the_maximum(book: str) -> None:
    refusal = refused(book, {}, Limits(100_00, 99_99))
    assert refusal.clauses == load_rulebook(book).rules["limits"].clauses


def test_an_option_that_the_rulebook_does_not_have() -> None:
    with pytest.raises(ValueError, match=r"mbs-blackjack has no option 'super_sevens'; it has boxes, decks"):
        resolve(load_rulebook("mbs-blackjack"), {"super_sevens": "true"})
    with pytest.raises(ValueError, match=r"no option 'deks'; it has .*; did you mean decks\?"):
        resolve(load_rulebook("mbs-blackjack"), {"deks": "6"})


def test_a_parse_error_is_not_a_refusal() -> None:
    for text in ("six", "6x", ""):
        with pytest.raises(ValueError, match=rf"option decks: '{text}' is not a whole number: write 4 to 8"):
            resolve(load_rulebook("nz-blackjack"), {"decks": text})


@pytest.mark.parametrize("book", ["canberra-blackjack", "nz-blackjack"])
def test_a_rulebook_without_surrender_gives_a_policy_for_split_hands_too(book: str) -> None:
    rules = load_rulebook(book).rules
    assert not rules["surrender"].value
    assert rules["surrender_split"].policy == rules["surrender_first"].policy != ""
