"""Brute force: the engine plays every order of the cards of a tiny shoe."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import sqrt

from pitboss.analyse.column import Column
from pitboss.analyse.edge import columns_of
from pitboss.analyse.game import AnalysedGame, game_of
from pitboss.analyse.plays import InsurancePolicy, by_composition
from pitboss.analyse.shoe import ACE, TEN, VALUES, ShoeComposition, card_of, value_of
from pitboss.games.blackjack import State, act, open_state
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.state import Stage
from pitboss.law import Refusal
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.actions import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.strategy.chart import Chart, choose, insurance_stakes

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
    """Raised if a round needs more cards than the shoe has."""


class EveryOrder:
    """A source of chance that enumerates the orders of values, one per round."""

    def __init__(self, shoe: Sequence[int]) -> None:
        self.shoe = shoe
        self.burns = 0
        self._path: list[list[int]] = []
        self.begin()

    def begin(self) -> None:
        """Refills the shoe."""
        self._left, self._at, self.chance = list(self.shoe), 0, Fraction(1)

    def draw(self, side: int) -> int:
        """Returns the next card of the order; a card that is burnt unseen is not part of it."""
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
        return self.card(value)

    def card(self, place: int) -> int:
        """Returns the card of a place in the list of numbers."""
        return card_of(place)

    def advance(self) -> bool:
        """Advances to the next order; returns whether there is one."""
        while self._path and len(self._path[-1]) == 1:
            self._path.pop()
        if self._path:
            self._path[-1].pop(0)
        self.begin()
        return bool(self._path)

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """Does nothing: all orders are enumerated."""

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """Does nothing: the next round is dealt from a full shoe."""

    def prize(self, kind: str, stake: int) -> int:
        """Raises: no prize is drawn."""
        raise NotImplementedError


class EveryOrderOfCards(EveryOrder):
    """The same for a shoe whose numbers are those of all 52 cards."""

    def card(self, place: int) -> int:
        return place


class Enumerated:
    """Sums over all orders per unit of the first wager; the number of orders, and how often a pair was split."""

    def __init__(self, rules: BlackjackRules, shoe: Sequence[int], play: Play) -> None:
        self.expectation = self.second = self.split = self.staked = Fraction(0)
        self.orders = 0
        self.results: dict[Fraction, Fraction] = {}
        chance = EveryOrder(shoe) if len(shoe) == VALUES else EveryOrderOfCards(shoe)
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
            staked = sum(wager.amount for wager in state.wagers if wager.kind in kinds)
            self.staked += Fraction(staked, stake * spots) * chance.chance
            more = chance.advance()

    def _count(self, net: Fraction, chance: Fraction, split: bool) -> None:
        self.orders += 1
        self.expectation += net * chance
        self.second += net**2 * chance
        self.split += chance * split
        self.results[net] = self.results.get(net, Fraction(0)) + chance

    @property
    def deviation(self) -> float:
        """The standard deviation of one round."""
        return sqrt(self.second - self.expectation**2)


def _stake(rules: BlackjackRules) -> int:
    """Returns the analyser's stake: the amount matters if chips or the float round a payment."""
    return game_of(rules).pays.stake


def _done(outcome: object) -> None:
    assert not isinstance(outcome, Refusal), outcome


def by_the_chart(rules: BlackjackRules, chart: Chart) -> Play:
    """Plays by the chart."""
    return lambda state: choose(chart, rules, state)


def by_the_cards(rules: BlackjackRules, shoe: ShoeComposition, game: AnalysedGame | None = None) -> Play:
    """Plays the best action for the cards of each hand; split hands are played like hands without a split."""
    columns = {column.up: column for column in columns_of(game or game_of(rules), shoe)}
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
    if hand.doubled:
        level = 1 + hand.redoubled
        return DOUBLE if column.redoubles[level, number] else SURRENDER if column.given_up[level, number] else STAND
    if hand.split:
        again = len(values) == 2 and values[0] == values[1]
        if again and len(state.hands[hand.box]) < column.game.most_hands(values[0]):
            return SPLIT
        return int(column.split_actions[1 if values[0] == ACE else 0, number])
    if len(values) > 2:
        return DOUBLE if column.doubles[number] else int(column.draws[number])
    return int(column.first[number])


def _at_the_offer(rules: BlackjackRules, column: Column, state: State) -> cmd.Command:
    assert state.offer is not None
    values = sorted(value_of(card) for card in state.hands[state.offer.waiting[0][1]][0].cards)
    beaten = column.blackjack_chance(column.game.hands.of(*values))
    insuring, blackjack = InsurancePolicy(column.game), values == [ACE, TEN]
    if blackjack and insuring.even_money(beaten):
        return cmd.TakeEvenMoney(player=_PLAYER, box=1)
    if insuring.insures(beaten, blackjack=blackjack):
        spots = range(1, 1 + (rules.terms.spots_needed if rules.terms.spots > 1 else 1))
        amounts = insurance_stakes(rules, dict.fromkeys(spots, _stake(rules)))
        return cmd.Insure(player=_PLAYER, box=1, amounts=amounts)
    return cmd.Pass(player=_PLAYER, box=1)
