"""Queries to the blackjack engine, from which the kernels' lookup tables are built."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from pitboss.games.blackjack import act, legal_actions, open_state, refusal_of
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.settle import settle_blackjack, settle_bust, settle_hand
from pitboss.games.blackjack.state import Hand, Stage, State, Wager, points_of
from pitboss.law.choices import BlackjackPaid
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.chart import Chart, choose
from pitboss.strategy.settlement_probe import PLAYER

_PURSE: Final = 10**15
_DEUCE: Final = 4
#: The index of a card of each value. All ten-valued cards are equal except for side wagers.
OF_VALUE: Final = tuple((max(value, 1) - 1) * 4 for value in range(11))

#: The dealer's cards that a finished round needs: none, or the whole hand. 1 is the second card alone.
NO_CARD, WHOLE_HAND = 0, 2


class ScriptedCards:
    """A source of chance that deals given cards and then deuces."""

    def __init__(self, cards: Sequence[int] = ()) -> None:
        self.cards = list(cards)
        self.drawn = 0

    def draw(self, side: int) -> int:
        """Returns the next card of the script."""
        self.drawn += 1
        return self.cards[self.drawn - 1] if self.drawn <= len(self.cards) else _DEUCE

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """Does nothing: a script has a fixed order."""

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """Does nothing: a script has a fixed order."""

    def prize(self, kind: str, stake: int) -> int:
        """Raises NotImplementedError: no wager that is probed with a script has a prize."""
        raise NotImplementedError


class EngineProbe:
    """A table with these rules, where the chart plays one box with one stake."""

    def __init__(self, rules: BlackjackRules, chart: Chart, stake: int, sides: Mapping[str, int]) -> None:
        self.rules = rules
        self.chart = chart
        self.stake = stake
        self._script = ScriptedCards()
        self._table, _ = open_state(rules, self._script)
        self._do(cmd.JoinTable(player=PLAYER, money=_PURSE))
        #: The ante beside this stake, or 0.
        self.ante = rules.terms.ante or 0
        if rules.terms.ante_waiver is not None and stake >= rules.terms.ante_waiver:
            self.ante = 0
        antes = (("ante", self.ante),) if self.ante else ()
        self._bet = cmd.PlaceBet(player=PLAYER, box=1, amounts=(stake,), sides=antes)
        whole = cmd.PlaceBet(player=PLAYER, box=1, amounts=(stake,), sides=(*sides.items(), *antes))
        refusal = refusal_of(rules, self._table, whole)
        if refusal is not None:
            raise ValueError(f"the table refuses the wager: {refusal}")
        self._burns = self._table.shoe.burns_due
        # building a state is slow, so queries reuse one and replace the few fields that differ
        self._deciding = State(
            stage=Stage.PLAY,
            money={PLAYER: _PURSE},
            minimum=rules.limits.minimum,
            maximum=rules.limits.maximum,
            wagers=[Wager(0, PLAYER, 1, "main", stake, 1)],
            boxes=[1],
            deciders={1: PLAYER},
            turn_box=1,
            turn_hand=1,
        )
        self._settling = RoundContext.of(
            rules, State(money={PLAYER: 0}, minimum=rules.limits.minimum, boxes=[1]), self._script
        )

    def _do(self, command: cmd.Command) -> None:
        outcome = act(self.rules, self._table, command, self._script)
        if isinstance(outcome, Refusal):
            raise ValueError(str(outcome))

    # --- decisions -----------------------------------------------------------------------------------------------

    def decision(self, cards: Sequence[int], up_card: int, hands: int = 1) -> type[cmd.Command]:
        """Returns the chart's decision on a hand. With several hands on the box, the hand is one of a split."""
        split = hands > 1
        hand = Hand(1, 1, list(cards), *points_of(list(cards)), split=split, split_aces=split and cards[0] < 4)
        state = self._deciding
        state.hands = {1: [hand, *(Hand(number, 1, split=True) for number in range(2, hands + 1))]}
        state.dealer = [[up_card]]
        state.decided = [1] if split or len(cards) > 2 else []
        return type(choose(self.chart, self.rules, state))

    # --- rounds --------------------------------------------------------------------------------------------------

    def _deal(self, first: int, second: int, up_card: int, more: Iterable[int]) -> None:
        hole = [_DEUCE] if self.rules.terms.hole_card else []
        self._script.cards = [*[_DEUCE] * self._burns, first, up_card, second, *hole, *more]
        self._script.drawn = self._burns = 0
        self._do(self._bet)
        self._do(cmd.Deal())

    def finish(
        self, first: int, second: int, up_card: int, more: Iterable[int], wanted: type[cmd.PlayerCommand]
    ) -> tuple[int, int] | None:
        """Plays a round with these cards and that decision.

        Returns the number of dealer's cards it needs and its result in cents, or None if the decision was never
        allowed. The dealer's further cards are deuces, so the dealer draws as long as the rules demand.
        """
        self._deal(first, second, up_card, more)
        made = False
        while self._table.stage != Stage.BETTING:
            offered = self._table.offer is not None
            kind: type[cmd.PlayerCommand] = cmd.Pass if offered else cmd.Stand
            if not made and refusal_of(self.rules, self._table, wanted(player=PLAYER, box=1)) is None:
                kind, made = wanted, True
            self._do(kind(player=PLAYER, box=1))
        if not made and wanted is not cmd.Pass:
            return None
        dealer = self._script.drawn - len(self._script.cards) + self.rules.terms.hole_card
        net = sum(wager.result or 0 for wager in self._table.wagers if wager.kind in ("main", "double"))
        return min(dealer, WHOLE_HAND), net

    def takes_even_money(self, up_card: int) -> bool:
        """Returns whether the chart takes even money for a blackjack against this card."""
        self._deal(OF_VALUE[1], OF_VALUE[10], up_card, ())
        taken = False
        while self._table.stage != Stage.BETTING:
            chosen = choose(self.chart, self.rules, self._table)
            taken = taken or isinstance(chosen, cmd.TakeEvenMoney)
            self._do(chosen)
        return taken

    def legal_verbs(self, first: int, second: int, up_card: int, *, passes: bool = False) -> set[str]:
        """Returns the verbs that are legal after this deal; with ``passes``, after an offer is declined."""
        self._deal(first, second, up_card, ())
        if passes and self._table.offer is not None:
            self._do(cmd.Pass(player=PLAYER, box=1))
        verbs = {command.verb for command in legal_actions(self.rules, self._table)}
        while self._table.stage != Stage.BETTING:
            kind: type[cmd.PlayerCommand] = cmd.Pass if self._table.offer is not None else cmd.Stand
            if refusal_of(self.rules, self._table, kind(player=PLAYER, box=1)) is not None:
                kind = cmd.Hit  # a low total must draw
            self._do(kind(player=PLAYER, box=1))
        return verbs

    # --- settlement ----------------------------------------------------------------------------------------------

    def net(self, cards: Sequence[int], dealer: Sequence[int], *, doubled: bool, split: bool, original: bool) -> int:
        """Returns the net result of the wagers on a finished hand against a finished hand of the dealer."""
        hand = Hand(1, 1, list(cards), *points_of(list(cards)), split=split, doubled=doubled, closed=True)
        context, state = self._settling, self._settling.state
        state.hands = {1: [hand]}
        state.wagers = [Wager(0, PLAYER, 1, "main", self.stake, 1, original=original)]
        if doubled:
            state.wagers.append(Wager(1, PLAYER, 1, "double", self.stake, 1, original=False))
        if hand.bust:
            settle_bust(context, hand)
        elif hand.blackjack and self.rules.terms.blackjack_paid is BlackjackPaid.AT_ONCE:
            settle_blackjack(context, hand, beaten=False, clauses=())
        settle_hand(context, hand, 0, points_of(list(dealer))[0], list(dealer))
        return sum(wager.result or 0 for wager in state.wagers)
