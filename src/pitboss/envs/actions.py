"""The actions of a blackjack environment: bet sizes, then decisions; and the error for an illegal one."""

from typing import Any

import numpy as np
from gymnasium.spaces import Discrete
from numpy.typing import NDArray

from pitboss.games.blackjack import LegalActions, State
from pitboss.games.blackjack import commands as cmd
from pitboss.law.choices import ShoeKind
from pitboss.law.refusal import Refusal, RefusalError
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.decision_masks import DECISIONS

Mask = NDArray[np.int8]


class IllegalAction(RefusalError):
    """The engine refuses the action; the message names the clauses, ``refusal`` has the details."""

    def __init__(self, action: str, refusal: Refusal) -> None:
        super().__init__(refusal, action)


class LegalDiscrete(Discrete):
    """A Discrete space whose ``sample`` draws among the actions that are legal now, unless a mask is given.

    ``seed`` restarts the sampling, as before an episode: until the next step the bets are drawn.
    """

    def __init__(self, bets: int, decisions: int) -> None:
        super().__init__(bets + decisions)
        self._first: Mask = np.array([1] * bets + [0] * decisions, np.int8)
        self.legal = self._first

    def seed(self, seed: int | None = None) -> Any:
        """Seeds the generator; the next action is the first of an episode."""
        self.legal = self._first
        return super().seed(seed)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Returns a random action: a legal one, or one that the mask or the probabilities allow."""
        if mask is None and probability is None:
            mask = self.legal if self.legal.any() else self._first
        return super().sample(mask, probability)


def deal_command(rules: BlackjackRules, state: State) -> cmd.Deal:
    """Returns the deal of the next round. The sides of a double shoe take turns, as in the simulator."""
    return cmd.Deal(side="ab"[state.round % 2] if rules.terms.shoe is ShoeKind.DOUBLE else "")


def decision(verb: str, legal: LegalActions, player: str, box: int) -> cmd.Command:
    """Returns the command of a decision with its usual amount, whether it is legal or not."""
    if verb == cmd.DoubleDown.verb:
        return legal.double(player, box)
    if verb == cmd.Insure.verb:
        return legal.insure(player, box)
    return DECISIONS[verb](player=player, box=box)
