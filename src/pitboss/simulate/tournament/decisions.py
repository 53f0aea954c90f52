"""The decisions of a tournament player as a byte table, asked of the player's own function on the engine."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import refusal_of
from pitboss.games.blackjack.state import Hand, State
from pitboss.law.resolve import BlackjackRules
from pitboss.simulate.tournament.layout import DECISION_COLUMNS, NO_DECISION, POOR, RICH, UNSPLIT, VARIANTS
from pitboss.strategy.chart import column
from pitboss.strategy.decision_masks import (
    BITS,
    DECISIONS,
    DOUBLED,
    KINDS,
    SPLIT_ACE,
    SPLIT_HAND,
    STATES,
    hands_of_kind,
    table_of_kind,
)
from pitboss.strategy.hand_classes import NotSimulable

Decide = Callable[[BlackjackRules, State], cmd.Command]

_PLACES: dict[type[cmd.Command], int] = {kind: place for place, kind in enumerate(DECISIONS.values())}
_STAND, _SPLIT = BITS[cmd.Stand.verb], BITS[cmd.SplitPair.verb]
_COSTS = _SPLIT | BITS[cmd.DoubleDown.verb]


def decision_table(rules: BlackjackRules, decide: Decide, masks: NDArray[np.uint8], name: str) -> NDArray[np.uint8]:
    """Returns the decisions by variant, kind of the hand, column and state; ``masks`` has those that the rules allow.

    Raises NotSimulable where the function decides against the rules.
    """
    table = np.full((VARIANTS, KINDS, DECISION_COLUMNS, STATES), NO_DECISION, np.uint8)
    for kind in range(KINDS):
        for state, cards in dict(hands_of_kind(rules, kind)).items():
            for up in range(0, DECISION_COLUMNS * 4, 4):
                at, legal = (kind, column(up), state), int(masks[kind, column(up), state])
                rich = _HandQuestion(rules, decide, kind, cards, up, name)
                if not _is_asked(kind, legal):
                    continue
                table[RICH][at] = table[UNSPLIT][at] = table[POOR][at] = rich.answer(RICH)
                if legal & _SPLIT and SPLIT_HAND <= kind < DOUBLED:
                    asked = _is_asked(kind, legal & ~_SPLIT)
                    table[UNSPLIT][at] = rich.answer(UNSPLIT) if asked else NO_DECISION
                if legal & _COSTS:
                    table[POOR][at] = rich.answer(POOR)
    return table


def _is_asked(kind: int, legal: int) -> bool:
    """Returns whether the table asks for a decision: a doubled hand or a split ace that can only stand is closed."""
    return bool(legal & ~_STAND if kind >= SPLIT_ACE else legal)


class _HandQuestion:
    """A hand against the dealer's first card, asked with all that the rules allow, or with less."""

    def __init__(  # noqa: PLR0917 # the parts of a cell
        self, rules: BlackjackRules, decide: Decide, kind: int, cards: tuple[int, ...], up: int, name: str
    ) -> None:
        self._rules, self._decide, self._name = rules, decide, name
        self._cell = kind, cards, up

    def answer(self, variant: int) -> int:
        """Returns the place of the decision."""
        rules, state = self._rules, table_of_kind(self._rules, *self._cell)
        (player,) = state.money
        if variant == POOR:
            state.money[player] = 0
        elif variant == UNSPLIT:
            state.hands[1] += [Hand(number, 1) for number in range(2, rules.terms.split_hands + 1)]
        command = self._decide(rules, state)
        refusal = refusal_of(rules, state, command)
        if refusal is not None:
            raise NotSimulable(f"a player of the style {self._name} who decides against the rules: {refusal}")
        if command != type(command)(player=player, box=1):
            raise NotSimulable(f"a player of the style {self._name} who doubles for less")
        return _PLACES[type(command)]
