"""Seats: a player sits down at a box, or leaves it."""

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.betting import seat_clauses
from pitboss.games.blackjack.context import NO_CLAUSES, RoundContext
from pitboss.games.blackjack.state import State
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules


def check_sit(rules: BlackjackRules, state: State, command: cmd.Sit) -> Refusal | None:
    """Validates a seat: the box exists and is vacant."""
    if not 1 <= command.box <= rules.terms.boxes:
        return rules.refuse("boxes", f"there is no box {command.box}: the table has boxes 1 to {rules.terms.boxes}")
    if command.player in state.excluded:
        return rules.refuse("exclude_player", f"{command.player} is excluded from the game")
    if command.box in state.seats:
        return Refusal("who_decides", f"{state.seats[command.box]} sits at box {command.box}", (), rules.rulebook)
    return None


def do_sit(context: RoundContext, command: cmd.Sit) -> None:
    """Seats the player."""
    context.emit(ev.SeatTaken(seat_clauses(context, command.player, command.box), command.player, command.box))


def check_leave(rules: BlackjackRules, state: State, command: cmd.Leave) -> Refusal | None:
    """Validates that the player sits at the box."""
    if state.seats.get(command.box) != command.player:
        return Refusal("who_decides", f"{command.player} does not sit at box {command.box}", (), rules.rulebook)
    return None


def do_leave(context: RoundContext, command: cmd.Leave) -> None:
    """Vacates the seat; placed wagers stay."""
    context.emit(ev.SeatLeft(NO_CLAUSES, command.player, command.box))
