"""Commands of the prize button."""

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.grounds import is_shared
from pitboss.games.blackjack.prizes import may_press, press_grounds
from pitboss.games.blackjack.state import State
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules


def check_press(rules: BlackjackRules, state: State, command: cmd.Press | cmd.DeclinePrize) -> Refusal | None:
    """Validates a press: by the decider of the box, or by another winner on it after the decider declined."""
    if may_press(state, command.player, command.box):
        return None
    text = f"it is not {command.player}'s to press on box {command.box}"
    ground = "prize_shared" if is_shared(state, command.box) and rules.cite("prize_shared") else "prize_press"
    return Refusal("prize_press", text, rules.cite(ground), rules.rulebook)


def do_press(context: RoundContext, command: cmd.Press) -> None:
    """Presses the button once."""
    grounds = press_grounds(context.state, command.box)
    context.emit(ev.ButtonPressed(context.cite[grounds], command.box, command.player))


def do_decline(context: RoundContext, command: cmd.DeclinePrize) -> None:
    """Passes the button to the next winner."""
    context.emit(ev.PressDeclined(context.cite["prize_nominee"], command.box, command.player))


def check_house_press(rules: BlackjackRules, state: State, command: cmd.HousePress) -> Refusal | None:
    """Validates a press of the house: only after all players declined."""
    offer = state.offer
    if offer is None or offer.kind != "prize" or state.presses[:1] != [command.box]:
        return rules.refuse("prize_house", f"no prize is due on box {command.box}")
    if offer.waiting:
        return rules.refuse("prize_house", f"{offer.waiting[0][0]} may still press")
    return None


def do_house_press(context: RoundContext, command: cmd.HousePress) -> None:
    """Presses the button for the players."""
    context.emit(ev.ButtonPressed(context.cite["prize_house"], command.box, cmd.HOUSE))
