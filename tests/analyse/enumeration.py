"""The engine's own answer: every order in which the cards of a tiny shoe can come, each played by the engine."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import sqrt

from pitboss.analyse.column import Column
from pitboss.analyse.edge import columns_of
from pitboss.analyse.game import game_of
from pitboss.analyse.plays import Insuring, by_composition
from pitboss.analyse.shoe import ACE, TEN, Counts, card_of, value_of
from pitboss.blackjack import State, act, open_state
from pitboss.blackjack import commands as cmd
from pitboss.blackjack.state import Stage
from pitboss.kernel.actions import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.kernel.strategy import Chart, choose, insurance_stakes
from pitboss.law import Refusal
from pitboss.law.resolve import BlackjackRules

#: What a player does next at a table that waits for him.
Play = Callable[[State], cmd.Command]
#: What is wagered where a table rounds no payment.
STAKE = 10_000
_PLAYER = "p"
_COMMANDS: dict[int, type[cmd.PlayerCommand]] = {
    STAND: cmd.Stand,
    HIT: cmd.Hit,
    DOUBLE: cmd.DoubleDown,
    SPLIT: cmd.SplitPair,
    SURRENDER: cmd.Surrender,
}


class TooFewCards(Exception):
    """A round needs more cards than the shoe has."""


class EveryOrder:
    """Chance that brings, round after round, the next order of values that has not been yet."""

    def __init__(self, shoe: Counts) -> None:
        self.shoe = shoe
        self.burns = 0
        self._path: list[list[int]] = []
        self.begin()

    def begin(self) -> None:
        """The shoe is full again."""
        self._left, self._at, self.chance = list(self.shoe), 0, Fraction(1)

    def draw(self, side: int) -> int:
        """The next card of the order; one that is burnt unseen is none of it."""
        if self.burns:
            self.burns -= 1
            return 4
        if self._at == len(self._path):
            choices = [value for value, left in enumerate(self._left) if left]
            if not choices:
                raise TooFewCards
            self._path.append(choices)
        value = self._path[self._at][0]
        self._at += 1
        self.chance *= Fraction(self._left[value], sum(self._left))
        self._left[value] -= 1
        return card_of(value)

    def advance(self) -> bool:
        """On to the next order, if there is one."""
        while self._path and len(self._path[-1]) == 1:
            self._path.pop()
        if self._path:
            self._path[-1].pop(0)
        self.begin()
        return bool(self._path)

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """Every order comes anyway."""

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """The next round is dealt from a full shoe anyway."""

    def prize(self, kind: str, stake: int) -> int:
        """No prize is drawn."""
        raise NotImplementedError


class Enumerated:
    """Sums over all orders, per unit of the first wager; how many there were, and how often a pair was split."""

    def __init__(self, rules: BlackjackRules, shoe: Counts, play: Play) -> None:
        self.expectation = self.second = self.split = Fraction(0)
        self.orders = 0
        self.results: dict[Fraction, Fraction] = {}
        chance = EveryOrder(shoe)
        state, _ = open_state(rules, chance)
        chance.burns = state.shoe.burns_due
        _done(act(rules, state, cmd.JoinTable(player=_PLAYER, money=10**13), chance))
        spots = rules.terms.spots_needed if rules.terms.spots > 1 else 1
        antes = (("ante", rules.terms.ante),) if rules.terms.ante else ()
        stake = _stake(rules)
        more = True
        while more:
            bet = cmd.PlaceBet(player=_PLAYER, box=1, amounts=(stake,) * spots, sides=antes)
            _done(act(rules, state, bet, chance))
            _done(act(rules, state, cmd.Deal(), chance))
            while state.stage != Stage.BETTING:
                _done(act(rules, state, play(state), chance))
            kinds = ("main", "double", "insurance")
            net = sum(wager.result or 0 for wager in state.wagers if wager.kind in kinds)
            self._count(Fraction(net, stake * spots), chance.chance, len(state.hands[1]) > 1)
            more = chance.advance()

    def _count(self, net: Fraction, chance: Fraction, split: bool) -> None:
        self.orders += 1
        self.expectation += net * chance
        self.second += net**2 * chance
        self.split += chance * split
        self.results[net] = self.results.get(net, Fraction(0)) + chance

    @property
    def deviation(self) -> float:
        """Of one round."""
        return sqrt(self.second - self.expectation**2)


def _stake(rules: BlackjackRules) -> int:
    """What the analyser reckons with: where chips or the float round a payment, the amount matters."""
    return game_of(rules).pays.stake


def _done(brought: object) -> None:
    assert not isinstance(brought, Refusal), brought


def by_the_chart(rules: BlackjackRules, chart: Chart) -> Play:
    """As the chart plays."""
    return lambda state: choose(chart, rules, state)


def by_the_cards(rules: BlackjackRules, shoe: Counts) -> Play:
    """As is best for the cards of each hand, split hands played as those that were not."""
    columns = {column.up: column for column in columns_of(game_of(rules), shoe)}
    by_composition(list(columns.values()))

    def play(state: State) -> cmd.Command:
        column = columns[value_of(state.dealer[0][0])]
        if state.offer is not None:
            return _at_the_offer(rules, column, state)
        assert state.turn is not None
        return _COMMANDS[_action(rules, column, state)](player=_PLAYER, box=1)

    return play


def _action(rules: BlackjackRules, column: Column, state: State) -> int:
    hand = state.turn
    assert hand is not None
    values = [value_of(card) for card in hand.cards]
    number = column.game.hands.of(*values)
    if len(values) > 2:
        return int(column.draws[number])
    if not hand.split:
        return int(column.first[number])
    if values[0] == values[1] and len(state.hands[1]) < column.game.most_hands(values[0]):
        return SPLIT
    if values[0] == ACE:
        return STAND
    return DOUBLE if column.doubles_split[number] else int(column.draws[number])


def _at_the_offer(rules: BlackjackRules, column: Column, state: State) -> cmd.Command:
    values = sorted(value_of(card) for card in state.hands[1][0].cards)
    beaten = column.blackjack_chance(column.game.hands.of(*values))
    insuring, blackjack = Insuring(column.game), values == [ACE, TEN]
    if blackjack and insuring.even_money(beaten):
        return cmd.TakeEvenMoney(player=_PLAYER, box=1)
    if insuring.insures(beaten, blackjack=blackjack):
        spots = range(1, 1 + (rules.terms.spots_needed if rules.terms.spots > 1 else 1))
        amounts = insurance_stakes(rules, dict.fromkeys(spots, _stake(rules)))
        return cmd.Insure(player=_PLAYER, box=1, amounts=amounts)
    return cmd.Pass(player=_PLAYER, box=1)
