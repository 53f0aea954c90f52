"""What the tables of the kernel are made of: questions to the engine, on constructed states and in played rounds."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from pitboss.blackjack import act, open_state, refusal_of
from pitboss.blackjack import commands as cmd
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.settle import settle_bust, settle_hand
from pitboss.blackjack.state import Hand, Stage, State, Wager, points_of
from pitboss.kernel.settling import PLAYER
from pitboss.kernel.strategy import Chart, choose
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules

_PURSE: Final = 10**15
_DEUCE: Final = 4
#: A card of each value, by value; tens are all alike for everything but side wagers.
OF_VALUE: Final = tuple((max(value, 1) - 1) * 4 for value in range(11))

#: What a finished round needs of the dealer: no card, or his whole hand; 1 is his second card alone.
NO_CARD, WHOLE_HAND = 0, 2


class Script:
    """Chance that brings given cards, and deuces after them."""

    def __init__(self, cards: Sequence[int] = ()) -> None:
        self.cards = list(cards)
        self.drawn = 0

    def draw(self, side: int) -> int:
        """The next card of the script."""
        self.drawn += 1
        return self.cards[self.drawn - 1] if self.drawn <= len(self.cards) else _DEUCE

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """The script goes on."""

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """The script goes on."""

    def prize(self, kind: str, stake: int) -> int:
        """No wager that a script is for has a prize."""
        raise NotImplementedError


class Asking:
    """A table of these rules, at which the chart plays one box with one stake."""

    def __init__(self, rules: BlackjackRules, chart: Chart, stake: int, sides: Mapping[str, int]) -> None:
        self.rules = rules
        self.chart = chart
        self.stake = stake
        self._script = Script()
        self._table, _ = open_state(rules, self._script)
        self._do(cmd.JoinTable(player=PLAYER, money=_PURSE))
        #: The ante that lies beside this stake, 0 for none.
        self.ante = rules.terms.ante or 0
        if rules.terms.ante_waiver is not None and stake >= rules.terms.ante_waiver:
            self.ante = 0
        antes = (("ante", self.ante),) if self.ante else ()
        self._bet = cmd.PlaceBet(player=PLAYER, box=1, amounts=(stake,), sides=antes)
        whole = cmd.PlaceBet(player=PLAYER, box=1, amounts=(stake,), sides=(*sides.items(), *antes))
        refusal = refusal_of(rules, self._table, whole)
        if refusal is not None:
            raise ValueError(f"such a wager is refused: {refusal}")
        self._burns = self._table.shoe.burns_due
        # a state is costly to build, and few of its parts differ from question to question
        self._deciding = State(
            stage=Stage.PLAY,
            money={PLAYER: _PURSE},
            minimum=rules.limits.minimum,
            maximum=rules.limits.maximum,
            wagers=[Wager(0, PLAYER, 1, "main", stake, 1)],
            boxes=[1],
            callers={1: PLAYER},
            turn_box=1,
            turn_hand=1,
        )
        self._settling = Dealing(rules, State(money={PLAYER: 0}, minimum=rules.limits.minimum, boxes=[1]), self._script)

    def _do(self, command: cmd.Command) -> None:
        brought = act(self.rules, self._table, command, self._script)
        if isinstance(brought, Refusal):
            raise ValueError(str(brought))

    # --- decisions -----------------------------------------------------------------------------------------------

    def decision(self, cards: Sequence[int], up_card: int, hands: int = 1) -> type[cmd.Command]:
        """What the chart does with a hand; with several hands on the box it is one that came of a split."""
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
        """What a round of these cards with that decision needs of the dealer, and its result in cents.

        The dealer's further cards are deuces, so that he draws for as long as he has to. None where the decision was
        never open.
        """
        self._deal(first, second, up_card, more)
        made = False
        while self._table.stage != Stage.BETTING:
            asked = self._table.offer is not None
            kind: type[cmd.PlayerCommand] = cmd.Pass if asked else cmd.Stand
            if not made and refusal_of(self.rules, self._table, wanted(player=PLAYER, box=1)) is None:
                kind, made = wanted, True
            self._do(kind(player=PLAYER, box=1))
        if not made and wanted is not cmd.Pass:
            return None
        dealer = self._script.drawn - len(self._script.cards) + self.rules.terms.hole_card
        net = sum(wager.result or 0 for wager in self._table.wagers if wager.kind in ("main", "double"))
        return min(dealer, WHOLE_HAND), net

    def takes_even_money(self, up_card: int) -> bool:
        """Whether the chart is paid even money for a blackjack against this card."""
        self._deal(OF_VALUE[1], OF_VALUE[10], up_card, ())
        taken = False
        while self._table.stage != Stage.BETTING:
            chosen = choose(self.chart, self.rules, self._table)
            taken = taken or isinstance(chosen, cmd.TakeEvenMoney)
            self._do(chosen)
        return taken

    # --- settlement ----------------------------------------------------------------------------------------------

    def net(self, cards: Sequence[int], dealer: Sequence[int], *, doubled: bool, split: bool, original: bool) -> int:
        """What the wagers on a finished hand win or lose against a finished hand of the dealer."""
        hand = Hand(1, 1, list(cards), *points_of(list(cards)), split=split, doubled=doubled, closed=True)
        dealing, state = self._settling, self._settling.state
        state.hands = {1: [hand]}
        state.wagers = [Wager(0, PLAYER, 1, "main", self.stake, 1, original=original)]
        if doubled:
            state.wagers.append(Wager(1, PLAYER, 1, "double", self.stake, 1, original=False))
        if hand.bust:
            settle_bust(dealing, hand)
        settle_hand(dealing, hand, 0, points_of(list(dealer))[0], list(dealer))
        return sum(wager.result or 0 for wager in state.wagers)
