"""What is proposed where money is short: as much of a double as it reaches, in whole chips."""

import pytest

from pitboss.cards import parse_card
from pitboss.games.blackjack import legal_actions, refusal_of
from pitboss.games.blackjack.grammar import command_words, read_command
from pitboss.law import Limits
from pitboss.pit import Act
from pitboss.tables import Table

#: A rulebook, its choices, the cards of a deal that gives ann 6 and 5 against a 5, her bet, and for what she has left
#: what is proposed: the amounts of a double for less.
SHORT = [
    ("nz-blackjack", {}, "6h 5s 5c", "100", 100_00, "double 1"),
    ("nz-blackjack", {}, "6h 5s 5c", "100", 40_00, "double 1 40"),
    ("nz-blackjack", {}, "6h 5s 5c", "100", 40_70, "double 1 40.50"),
    ("nz-blackjack", {}, "6h 5s 5c", "100", 80, "double 1 0.50"),
    ("nz-blackjack", {"increment": "5"}, "6h 5s 5c", "100", 43_00, "double 1 40"),
    ("mbs-blackjack", {}, "6h 5s 5c", "100", 43_00, "double 1 43"),
    ("tribal-blackjack", {}, "2c 6h 5s 5c Td", "100", 43_50, "double 1 43"),
    ("tribal-blackjack", {"multiple_action": "true"}, "2c 6h 5s 5c", "50/40", 60_00, "double 1 50/10"),
]
#: Where only the whole wager is doubled, or the money does not reach the least, nothing can be proposed but what is
#: refused for want of money.
NONE: list[tuple[str, dict[str, str], str, str, int]] = [
    ("canberra-blackjack", {}, "2c 6h 5s 5c", "100", 99_00),
    ("mbs-blackjack", {}, "6h 5s 5c", "100", 9_00),
    ("tribal-blackjack", {}, "2c 6h 5s 5c Td", "100", 50),
    ("nz-blackjack", {}, "6h 5s 5c", "100", 0),
    ("nz-blackjack", {}, "6h 5s 5c", "100", 30),
]


def dealt(rulebook: str, choices: dict[str, str], cards: str, bet: str, left: int) -> Table:
    """A table at which ann, with so much left, is to decide on a hand of two cards."""
    table = Table.open(rulebook, choices, Limits(1_000, 100_000), cards_are_read=True)
    assert isinstance(table, Table)
    table.join("ann", left + sum(int(part) * 100 for part in bet.split("/")))
    assert isinstance(table.do(read_command(Act("ann", "bet", ("1", bet)))), tuple)
    assert isinstance(table.do(read_command(Act("house", "deal", ()))), tuple)
    for word in cards.split():
        table.tell(parse_card(word))
    return table


@pytest.mark.parametrize("row", SHORT)
def test_as_much_as_the_money_reaches(row: tuple[str, dict[str, str], str, str, int, str]) -> None:
    table, words = dealt(*row[:-1]), row[-1]
    assert table.state.turn_box == 1
    proposed = legal_actions(table.rules, table.state).double("ann", 1)
    assert command_words(proposed) == f"ann: {words}"
    assert isinstance(table.do(proposed), tuple)


@pytest.mark.parametrize(("rulebook", "choices", "cards", "bet", "left"), NONE)
def test_nothing_less_is_lawful(rulebook: str, choices: dict[str, str], cards: str, bet: str, left: int) -> None:
    table = dealt(rulebook, choices, cards, bet, left)
    legal = legal_actions(table.rules, table.state)
    refusal = refusal_of(table.rules, table.state, legal.double("ann", 1))
    assert refusal is not None
    assert "ann has" in refusal.message
    assert "double" not in legal.verbs(1)


def test_insurance_without_money_is_refused_for_lack_of_money() -> None:
    table = dealt("nz-blackjack", {}, "6h As 5c", "100", 0)
    asked = legal_actions(table.rules, table.state).insure("ann", 1)
    assert command_words(asked) == "ann: insure 1 50"
    refusal = refusal_of(table.rules, table.state, asked)
    assert refusal is not None
    assert "ann has 0" in refusal.message
