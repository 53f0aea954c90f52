"""The value of a decision on a split hand equals the engine's payment, over every order of the remaining cards."""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from pitboss.analyse.column import Column
from pitboss.analyse.edge import ACTIONS
from pitboss.analyse.game import game_of
from pitboss.analyse.hand import OfSplit, decisions, hand
from pitboss.analyse.shoe import ACE, ImpossibleCards, value_of
from pitboss.cards import parse_card
from pitboss.games.blackjack import State, act, open_state
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.state import Hand, Stage
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.actions import DOUBLE, HIT, SPLIT, STAND
from tests.analyse.enumeration import STAKE, EveryOrder, _done
from tests.analyse.rules import rules_of

#: Rulebook, options, the cards of a tiny shoe by value (ace first), the pair, the dealer's card, the cards that the
#: first hand ends with where the second is asked about, and the second card of the hand asked about.
ASKED = [
    ("mbs-blackjack", "", "0 0 3 0 0 2 0 4 0 5", 8, 6, "", 3),
    ("nz-blackjack", "", "2 0 3 0 0 0 0 4 0 5", 8, 1, "", 3),
    ("nz-blackjack", "", "2 0 3 0 0 0 0 4 0 5", 8, 1, "8 10", 3),
    ("nz-blackjack", "", "2 0 2 0 0 0 0 5 0 5", 8, 10, "", 8),
    ("canberra-blackjack", "", "1 0 3 0 0 0 0 4 0 5", 8, 10, "8 10", 3),
    ("tribal-blackjack", "max_split_hands=3 card_reader=true", "2 0 2 0 0 0 0 5 0 5", 8, 1, "8 10", 8),
    ("tribal-blackjack", "max_split_hands=3", "5 0 0 0 0 0 3 0 0 5", 1, 7, "", 1),
]
_COMMANDS: dict[int, type[cmd.PlayerCommand]] = {
    STAND: cmd.Stand,
    HIT: cmd.Hit,
    DOUBLE: cmd.DoubleDown,
    SPLIT: cmd.SplitPair,
}


class OrdersAfter(EveryOrder):
    """Enumerates every order of the remaining cards after known cards; None is an unknown one."""

    def __init__(self, shoe: Sequence[int], known: Sequence[int | None]) -> None:
        self._known = list(known)
        left = [count - self._known.count(value) for value, count in enumerate(shoe)]
        super().__init__(tuple(left))

    def begin(self) -> None:
        super().begin()
        self._next = list(self._known)

    def draw(self, side: int) -> int:
        known = self._next.pop(0) if self._next and not self.burns else None
        return super().draw(side) if known is None else _card(known)


def _card(value: int) -> int:
    return value * 4 if value < 9 else 36


class ScriptedDecision:
    """A split box in which one hand is decided in a given way and then played as the analyser plays it."""

    def __init__(self, rules: BlackjackRules, column: Column, *, second: bool, action: int) -> None:
        self.rules, self.column, self.action = rules, column, action
        self.mine = 2 if second else 1
        self.made = False

    def next(self, state: State) -> cmd.Command:
        if state.offer is not None:
            return cmd.Pass(player="p", box=1)
        asked = state.turn
        assert asked is not None
        return _COMMANDS[self._decide(state, asked)](player="p", box=1)

    def _decide(self, state: State, asked: Hand) -> int:
        if len(state.hands[1]) == 1:
            return SPLIT
        other = asked.number == 3 - self.mine
        if other:
            return STAND if asked.total > 11 else HIT
        if not self.made:
            self.made = True
            return self.action
        number = self.column.game.hands.of(*(value_of(card) for card in asked.cards))
        pair = len(asked.cards) == 2 and value_of(asked.cards[0]) == value_of(asked.cards[1])
        most = self.column.game.most_hands(value_of(asked.cards[0])) if pair else 0
        if pair and len(state.hands[1]) < most:
            return SPLIT
        return int(self.column.split_actions[1 if value_of(asked.cards[0]) == ACE else 0, number])

    def net(self, state: State) -> Fraction:
        """Returns the results of the wagers on the hand, including those that its splits and doubles added."""
        wagers = [wager for wager in state.wagers if wager.hand != 3 - self.mine and wager.kind in ("main", "double")]
        return Fraction(sum(wager.result or 0 for wager in wagers), STAKE)


def _played(rules: BlackjackRules, orders: OrdersAfter, script: ScriptedDecision) -> Fraction:
    """Returns the mean over every order in which the decision comes up."""
    state, _ = open_state(rules, orders)
    orders.burns = state.shoe.burns_due
    _done(act(rules, state, cmd.JoinTable(player="p", money=10**13), orders))
    total = weight = Fraction(0)
    more = True
    while more:
        script.made = False
        _done(act(rules, state, cmd.PlaceBet(player="p", box=1, amounts=(STAKE,)), orders))
        _done(act(rules, state, cmd.Deal(), orders))
        while state.stage != Stage.BETTING:
            _done(act(rules, state, script.next(state), orders))
        if script.made:
            total += script.net(state) * orders.chance
            weight += orders.chance
        more = orders.advance()
    return total / weight


@pytest.mark.parametrize("row", ASKED)
def test_the_engine_pays_what_the_analyser_says(row: tuple[str, str, str, int, int, str, int]) -> None:
    rulebook, options, words, one, dealt, before, card = row
    rules = rules_of(rulebook, options)
    pair, up, drawn = one - 1, dealt - 1, card - 1
    shoe = [int(word) for word in words.split()]
    first = [int(word) - 1 for word in before.split()]
    gone = list(shoe)
    for value in first or [pair]:
        gone[value] -= 1
    game = game_of(rules)
    column = Column(game, tuple(gone), up, added=bool(first))
    number = game.hands.of(*sorted((pair, drawn)))
    worth = decisions(column, number, pair if pair == drawn else -1, OfSplit(2, added=bool(first)), ace=pair == ACE)
    assert len(worth) > 1
    if game.reads[up]:
        worth = {name: value / (1 - column.blackjack_chance(number)) for name, value in worth.items()}
    hole = [None] * rules.terms.hole_card
    actions = {name: action for action, name in ACTIONS.items()}
    for name, expectation in worth.items():
        known = [pair, up, pair, *hole, *first[1:], drawn]
        script = ScriptedDecision(rules, column, second=bool(first), action=actions[name])
        assert expectation == pytest.approx(float(_played(rules, OrdersAfter(shoe, known), script)), abs=1e-14), name


def _cards(text: str) -> list[int]:
    return [parse_card(word) for word in text.split()]


def test_decisions_on_a_split_hand() -> None:
    rules = rules_of("tribal-blackjack", "max_split_hands=3 surrender=true")
    up = parse_card("6s")
    whole = hand(rules, _cards("8h 8c"), up)
    again = hand(rules, _cards("8h 8c"), up, _cards("8d"), split=OfSplit(2))
    enough = hand(rules, _cards("8h 8c"), up, _cards("8d 8s Tc"), split=OfSplit(3, added=True))
    assert "surrender" in whole.actions
    assert "surrender" not in again.actions
    assert "split" in again.actions
    assert "split" not in enough.actions
    assert again.insurance is None


def test_a_split_ace_is_only_split_again_or_left() -> None:
    rules = rules_of("tribal-blackjack", "max_split_hands=3")
    answer = hand(rules, _cards("Ah Ac"), parse_card("6s"), _cards("As"), split=OfSplit(2))
    assert set(answer.actions) == {"stand", "split"}
    for cards in ("Ah Kc", "Ah 5c", "Ah 5c 3d"):
        with pytest.raises(ImpossibleCards, match=r"a split ace gets one card.*\(k\)\(3\)\(ii\)"):
            hand(rules, _cards(cards), parse_card("6s"), _cards("As"), split=OfSplit(2))
    with pytest.raises(ImpossibleCards, match="there is no decision on a hand of 21"):
        hand(rules, _cards("Kc Ah"), parse_card("6s"), _cards("Ks"), split=OfSplit(2))
    assert hand(rules, _cards("5c Ah"), parse_card("6s"), _cards("5s"), split=OfSplit(2)).best == "double"
