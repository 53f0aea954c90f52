"""Shoes that run out of cards in a round: the engine plays them to their end, by the rule of the table for that.

Where a shoe is empty one document shuffles the discards and deals on, another deals the round again from new cards.
Both look at more than a table of states holds, and both are rare. So the fast kernel leaves such a round alone and
notes it; here the engine plays it, and whatever follows until all cards are shuffled, from the very cards of that shoe.
"""
# ruff: noqa: PLR0917 - a round is rules, chart, table, cards and chance, and no two of them belong together

from collections import Counter
from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from pitboss.blackjack import act, open_state
from pitboss.blackjack import commands as cmd
from pitboss.blackjack.chance import CUTTING_CARD, SHOE_EMPTY, UnknownOutcome
from pitboss.blackjack.state import Stage, State
from pitboss.kernel.counts import Counts, Flight, Rest
from pitboss.kernel.program import NotSimulable
from pitboss.kernel.strategy import Chart, choose
from pitboss.kernel.tables import Tables, cards_behind
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules
from pitboss.law.ways import CutCardFirst, ShoeKind

_PURSE = 10**15


class _Shoe:
    """Chance that brings the rest of one shoe, and shuffled cards after it."""

    def __init__(self, rules: BlackjackRules, decks: int, dice: Random) -> None:
        self._rules = rules
        self._decks = decks
        self._dice = dice
        self._continuous = rules.terms.shoe is ShoeKind.CONTINUOUS
        self.left: list[int] = []
        self.drawn = 0
        #: Whether all cards were shuffled since the last one was drawn.
        self.fresh = False

    def draw(self, side: int) -> int:
        """The next card; the list is dealt from its end."""
        if not self.left:
            return SHOE_EMPTY
        item = self.left.pop()
        if item >= 0:
            self.drawn += 1
            self.fresh = False
        return item

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """All cards, or the discards."""
        self.fresh = cards is None
        self.left = list(range(52)) * self._decks if cards is None else list(cards)
        self._dice.shuffle(self.left)
        if self.left and not self._continuous:
            self.left.insert(cards_behind(self._rules, len(self.left)), CUTTING_CARD)

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """The next shoe is shuffled whole."""

    def prize(self, kind: str, stake: int) -> int:
        """No wager of a kernel's table has a prize."""
        raise NotImplementedError


def finish(rules: BlackjackRules, chart: Chart, flight: Flight, seed: int, counts: Counts) -> Counts:
    """The counts of a run with every shoe played to its end."""
    rest = counts.rest
    for number, place in counts.out:
        order = flight.shoe(seed, number).tolist()
        rest += play_rest(rules, chart, flight.game, order, place, Random(f"{seed} {number}"))
    return replace(counts, out=[], rest=rest)


def play_rest(
    rules: BlackjackRules, chart: Chart, game: Tables, order: Sequence[int], place: int, dice: Random
) -> Rest:
    """The rounds from that place of a shoe until all cards are shuffled; the dice are for what is shuffled before."""
    chance = _Shoe(rules, game.cards // 52, dice)
    state, _ = open_state(rules, chance)
    _lay(rules, game, state, chance, order, place)
    rest = Rest(sides={name: Counter() for name in game.sides.names})
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
        _note(state, rest, game.boxes)
        rest.cards = chance.drawn
        if chance.fresh or game.every_round:
            return rest


def _lay(rules: BlackjackRules, game: Tables, state: State, chance: _Shoe, order: Sequence[int], place: int) -> None:
    """The shoe as it lay when the round began."""
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
        brought = act(rules, state, command, chance)
    except UnknownOutcome:
        what = "a round that takes more cards than the shoe and the discards hold"
        raise NotSimulable(what, rules.cite("empty_shoe"), rules.rulebook) from None
    if isinstance(brought, Refusal):
        raise ValueError(str(brought))


def _note(state: State, rest: Rest, boxes: int) -> None:
    mains = [0] * boxes
    for wager in state.wagers:
        net = wager.result or 0
        if wager.kind in ("main", "double"):
            mains[wager.box - 1] += net
        elif wager.kind in rest.sides:
            rest.sides[wager.kind][net] += 1
    rest.main.update(mains)
    rest.rounds += 1
