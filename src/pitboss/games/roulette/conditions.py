"""The facts of roulette, over which the conditions of clauses are written (``applies`` and ``forbids``)."""

from typing import Any, Final

from pitboss.games.roulette import commands as cmd
from pitboss.games.roulette import events as ev
from pitboss.games.roulette.context import is_winner, position_of
from pitboss.games.roulette.evolve import apply
from pitboss.games.roulette.grammar import read_command
from pitboss.games.roulette.layout import Area, Position, RouletteRules, layout_of
from pitboss.games.roulette.state import Stage, State
from pitboss.law.conditions import Facts, fact
from pitboss.law.roulette_terms import ROULETTE_KINDS
from pitboss.pit import Act

#: A ``.pit`` file does not list how players join, so a purse that never runs out is assumed.
_UNKNOWN_PURSE: Final = 10**12


class RouletteFacts(Facts):
    """The facts of one event or refused command at a roulette table, in the state before it."""

    def __init__(self, rules: RouletteRules, state: State, subject: Any, *, refused: bool = False) -> None:
        super().__init__(subject, refused=refused)
        self.rules = rules
        self.state = state

    @property
    def position(self) -> Position | None:
        """The position that the event or command names."""
        return layout_of(self.rules).find(*self._named()) if self._named()[0] else None

    def _named(self) -> tuple[str, str]:
        """The kind and the place of the position: of an adjustment, those whose result the wager is to have."""
        prefix = "as_" if getattr(self.subject, "as_kind", "") else ""
        return getattr(self.subject, f"{prefix}kind", ""), getattr(self.subject, f"{prefix}place", "")

    # --- the wager -----------------------------------------------------------------------------------------------

    @fact("")
    def wager(self) -> str:
        return str(self._named()[0])

    @fact("")
    def place(self) -> str:
        return str(self._named()[1])

    @fact("the layout has this position")
    def on_layout(self) -> bool:
        return self.position is not None

    @fact("it is made in chips of a colour")
    def in_colour(self) -> bool:
        return bool(getattr(self.subject, "colour", ""))

    @fact("the wager is outside the numbers")
    def outside(self) -> bool:
        return self.position is not None and self.position.area is Area.OUTSIDE

    @fact("the player has a wager there")
    def placed(self) -> bool:
        found, player = self.position, getattr(self.subject, "player", "")
        return found is not None and self.state.wager_on(player, found.kind, found.place) is not None

    @fact("the amount is outside the limits")
    def out_of_limits(self) -> bool:
        amount = getattr(self.subject, "amount", 0)
        chips = self.state.colours.get(getattr(self.subject, "colour", ""))
        count = getattr(self.subject, "count", 0)
        amount = chips.value * count if chips is not None and count else amount
        own = self.rules.terms.maximum(self.wager()) if self.wager() in ROULETTE_KINDS else None
        step = self.rules.limits.step
        most = self.state.maximum if own is None else own
        return not self.state.minimum <= amount <= most or (step is not None and amount % step != 0)

    # --- the spin ------------------------------------------------------------------------------------------------

    @fact("")
    def number(self) -> int:
        return int(getattr(self.subject, "number", self.state.number))

    @fact("{number} is among the numbers of the wager")
    def covered(self) -> bool:
        return self.position is not None and self.state.number in self.position.numbers

    @fact("the ball rests in 0")
    def zero(self) -> bool:
        return self.state.number == 0

    @fact("{number} has come again")
    def repeated(self) -> bool:
        return getattr(self.subject, "number", None) == self.state.number

    @fact("the wheel turns the other way than before")
    def alternated(self) -> bool:
        return self.state.wheel not in ("", getattr(self.subject, "wheel", ""))

    @fact("")
    def reason(self) -> str:
        """The reason of the void spin."""
        return str(getattr(self.subject, "reason", "")) or self.state.void_reason

    @fact("the last spin was void")
    def after_void(self) -> bool:
        return self.state.voided

    @fact("betting is open")
    def betting(self) -> bool:
        return self.state.stage == Stage.BETTING

    @fact("no more bets was called")
    def called(self) -> bool:
        return self.state.stage != Stage.BETTING

    @fact("the ball is running")
    def running(self) -> bool:
        return self.state.stage == Stage.RUNNING

    @fact("the number is not settled yet")
    def settling(self) -> bool:
        return self.state.stage == Stage.SETTLING

    @fact("wagers lie on the layout")
    def wagers_lie(self) -> bool:
        return bool(self.state.wagers)

    # --- settlement ----------------------------------------------------------------------------------------------

    @fact("losing wagers are not collected yet")
    def losers_left(self) -> bool:
        return self.settling() and any(
            not is_winner(self.rules, self.state, wager) for wager in self.state.wagers if wager.result is None
        )

    @fact("winning wagers of the same area are not paid yet")
    def area_unpaid(self) -> bool:
        found = self.position
        # while bets are open, the number of the spin before is still in the state
        return (
            found is not None
            and self.settling()
            and any(
                wager.result is None and is_winner(self.rules, self.state, wager)
                for wager in self.state.wagers
                if position_of(self.rules, wager).area is found.area
            )
        )

    @fact("the wager has lost")
    def lost(self) -> bool:
        found, player = self.position, getattr(self.subject, "player", "")
        if found is None:
            return False
        settled = self.state.result_of(player, found.kind, found.place)
        if settled is not None and settled.result is not None:
            return settled.result < 0
        return self.settling() and self.state.number not in found.numbers

    @fact("a wager of the round was collected")
    def any_lost(self) -> bool:
        return any((wager.result or 0) < 0 for wager in self.state.settled)

    @fact("a wager of the round was paid")
    def any_won(self) -> bool:
        return any((wager.result or 0) > 0 for wager in (*self.state.settled, *self.state.wagers))

    # --- the table -----------------------------------------------------------------------------------------------

    @fact("the layout has neighbour areas")
    def neighbour_areas(self) -> bool:
        return self.rules.terms.neighbour

    @fact("the table has a number display")
    def displayed(self) -> bool:
        return self.rules.terms.number_display

    @fact("the table has a chipping machine")
    def machine(self) -> bool:
        return self.rules.terms.chipping_machine


class RouletteFactTracker:
    """Follows the events of a roulette table."""

    def __init__(self, rules: RouletteRules) -> None:
        self.rules = rules
        self.state = State()

    def follows(self, event: object) -> bool:
        """Returns whether this is an event of roulette."""
        return isinstance(event, ev.Event)

    def facts(self, event: ev.Event) -> RouletteFacts:
        """Returns the facts of the next event."""
        return RouletteFacts(self.rules, self.state, event)

    def refused(self, command: cmd.Command | Act) -> RouletteFacts:
        """Returns the facts of a refused command or line."""
        parsed = read_command(command) if isinstance(command, Act) else command
        return RouletteFacts(self.rules, self.state, parsed, refused=True)

    def apply(self, event: ev.Event) -> None:
        """Applies the event; a player whose joining is not among the events is added first."""
        player = getattr(event, "player", "")
        if player and player not in self.state.money and not isinstance(event, ev.PlayerJoined):
            self.state.money[player] = self.state.began[player] = self.state.opening[player] = _UNKNOWN_PURSE
        apply(self.state, event)
