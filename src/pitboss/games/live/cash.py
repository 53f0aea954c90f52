"""What all games share of buy-ins and cash-outs: their limit, and the cash folds."""

from typing import TYPE_CHECKING, Any, Final

from pitboss.games.commands import JoinTable
from pitboss.games.live.base import Movement, is_anonymous
from pitboss.games.live.events import ChipsBrought, PayoutCorrected, PurseFilled, PurseTaken
from pitboss.law.refusal import Refusal
from pitboss.money import MOST_CENTS, amount_text

if TYPE_CHECKING:
    from pitboss.games.live.table import Table

Moves = tuple[Movement, ...]

#: The kinds of movement by which a player buys in: from a wallet, or with cash.
BUY_INS: Final = frozenset(("join", "cash"))


def purse_refusal(table: "Table", command: JoinTable) -> Refusal | None:
    """Returns the refusal of money that makes the purse, or all that the player brought, too large for a log."""
    held = max(table.purses().get(command.player, 0), table.brought.get(command.player, 0))
    if not held or held + command.money <= MOST_CENTS:
        return None
    text = (
        f"{command.player} has brought or holds {amount_text(held)}, and {amount_text(command.money)} more is above "
        f"{amount_text(MOST_CENTS)}, the most that a log can hold: join with at most {amount_text(MOST_CENTS - held)}"
    )
    return Refusal("own_money", text, (), table.rulebook)


def joined(till: Any, state: Any, event: Any) -> Moves:
    """Handles a first buy-in."""
    return (Movement(event.player, _in(event.player), event.money, "", event.clauses),) if event.money else ()


def filled(till: Any, state: Any, event: PurseFilled) -> Moves:
    """Handles a further buy-in."""
    return (Movement(event.player, _in(event.player), event.amount, "", event.clauses),)


def brought(till: Any, state: Any, event: ChipsBrought) -> Moves:
    """Handles chips that an anonymous player brings to the table."""
    return (Movement(event.player, "chips", event.amount, "", event.clauses),)


def taken(till: Any, state: Any, event: PurseTaken) -> Moves:
    """Handles a cash-out."""
    kind = "redeem" if is_anonymous(event.player) else "leave"
    return (Movement(event.player, kind, event.amount, "", event.clauses),) if event.amount else ()


def paid_otherwise(till: Any, state: Any, event: PayoutCorrected) -> Moves:
    """Handles a payout that was corrected: the difference between bank and purse."""
    note = f"{event.wager} {event.place.partition('.')[0].partition(':')[0]}".rstrip()
    kind = "win" if event.more > 0 else "unwin"
    return (Movement(event.player, kind, abs(event.more), note, event.clauses),) if event.more else ()


def _in(player: str) -> str:
    """The kind of a buy-in: cash of an anonymous player, money of a wallet otherwise."""
    return "cash" if is_anonymous(player) else "join"
