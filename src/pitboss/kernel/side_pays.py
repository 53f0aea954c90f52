"""What the engine pays on a side wager of a table."""

from collections.abc import Sequence

from pitboss.blackjack import State
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.state import Wager
from pitboss.blackjack.wagers.base import side_plays
from pitboss.kernel.settling import PLAYER, NoCards
from pitboss.law.resolve import BlackjackRules


class SidePays:
    """One wager of so much, settled again and again on a state of its own."""

    def __init__(self, rules: BlackjackRules, name: str, stake: int) -> None:
        self.play = side_plays(rules)[name]
        self._name, self._stake = name, stake
        self._dealing = Dealing(rules, State(minimum=rules.limits.minimum, money={PLAYER: 0}), NoCards())

    def _wager(self) -> Wager:
        wager = Wager(0, PLAYER, 1, self._name, self._stake)
        self._dealing.state.wagers = [wager]
        return wager

    def wins_prize(self, cards: Sequence[int]) -> bool:
        """Whether the cards of a box bring a press of the prize button."""
        return self.play.wins_prize(self._wager(), cards)

    def on_line(self, line: str) -> int:
        """The net result on a line of the pay table, in cents; the empty line is a loss."""
        wager = self._wager()
        self.play.pay_line(self._dealing, wager, line)
        return wager.result or 0

    def on_prize(self, prize: int) -> int:
        """The net result where the display shows that prize, in cents."""
        wager = self._wager()
        self.play.pay_prize(self._dealing, wager, prize)
        return wager.result or 0
