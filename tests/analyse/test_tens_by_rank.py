"""Pairs of tens where only equal ranks are split and split again: the engine plays every order of the cards."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import pytest

from pitboss.analyse.column import Column
from pitboss.analyse.game import game_of
from pitboss.analyse.hand import OfSplit, hand
from pitboss.analyse.shoe import NotAnalysable, shoe_of, value_of
from pitboss.cards import DECK_SIZE, full_shoe, parse_card
from pitboss.games.blackjack import State, act, open_state
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.hand_permissions import alike
from pitboss.games.blackjack.state import Stage
from pitboss.law.laboratory import laboratory_rules
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.actions import DOUBLE, HIT, SPLIT, STAND
from tests.analyse.enumeration import STAKE, EveryOrderOfCards, _done

_COMMANDS = {STAND: cmd.Stand, HIT: cmd.Hit, DOUBLE: cmd.DoubleDown, SPLIT: cmd.SplitPair}


class OrdersAfter(EveryOrderOfCards):
    """Enumerates every order of the remaining cards after the first ones; None is an unknown one."""

    def __init__(self, left: Sequence[int], known: Sequence[int | None]) -> None:
        self._known = list(known)
        super().__init__(left)

    def begin(self) -> None:
        super().begin()
        self._next = list(self._known)

    def draw(self, side: int) -> int:
        known = self._next.pop(0) if self._next and not self.burns else None
        return super().draw(side) if known is None else known


def split_by_the_engine(rules: BlackjackRules, column: Column, orders: OrdersAfter) -> Fraction:
    """Returns the mean result of a box that is split whenever it may be, and then played as the analyser plays it."""
    state, _ = open_state(rules, orders)
    orders.burns = state.shoe.burns_due
    _done(act(rules, state, cmd.JoinTable(player="p", money=10**13), orders))
    total, more = Fraction(0), True
    while more:
        _done(act(rules, state, cmd.PlaceBet(player="p", box=1, amounts=(STAKE,)), orders))
        _done(act(rules, state, cmd.Deal(), orders))
        while state.stage != Stage.BETTING:
            _done(act(rules, state, _COMMANDS[_decide(rules, column, state)](player="p", box=1), orders))
        total += Fraction(sum(wager.result or 0 for wager in state.wagers), STAKE) * orders.chance
        more = orders.advance()
    return total


def _decide(rules: BlackjackRules, column: Column, state: State) -> int:
    hand = state.turn
    assert hand is not None
    cards = hand.cards
    if len(cards) == 2 and alike(rules.terms, *cards) and len(state.hands[1]) < rules.terms.split_hands:
        return SPLIT
    number = column.game.hands.of(*(value_of(card) for card in cards))
    return int(column.split_actions[0, number])


def _cards(text: str) -> list[int]:
    words = (word.split("*") for word in text.split())
    return [parse_card(name) for name, number in words for _ in range(int(number))]


@pytest.mark.parametrize(
    ("words", "cards", "up"),
    [
        ("6D SBR SP3", "Kc*4 Qc*6 8c*3 6c*2", "6c"),
        ("6D SBR SP4 ENHC OBBO", "Kc*5 Qc*6 8c*3 6c*2", "6c"),
        ("6D SBR SP3 ENHC", "Kc*3 Qc*2 Tc*4 9c*5", "Tc"),
        ("6D SBR SP3 OBO", "Kc*4 Qc*6 8c*3 6c*2", "Kc"),
        ("6D SBR SP3 NDAS LS", "Kc*3 Qc*6 7c*4 5c*2", "7c"),
    ],
)
def test_a_split_of_tens_by_rank_is_worth_what_the_engine_pays(words: str, cards: str, up: str) -> None:
    rules, held = laboratory_rules(words), _cards(cards)
    first, second, shown = held[0], held[1], parse_card(up)
    gone = list((Counter(full_shoe(6)) - Counter(held)).elements())
    found = hand(rules, [first, second], shown, gone)
    column = Column(game_of(rules, gone), shoe_of(rules, gone), value_of(shown))
    column.play(free=True)
    left = Counter(held) - Counter([first, second, shown])
    hole = [None] * rules.terms.hole_card
    orders = OrdersAfter([left[card] for card in range(DECK_SIZE)], [first, shown, second, *hole])
    assert found.actions["split"] == pytest.approx(float(split_by_the_engine(rules, column, orders)), abs=1e-13)


def test_fewer_cards_split_again_where_ranks_are_compared() -> None:
    """The value lies between that of one split and that of splits by value."""
    kings, six = [parse_card("Kc"), parse_card("Kd")], parse_card("6s")
    once, by_rank, by_value = (
        hand(laboratory_rules(words), kings, six).actions["split"] for words in ("6D SBR SP2", "6D SBR", "6D SBV")
    )
    assert min(once, by_value) < by_rank < max(once, by_value)
    gone = [parse_card(name) for name in ("Kc", "Kd", "Kh", "Ks")] * 5
    few = hand(laboratory_rules("6D SBR"), kings, six, gone).actions["split"]
    assert few == pytest.approx(hand(laboratory_rules("6D SBR SP3"), kings, six, gone).actions["split"], abs=1e-3)
    assert "split" in hand(laboratory_rules("6D SBR"), kings, six, split=OfSplit(2)).actions
    assert hand(laboratory_rules("6D SBR"), kings, six, infinite=True).actions["split"] == pytest.approx(
        by_rank, abs=0.02
    )


def test_one_more_wager_is_refused_where_tens_are_split_again_by_rank() -> None:
    with pytest.raises(NotAnalysable, match="decisions on two tens by rank"):
        hand(laboratory_rules("6D SBR BB+1"), [parse_card("Kc"), parse_card("Kd")], parse_card("Ts"))
