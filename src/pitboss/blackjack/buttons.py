"""The prize button as commands."""

from pitboss.blackjack import commands as cmd
from pitboss.blackjack import events as ev
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.prizes import may_press
from pitboss.blackjack.state import State
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules


def check_press(rules: BlackjackRules, state: State, command: cmd.Press | cmd.DeclinePrize) -> Refusal | None:
    """Whoever decides for the box, or another winner on it once he has declined."""
    if may_press(state, command.player, command.box):
        return None
    return rules.refuse("prize_press", f"it is not {command.player}'s to press on box {command.box}", "prize_nominee")


def do_press(dealing: Dealing, command: cmd.Press) -> None:
    """One press."""
    dealing.emit(ev.ButtonPressed(dealing.cite["prize_press"], command.box, command.player))


def do_decline(dealing: Dealing, command: cmd.DeclinePrize) -> None:
    """Another winner may press."""
    dealing.emit(ev.PressDeclined(dealing.cite["prize_nominee"], command.box, command.player))


def check_house_press(rules: BlackjackRules, state: State, command: cmd.HousePress) -> Refusal | None:
    """Only where nobody else will."""
    offer = state.offer
    if offer is None or offer.kind != "prize" or state.presses[:1] != [command.box]:
        return rules.refuse("prize_house", f"no prize is due on box {command.box}")
    if offer.waiting:
        return rules.refuse("prize_house", f"{offer.waiting[0][0]} may still press", "prize_press")
    return None


def do_house_press(dealing: Dealing, command: cmd.HousePress) -> None:
    """The house presses for the players."""
    dealing.emit(ev.ButtonPressed(dealing.cite["prize_house"], command.box, cmd.HOUSE))
