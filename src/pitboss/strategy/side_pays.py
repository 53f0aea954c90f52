"""Probe of the engine's payouts on a side wager."""

from collections.abc import Sequence

from pitboss.games.blackjack import State
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.state import Wager
from pitboss.games.blackjack.wagers.base import side_plays
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.settlement_probe import PLAYER, NoCards


class SidePayProbe:
    """One side wager with a fixed stake, settled repeatedly on a private state."""

    def __init__(self, rules: BlackjackRules, name: str, stake: int) -> None:
        self.play = side_plays(rules)[name]
        self._name, self._stake = name, stake
        self._context = RoundContext.of(rules, State(minimum=rules.limits.minimum, money={PLAYER: 0}), NoCards())

    def _wager(self) -> Wager:
        wager = Wager(0, PLAYER, 1, self._name, self._stake)
        self._context.state.wagers = [wager]
        return wager

    def wins_prize(self, cards: Sequence[int]) -> bool:
        """Returns whether the cards of the box win a press of the prize button."""
        return self.play.wins_prize(self._wager(), cards)

    def on_line(self, line: str) -> int:
        """Returns the net result in cents of a line of the pay table; the empty line is a loss."""
        wager = self._wager()
        self.play.pay_line(self._context, wager, line)
        return wager.result or 0

    def on_prize(self, prize: int) -> int:
        """Returns the net result in cents if the display shows that prize."""
        wager = self._wager()
        self.play.pay_prize(self._context, wager, prize)
        return wager.result or 0
