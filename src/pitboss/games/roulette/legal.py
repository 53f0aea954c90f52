"""Legal positions of a player, by the same checks that refuse commands."""

from collections.abc import Iterator

from pitboss.games.roulette import commands as cmd
from pitboss.games.roulette.decide import refusal_of
from pitboss.games.roulette.layout import Position, RouletteRules, layout_of
from pitboss.games.roulette.state import State


class LegalPositions:
    """Positions where a player may place the minimum wager: iterable, sized, with ``in``."""

    def __init__(self, rules: RouletteRules, state: State, player: str) -> None:
        self._rules = rules
        self._state = state
        self._player = player

    def __contains__(self, position: object) -> bool:
        if not isinstance(position, Position) or position not in layout_of(self._rules):
            return False
        return refusal_of(self._rules, self._state, self.wager_on(position)) is None

    def __iter__(self) -> Iterator[Position]:
        return (position for position in layout_of(self._rules) if position in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def wager_on(self, position: Position) -> cmd.PlaceWager:
        """Returns the command for the minimum wager on a position."""
        limits = self._rules.limits
        step = limits.step or 1
        least = -(-limits.minimum // step) * step
        return cmd.PlaceWager(player=self._player, kind=position.kind, place=position.place, amount=least)


def legal_positions(rules: RouletteRules, state: State, player: str) -> LegalPositions:
    """Returns the positions where the player may wager now."""
    return LegalPositions(rules, state, player)
