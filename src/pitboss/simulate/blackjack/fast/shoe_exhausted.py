"""Rounds in which a shoe runs out of cards: the engine plays them by the table's rule.

With an empty shoe, one document shuffles the discards and continues, another deals the round again from new cards. Both
depend on more than the state tables hold, and both are rare. So the fast kernel skips and records such a round. Here
the engine plays it and the rounds up to the next shuffle, from the cards of that shoe.
"""
# ruff: noqa: PLR0917 - a round is rules, chart, table, cards and chance, and no two of them belong together

from collections import Counter
from collections.abc import Sequence
from random import Random

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pitboss.atoms.hand import points
from pitboss.games.blackjack import act, open_state
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.chance import CUTTING_CARD, SHOE_EMPTY, UnknownOutcome
from pitboss.games.blackjack.state import Stage, State, points_of
from pitboss.law.choices import CutCardFirst, ShoeKind
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules
from pitboss.simulate.blackjack.fast.counters import add_result, counter
from pitboss.simulate.blackjack.fast.runs import EngineRounds, FastCounts, FastKernel
from pitboss.simulate.blackjack.fast.table_layout import (
    BLACKJACK,
    BUST,
    DONE,
    ENDINGS,
    EVEN_MONEY,
    FIRST_AT,
    NEED_AT,
    NIBBLE,
    SPLIT_21,
    SURRENDERED,
    TWICE,
)
from pitboss.simulate.blackjack.fast.tables import FastTables
from pitboss.simulate.blackjack.general.layout import OUT_WORDS, WAGERS
from pitboss.simulate.blackjack.program import behind
from pitboss.strategy.chart import Chart, choose
from pitboss.strategy.engine_probe import WHOLE_HAND
from pitboss.strategy.hand_classes import DEALER_22, DEALER_BLACKJACK, DEALER_BUST, DEALER_LOW, NotSimulable

_PURSE = 10**15


class _Shoe:
    """A source of chance: the rest of one shoe, then shuffled cards."""

    def __init__(self, rules: BlackjackRules, shoe: Sequence[int], dice: Random) -> None:
        self._rules = rules
        self._shoe = shoe
        self._dice = dice
        self._continuous = rules.terms.shoe is ShoeKind.CONTINUOUS
        self.left: list[int] = []
        self.drawn = 0
        #: Whether all cards were shuffled since the last one was drawn.
        self.fresh = False

    def draw(self, side: int) -> int:
        """Returns the next card; the list is dealt from its end."""
        if not self.left:
            return SHOE_EMPTY
        item = self.left.pop()
        if item >= 0:
            self.drawn += 1
            self.fresh = False
        return item

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """Shuffles all cards, or the discards."""
        self.fresh = cards is None
        self.left = list(self._shoe if cards is None else cards)
        self._dice.shuffle(self.left)
        if self.left and not self._continuous:
            self.left.insert(behind(self._rules, len(self.left)), CUTTING_CARD)

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """Does nothing: the next shoe is shuffled as a whole."""

    def prize(self, kind: str, stake: int) -> int:
        """Raises NotImplementedError: no wager of the fast kernel has a prize."""
        raise NotImplementedError


def finish_shoes(rules: BlackjackRules, chart: Chart, kernel: FastKernel, seed: int, counts: FastCounts) -> FastCounts:
    """Returns the counts of a run with every exhausted shoe finished."""
    rest = counts.rest
    for number, place in counts.out:
        order = kernel.shoe(seed, number).tolist()
        rest += play_rest(rules, chart, kernel.game, order, place, dice_of_shoe(seed, number))
    return replace(counts, out=[], rest=rest)


def dice_of_shoe(seed: int, number: int) -> Random:
    """Returns the generator for the shuffles after the shoe of that index ran out."""
    return Random(f"{seed} {number}")


def play_rest(
    rules: BlackjackRules,
    chart: Chart,
    game: FastTables,
    order: Sequence[int],
    place: int,
    dice: Random,
    most: int | None = None,
) -> EngineRounds:
    """Plays the rounds from that offset of a shoe until all cards are shuffled, or at most ``most`` rounds."""
    chance = _Shoe(rules, game.shoe, dice)
    state, _ = open_state(rules, chance)
    _restore_shoe(rules, game, state, chance, order, place)
    rest = EngineRounds(sides={name: Counter() for name in game.sides.names})
    players = [f"player{box}" for box in range(1, game.boxes + 1)]
    for player in players:
        _do(rules, state, cmd.JoinTable(player=player, money=_PURSE), chance)
    antes = (("ante", game.ante),) if game.ante else ()
    sides = (*zip(game.sides.names, game.sides.stakes, strict=True), *antes)
    while True:
        for box, player in enumerate(players, 1):
            _do(rules, state, cmd.PlaceBet(player=player, box=box, amounts=(game.stake,), sides=sides), chance)
        _do(rules, state, cmd.Deal(), chance)
        if state.bets:
            return rest  # the cutting card came first
        while state.stage != Stage.BETTING:
            _do(rules, state, choose(chart, rules, state), chance)
        _add_round(state, rest, game, chance.drawn - rest.cards)
        rest.cards = chance.drawn
        if chance.fresh or game.every_round or rest.rounds == most:
            return rest


def _restore_shoe(
    rules: BlackjackRules, game: FastTables, state: State, chance: _Shoe, order: Sequence[int], place: int
) -> None:
    """Restores the shoe as it was when the round began."""
    shoe = state.shoes[0]
    shoe.rack, shoe.drawn, shoe.burns_due = list(order[:place]), place, 0
    left = list(order[place:])
    if not game.every_round:
        late = rules.terms.cut_card_first is CutCardFirst.AS_DURING_THE_ROUND
        left.insert(game.limit - late - place, CUTTING_CARD)
    chance.left = left[::-1]
    chance.drawn = 0


def _do(rules: BlackjackRules, state: State, command: cmd.Command, chance: _Shoe) -> None:
    try:
        outcome = act(rules, state, command, chance)
    except UnknownOutcome:
        what = "a round that takes more cards than the shoe and the discards hold"
        raise NotSimulable(what, rules.cite("empty_shoe"), rules.rulebook) from None
    if isinstance(outcome, Refusal):
        raise ValueError(str(outcome))


def _add_round(state: State, rest: EngineRounds, game: FastTables, cards: int) -> None:
    mains = [0] * game.boxes
    for wager in state.wagers:
        net = wager.result or 0
        if wager.kind in ("main", "double"):
            mains[wager.box - 1] += net
        elif wager.kind in rest.sides:
            rest.sides[wager.kind][net] += 1
    rest.main.update(mains)
    rest.rounds += 1
    rest.words += words_of_round(game, state, cards)


def words_of_round(game: FastTables, state: State, cards: int) -> NDArray[np.int64]:
    """Returns the counters of a round that the engine has played."""
    words = np.zeros(OUT_WORDS, np.int64)
    results = dict.fromkeys(("main", *game.sides.names), 0)
    mains = dict.fromkeys(state.hands, 0)
    for wager in state.wagers:
        if wager.kind in ("main", "double"):
            mains[wager.box] += wager.result or 0
        elif wager.kind in results:
            results[wager.kind] += wager.result or 0
    results["main"] = sum(mains.values())
    for net in mains.values():
        add_result(words, net // game.measure, 1)
    events = {"rounds": 1, "cards": cards, **_event_counters(game, state)}
    for name, number in events.items():
        counter(words, name)[0] = number
    dealer = [*state.dealer[0], *([state.hole] if state.hole >= 0 else [])]
    if len(dealer) > 1:
        counter(words, "dealer")[_class_of(dealer, played_out=_is_played_out(game, state, events["evens"]))] = 1
    units = [net // unit for net, unit in zip(results.values(), (game.measure, *game.side_measures), strict=True)]
    counter(words, "sums")[: len(units)] = units
    products = counter(words, "products").reshape(1 + WAGERS, 1 + WAGERS)
    products[: len(units), : len(units)] = np.triu(np.outer(units, units))
    return words


def _event_counters(game: FastTables, state: State) -> dict[str, int]:
    """Returns the event counters of a round."""
    boxes = list(state.hands.values())
    hands = [hand for box in boxes for hand in box]
    blackjacks = [hand for hand in hands if hand.blackjack]
    evens = len(blackjacks) if state.dealer[0][0] < 4 and _takes_even_money(game) else 0
    return {
        "blackjacks": len(blackjacks),
        "doubles": sum(hand.doubled for hand in hands),
        "split_boxes": sum(len(box) > 1 for box in boxes),
        "splits": len(hands) - len(boxes),
        "busts": sum(hand.bust for hand in hands),
        "surrenders": sum(hand.surrendered for hand in hands),
        "evens": evens,
    }


def _takes_even_money(game: FastTables) -> bool:
    """Returns whether the chart takes even money for a blackjack against an ace."""
    ace_and_ten = FIRST_AT + NIBBLE * NIBBLE + NIBBLE + 10  # the row of an ace, then the cards' values
    return int(game.flat[ace_and_ten]) == DONE | EVEN_MONEY


def _is_played_out(game: FastTables, state: State, evens: int) -> bool:
    """Returns whether some hand needed the dealer's whole hand."""
    first = points(state.dealer[0][0])
    for hand in (hand for box in state.hands.values() for hand in box):
        ending = min(hand.total, BUST) + TWICE * hand.doubled
        if hand.surrendered:
            ending = SURRENDERED
        elif hand.blackjack:
            ending = EVEN_MONEY if evens else BLACKJACK
        elif hand.total == 21 and len(hand.cards) == 2:
            ending = SPLIT_21
        if game.flat[NEED_AT + first * ENDINGS + ending] & WHOLE_HAND:
            return True
    return False


def _class_of(dealer: Sequence[int], *, played_out: bool) -> int:
    """Returns the class of a dealer's hand; DEALER_LOW if it is not played out."""
    total, _ = points_of(list(dealer))
    if len(dealer) == 2 and total == 21:
        return DEALER_BLACKJACK
    if total < 17 or not played_out:
        return DEALER_LOW
    return total - 17 if total <= 21 else DEALER_22 if total == 22 else DEALER_BUST
