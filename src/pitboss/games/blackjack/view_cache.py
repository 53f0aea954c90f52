"""Per-viewer cache of box views and buttons.

After every command all viewers get a new view, and most of it is unchanged. An event invalidates the boxes and players
that it touches; an unknown event invalidates everything. Events are looked at when somebody views the table.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from pitboss.games.blackjack import State, refusal_of
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.evolve.base import CHANGES, no_change
from pitboss.games.blackjack.grammar import GRAMMAR
from pitboss.games.blackjack.partial_amounts import with_least_amount
from pitboss.games.blackjack.turn import with_turn_moved
from pitboss.games.blackjack.view import BoxView, box_view
from pitboss.games.live.events import PlayerReady, PurseFilled, PurseTaken, SeedAdded, SeedCommitted, SeedRevealed
from pitboss.games.live.views import ActionView, LessView, Settlement
from pitboss.law.resolve import BlackjackRules

#: Events that touch one player or one box, and no other box or the buttons of other players on other boxes.
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
        ev.HandTimedOut,
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
#: Events that do not change a cached view.
_IDLE: Final = frozenset(
    (
        *(kind for kind, change in CHANGES.items() if change is no_change),
        PlayerReady,
        SeedAdded,
        SeedCommitted,
        SeedRevealed,
    )
)
#: How many events wait for a viewer before the whole cache is invalidated.
MAX_UNSEEN: Final = 64
#: Makes the command of a player on a box. It may depend only on the state of that player and that box.
CommandFactory = Callable[[BlackjackRules, State, str, int], cmd.Command]


class ActionKey(NamedTuple):
    """Cache key of a button: the factory of its command, and the box; 0 if the command has no box."""

    make: CommandFactory
    box: int
    #: Whether the refusal also depends on which other box is in turn.
    by_turn: bool = False


class ViewCache:
    """Cache of the box views, and of each player's buttons with their words and refusals."""

    def __init__(self, rules: BlackjackRules) -> None:
        self._rules = rules
        #: The events since the last view. The table appends them.
        self.unseen: deque[Any] = deque(maxlen=MAX_UNSEEN)
        self._boxes: dict[int, BoxView] = {}
        #: Each button with the box in turn when it was made.
        self._buttons: dict[str, dict[ActionKey, tuple[ActionView, int]]] = {}

    def __deepcopy__(self, memo: dict[int, Any]) -> "ViewCache":
        """Returns an empty cache: a copy of a table builds its own."""
        return ViewCache(self._rules)

    def clear(self) -> None:
        """Invalidates everything."""
        self._boxes.clear()
        self._buttons.clear()

    def _catch_up(self) -> None:
        """Invalidates the boxes and buttons that the unseen events touch."""
        if not self.unseen:
            return
        events = list(self.unseen)
        self.unseen.clear()
        if len(events) == MAX_UNSEEN:  # there may have been more
            self.clear()
            return
        boxes = set()
        for event in events:
            kind = type(event)
            if kind in _LOCAL:
                self._buttons.pop(getattr(event, "player", ""), None)
                boxes.add(getattr(event, "box", 0))
            elif kind not in _IDLE:
                self.clear()
                return
        for box in boxes:
            self._boxes.pop(box, None)
        for buttons in self._buttons.values():
            for key in [key for key in buttons if key.box in boxes]:
                del buttons[key]

    def boxes(self, state: State, settled: Mapping[int, Settlement]) -> tuple[BoxView, ...]:
        """Returns the views of all boxes, from the cache where possible."""
        self._catch_up()
        for box in range(1, self._rules.terms.boxes + 1):
            if box not in self._boxes:
                self._boxes[box] = box_view(state, box, settled)
        return tuple([self._boxes[box] for box in range(1, self._rules.terms.boxes + 1)])

    def buttons(self, state: State, player: str, keys: Iterable[ActionKey]) -> list[ActionView]:
        """Returns the buttons of a player, from the cache where possible."""
        self._catch_up()
        cached, turn = self._buttons.setdefault(player, {}), state.turn_box
        buttons = []
        for key in keys:
            entry = cached.get(key)
            if entry is not None and key.by_turn and entry[1] != turn:
                entry = _with_turn_moved(key, *entry, turn)
            if entry is None:
                command = key.make(self._rules, state, player, key.box)
                entry = action_view(self._rules, state, command), turn
            cached[key] = entry
            buttons.append(entry[0])
        return buttons


def _with_turn_moved(key: ActionKey, button: ActionView, before: int, now: int) -> tuple[ActionView, int] | None:
    """Returns the entry after the turn moved between two other boxes; None if the button must be made again."""
    if button.refusal is None or not before or not now or key.box in (before, now):
        return None
    return replace(button, refusal=with_turn_moved(button.refusal, before, now)), now


def action_view(rules: BlackjackRules, state: State, command: cmd.Command) -> ActionView:
    """Returns the button of a command: its words, its refusal, and the variant for the least amount."""
    refusal = refusal_of(rules, state, command)
    smaller = with_least_amount(rules, state, command) if refusal is None else None
    less = LessView(_words(smaller), refusal_of(rules, state, smaller)) if smaller is not None else None
    return ActionView(command.verb, _words(command), getattr(command, "box", 0), refusal, less)


@lru_cache(maxsize=16384)  # all tables show the same commands
def _words(command: cmd.Command) -> str:
    return GRAMMAR.words(command)
