"""What was worked out for people at a table of blackjack, kept until something happens that bears on it.

Everybody at a table is told after every command what lies there and what is open to them, and hardly any of it is new:
what one player does on one box leaves as they were the other boxes, and what is open to the others there. So a box is
looked at again only after something that befell it, and a button is made again only after something that befell its
player or its box; whatever is not known to befall one of them alone makes all of them again.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from pitboss.blackjack import State, refusal_of
from pitboss.blackjack import commands as cmd
from pitboss.blackjack import events as ev
from pitboss.blackjack.decisions import passed_on
from pitboss.blackjack.evolve.base import CHANGES, nothing
from pitboss.law.resolve import BlackjackRules
from pitboss.notation.words import command_words
from pitboss.table.blackjack_view import BoxView, box_view
from pitboss.table.less import for_less
from pitboss.table.live_events import PlayerReady, PurseFilled, PurseTaken, SeedAdded, SeedCommitted, SeedRevealed
from pitboss.table.shared_views import ActionView, LessView, Settlement

#: What befalls one player or one box, and changes no other box, and for nobody else what may be done on another box.
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
#: What changes nothing that is looked at here.
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
    """What somebody may want to do: how the command is made, and on which box; 0 where it is for none."""

    make: Maker
    box: int
    #: Whether the turn of another box bears on it, too.
    by_turn: bool = False


class Kept:
    """The boxes as they are seen, and what people may want to do as buttons: the words, and what forbids them now."""

    def __init__(self, rules: BlackjackRules) -> None:
        self._rules = rules
        self._boxes: dict[int, BoxView] = {}
        #: Each with the box that was in turn.
        self._buttons: dict[str, dict[Wanted, tuple[ActionView, int]]] = {}

    def __deepcopy__(self, memo: dict[int, Any]) -> "Kept":
        """A copy of a table makes its own."""
        return Kept(self._rules)

    def forget(self) -> None:
        """Forgets everything."""
        self._boxes.clear()
        self._buttons.clear()

    def hears(self, events: Iterable[Any]) -> None:
        """Forgets that on which any of the events bears."""
        if not self._boxes and not self._buttons:
            return
        boxes = set()
        for event in events:
            kind = type(event)
            if kind in _LOCAL:
                self._buttons.pop(getattr(event, "player", ""), None)
                boxes.add(getattr(event, "box", 0))
            elif kind not in _IDLE:
                self.forget()
                return
        for box in boxes:
            self._boxes.pop(box, None)
        for buttons in self._buttons.values():
            for wanted in [wanted for wanted in buttons if wanted.box in boxes]:
                del buttons[wanted]

    def boxes(self, state: State, settled: Mapping[int, Settlement]) -> tuple[BoxView, ...]:
        """Every box of the cloth."""
        for box in range(1, self._rules.terms.boxes + 1):
            if box not in self._boxes:
                self._boxes[box] = box_view(state, box, settled)
        return tuple([self._boxes[box] for box in range(1, self._rules.terms.boxes + 1)])

    def buttons(self, state: State, player: str, wanted: Iterable[Wanted]) -> list[ActionView]:
        """The buttons of a player."""
        kept, turn = self._buttons.setdefault(player, {}), state.turn_box
        buttons = []
        for one in wanted:
            found = kept.get(one)
            if found is not None and one.by_turn and found[1] != turn:
                found = _passed_on(one, *found, turn)
            if found is None:
                command = one.make(self._rules, state, player, one.box)
                found = action(self._rules, state, command), turn
            kept[one] = found
            buttons.append(found[0])
        return buttons


def _passed_on(wanted: Wanted, button: ActionView, before: int, now: int) -> tuple[ActionView, int] | None:
    """The button after the turn has passed from one other box to another; None where it came to this one, or none."""
    if button.refusal is None or not before or not now or wanted.box in (before, now):
        return None
    return replace(button, refusal=passed_on(button.refusal, before, now)), now


def action(rules: BlackjackRules, state: State, command: cmd.Command) -> ActionView:
    """A command as a button: its words, and what forbids it."""
    refusal = refusal_of(rules, state, command)
    smaller = for_less(rules, state, command) if refusal is None else None
    less = LessView(_words(smaller), refusal_of(rules, state, smaller)) if smaller is not None else None
    return ActionView(command.verb, _words(command), getattr(command, "box", 0), refusal, less)


@lru_cache(maxsize=16384)  # the same buttons are shown again at every table
def _words(command: cmd.Command) -> str:
    return command_words(command).partition(": ")[2]
