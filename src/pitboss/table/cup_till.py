"""The money of a tournament: fees, refunds and prizes, and chips that are bought."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from pitboss.law.cite import Clauses
from pitboss.law.refusal import Refusal
from pitboss.law.ways import ChipIssue
from pitboss.money import amount_text
from pitboss.table.live_base import HOUSE, Movement
from pitboss.table.live_events import PurseFilled, PurseTaken
from pitboss.table.till import Moves, all_moved, filled, taken
from pitboss.tournament import State, TournamentRules
from pitboss.tournament import commands as cmd
from pitboss.tournament import events as ev
from pitboss.tournament.results import fresh_chips_for, playoff_due, playoff_table, reissue_table


class CupTill:
    """Remembers the pool's contribution and the chips that each player bought for the session."""

    __slots__ = ("contribution", "issued")

    def __init__(self) -> None:
        self.contribution = 0
        self.issued: dict[str, int] = {}

    def all_moves(self, events: Sequence[Any]) -> list[tuple[Any, Moves]]:
        """The events of one command that moved something, each with what it moved."""
        return all_moved(_MOVERS, self, None, events)

    def _opened(self, state: Any, event: ev.TournamentOpened) -> Moves:
        self.contribution = event.contribution
        return _some(HOUSE, event.clauses, ("unlose", event.contribution, "contribution"))

    def _cancelled(self, state: Any, event: ev.TournamentCancelled) -> Moves:
        parts = ("lose", self.contribution, "contribution"), ("lose", event.left, "left of the pool")
        return _some(HOUSE, event.clauses, *parts)

    def _accepted(self, state: Any, event: ev.EntryAccepted) -> Moves:
        parts = ("wager", event.fee, "entry fee"), ("lose", event.retained, "retained")
        return _some(event.player, event.clauses, *parts)

    def _refunded(self, state: Any, event: ev.FeeRefunded) -> Moves:
        return _some(event.player, event.clauses, ("back", event.amount, "entry fee"))

    def _issued(self, state: Any, event: ev.ChipsIssued) -> Moves:
        if not event.bought:
            return ()
        self.issued[event.player] = event.amount
        return _some(event.player, event.clauses, ("wager", event.amount, "chips"))

    def _kept(self, state: Any, event: ev.ChipsKept) -> Moves:
        won = event.amount - self.issued.pop(event.player, 0)
        return _some(event.player, event.clauses, ("lose", -won, "chips"), ("unlose", won, "chips"))

    def _redeemed(self, state: Any, event: ev.ChipsRedeemed) -> Moves:
        return _some(event.player, event.clauses, ("back", event.amount, "chips"))

    def _prize(self, state: Any, event: ev.PrizePaid) -> Moves:
        return _some(event.player, event.clauses, ("back", event.amount, "prize"))

    def _ended(self, state: Any, event: ev.TournamentEnded) -> Moves:
        return _some(HOUSE, event.clauses, ("lose", event.left, "left of the pool"))


def _some(player: str, clauses: Clauses, *parts: tuple[str, int, str]) -> Moves:
    return tuple(Movement(player, kind, cents, why, clauses) for kind, cents, why in parts if cents > 0)


def not_paid(rules: TournamentRules, state: State, purse: Mapping[str, int], command: cmd.Command) -> Refusal | None:
    """Whether somebody's purse does not hold what the command would take from it."""
    for player, cents in _due(rules, state, command).items():
        held = purse.get(player, 0)
        if cents > held:
            text = f"{player} has brought {amount_text(held)} and needs {amount_text(cents)}"
            return Refusal("own_money", text, rules.cite("entry_fee", "chips_bought"), rules.law.rulebook, ("join",))
    return None


def _due(rules: TournamentRules, state: State, command: cmd.Command) -> dict[str, int]:
    """The fee of who enters, and where chips are bought, the chips that are issued."""
    terms = rules.terms
    if isinstance(command, cmd.AcceptEntry):
        return {command.player: terms.entry_fee}
    if terms.chip_issue is not ChipIssue.FACE_VALUE:
        return {}
    if isinstance(command, cmd.StartSession):
        return dict.fromkeys(state.in_play, terms.chips)
    if isinstance(command, cmd.BeginPlayoff):
        table = playoff_table(rules, state, command.table)
        return dict.fromkeys(playoff_due(rules, state, table) if table is not None else (), terms.chips)
    if isinstance(command, cmd.ReissueChips):
        table = reissue_table(rules, state, command.table)
        return dict.fromkeys(fresh_chips_for(rules, state, table) if table is not None else (), command.amount)
    return {}


_MOVERS: Final[dict[type, Callable[[CupTill, Any, Any], Moves]]] = {
    PurseFilled: filled,
    PurseTaken: taken,
    ev.TournamentOpened: CupTill._opened,
    ev.TournamentCancelled: CupTill._cancelled,
    ev.EntryAccepted: CupTill._accepted,
    ev.FeeRefunded: CupTill._refunded,
    ev.ChipsIssued: CupTill._issued,
    ev.ChipsKept: CupTill._kept,
    ev.ChipsRedeemed: CupTill._redeemed,
    ev.PrizePaid: CupTill._prize,
    ev.TournamentEnded: CupTill._ended,
}
