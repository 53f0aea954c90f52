"""The buttons of a table of blackjack, each kept until something happens that bears on it.

Everybody at a table is told after every command what is open to them, and hardly any of it is new: what one player does
on one box leaves open to the others on other boxes what was. So a button is made again only after something that befell
its player or its box; whatever is not known to befall one of them alone makes all of them again.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Final, NamedTuple

from pitboss.blackjack import State, refusal_of
from pitboss.blackjack import commands as cmd
from pitboss.blackjack import events as ev
from pitboss.blackjack.evolve.base import CHANGES, nothing
from pitboss.law.resolve import BlackjackRules
from pitboss.notation.words import command_words
from pitboss.table.live_events import PlayerReady, PurseFilled, PurseTaken, SeedAdded, SeedCommitted, SeedRevealed
from pitboss.table.shared_views import ActionView

#: What befalls one player or one box, and changes for nobody else, anywhere else, what may be done.
_LOCAL: Final = frozenset(
    (
        ev.PlayerJoined,
        ev.SeatTaken,
        ev.SeatLeft,
        ev.BetPlaced,
        ev.BetsTakenBack,
        ev.TurnCame,
        ev.CardCalled,
        ev.CardDealt,
        ev.HandDoubled,
        ev.HandSurrendered,
        ev.PairSplit,
        ev.HandClosed,
        ev.HandCleared,
        ev.WagerAdded,
        ev.WagerSettled,
        PurseFilled,
        PurseTaken,
    )
)
#: What changes nothing that any check looks at.
_IDLE: Final = frozenset(
    (
        *(kind for kind, change in CHANGES.items() if change is nothing),
        PlayerReady,
        SeedAdded,
        SeedCommitted,
        SeedRevealed,
    )
)
#: Makes the command that somebody may want to say on a box: of what befalls that player or that box, and nothing else.
Maker = Callable[[BlackjackRules, State, str, int], cmd.Command]


class Wanted(NamedTuple):
    """What somebody may want to do: how the command is made, and on which box; 0 where it is for none.

    ``turn`` is the box in turn where that bears on it, too.
    """

    make: Maker
    box: int
    turn: int = 0


class Buttons:
    """What people may want to do, as buttons: the words, and what forbids them now."""

    def __init__(self, rules: BlackjackRules) -> None:
        self._rules = rules
        self._kept: dict[str, dict[Wanted, ActionView]] = {}

    def __deepcopy__(self, memo: dict[int, Any]) -> "Buttons":
        """A copy of a table makes its own."""
        return Buttons(self._rules)

    def hears(self, events: Iterable[Any]) -> None:
        """Forgets the buttons on which any of the events bears."""
        if not self._kept:
            return
        boxes = set()
        for event in events:
            kind = type(event)
            if kind in _LOCAL:
                self._kept.pop(getattr(event, "player", ""), None)
                boxes.add(getattr(event, "box", 0))
            elif kind not in _IDLE:
                self.forget()
                return
        for kept in self._kept.values():
            for wanted in [wanted for wanted in kept if wanted.box in boxes]:
                del kept[wanted]

    def forget(self) -> None:
        """Forgets all buttons."""
        self._kept.clear()

    def of(self, state: State, player: str, wanted: Iterable[Wanted]) -> list[ActionView]:
        """The buttons of a player."""
        kept = self._kept.setdefault(player, {})
        buttons = []
        for one in wanted:
            button = kept.get(one)
            if button is None:
                command = one.make(self._rules, state, player, one.box)
                button = kept[one] = action(self._rules, state, command)
            buttons.append(button)
        return buttons


def action(rules: BlackjackRules, state: State, command: cmd.Command) -> ActionView:
    """A command as a button: its words, and what forbids it."""
    return ActionView(command.verb, _words(command), getattr(command, "box", 0), refusal_of(rules, state, command))


@lru_cache(maxsize=16384)  # the same buttons are shown again at every table
def _words(command: cmd.Command) -> str:
    return command_words(command).partition(": ")[2]
