"""One method for each decision of a player: ``table.hit("ann")`` is ``table.do(Hit(player="ann", box=1))``."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pitboss.games.blackjack import State, legal_actions
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.allowed import free_box
from pitboss.games.blackjack.shorthand import box_in_question
from pitboss.games.live.game_table import Done
from pitboss.law.resolve import BlackjackRules


class PlayerVerbs:
    """The decisions of players at tables of blackjack.

    An omitted box is the one in turn or in question, for a bet the player's own or the first vacant one. ``strict``
    raises RefusalError for a refusal; without it the table's own ``strict`` counts.
    """

    def decide_at(self, command: cmd.Command, *, strict: bool | None) -> Done:
        """Executes a command at the table of its player."""
        raise NotImplementedError

    def rules_and_state(self, player: str) -> tuple[BlackjackRules, State]:
        """Returns the rules and the state of the table at which a player sits."""
        raise NotImplementedError

    def bet(
        self,
        player: str,
        amount: int | Sequence[int],
        box: int | None = None,
        *,
        sides: Mapping[str, int] | None = None,
        strict: bool | None = None,
    ) -> Done:
        """Places a bet in cents, or one for each spot, with side wagers; it replaces the player's earlier bet there."""
        box = free_box(*self.rules_and_state(player), player) if box is None else box
        wagers = _wagers(sides)
        return self.decide_at(cmd.PlaceBet(player=player, box=box, amounts=_spots(amount), sides=wagers), strict=strict)

    def hit(self, player: str, box: int | None = None, *, strict: bool | None = None) -> Done:
        """Draws a card."""
        return self._decide(cmd.Hit, player, box, strict)

    def stand(self, player: str, box: int | None = None, *, strict: bool | None = None) -> Done:
        """Draws no more."""
        return self._decide(cmd.Stand, player, box, strict)

    def double(
        self, player: str, box: int | None = None, *, amounts: Sequence[int] = (), strict: bool | None = None
    ) -> Done:
        """Doubles for one more card; without amounts, by the full wager."""
        return self._decide(cmd.DoubleDown, player, box, strict, amounts=_spots(amounts))

    def split(self, player: str, box: int | None = None, *, strict: bool | None = None) -> Done:
        """Divides a pair into two hands."""
        return self._decide(cmd.SplitPair, player, box, strict)

    def surrender(self, player: str, box: int | None = None, *, strict: bool | None = None) -> Done:
        """Gives up half the wager."""
        return self._decide(cmd.Surrender, player, box, strict)

    def insure(
        self, player: str, box: int | None = None, *, amounts: Sequence[int] = (), strict: bool | None = None
    ) -> Done:
        """Insures a box; without amounts, for as much as is allowed."""
        amounts = _spots(amounts)
        if amounts:
            return self._decide(cmd.Insure, player, box, strict, amounts=amounts)
        rules, state = self.rules_and_state(player)
        box = box_in_question(rules, state, player, cmd.Insure.verb) if box is None else box
        return self.decide_at(legal_actions(rules, state).insure(player, box), strict=strict)

    def even_money(self, player: str, box: int | None = None, *, strict: bool | None = None) -> Done:
        """Takes 1 to 1 for a blackjack."""
        return self._decide(cmd.TakeEvenMoney, player, box, strict)

    def pass_(self, player: str, box: int | None = None, *, strict: bool | None = None) -> Done:
        """Declines insurance and even money."""
        return self._decide(cmd.Pass, player, box, strict)

    def _decide(
        self, kind: type[cmd.PlayerCommand], player: str, box: int | None, strict: bool | None, **fields: Any
    ) -> Done:
        if box is None:
            box = box_in_question(*self.rules_and_state(player), player, kind.verb)
        return self.decide_at(kind(player=player, box=box, **fields), strict=strict)


def _spots(amounts: Any) -> tuple[Any, ...]:
    """Returns one amount for each spot; a single one may stand alone. The command checks that they are cents."""
    return tuple(amounts) if isinstance(amounts, Iterable) and not isinstance(amounts, str) else (amounts,)


def _wagers(sides: Mapping[str, int] | None) -> tuple[tuple[str, int], ...]:
    """Returns side wagers as a command holds them; raises TypeError for anything but a mapping or None."""
    if sides is not None and not isinstance(sides, Mapping):
        raise TypeError(f"sides is a mapping of side wagers to cents: write sides={{'pair': 500}}, not {sides!r}")
    return tuple((sides or {}).items())
