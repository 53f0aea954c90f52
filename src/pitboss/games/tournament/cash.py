"""Cash movements of tournament events: fees, refunds, prizes and bought chips."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from pitboss.games.live.base import HOUSE, Movement
from pitboss.games.live.cash import Moves, filled, taken
from pitboss.games.live.events import PurseFilled, PurseTaken
from pitboss.games.tournament import State, TournamentRules
from pitboss.games.tournament import commands as cmd
from pitboss.games.tournament import events as ev
from pitboss.games.tournament.results import fresh_chips_for, playoff_due, playoff_table, reissue_table
from pitboss.law.choices import ChipIssue
from pitboss.law.cite import Clauses
from pitboss.law.refusal import Refusal
from pitboss.money import amount_text

#: The sign with which each kind of movement changes the purse of its player.
_INTO_PURSE: Final = {"join": 1, "back": 1, "win": 1, "leave": -1, "wager": -1, "unwin": -1}


class TournamentCash:
    """Tracks the operator's contribution and the chips that each player bought for the session."""

    __slots__ = ("contribution", "issued")

    def __init__(self) -> None:
        self.contribution = 0
        self.issued: dict[str, int] = {}

    def copy(self) -> "TournamentCash":
        """Returns an independent copy."""
        other = TournamentCash()
        other.contribution, other.issued = self.contribution, self.issued.copy()
        return other

    def all_moves(self, events: Sequence[Any]) -> list[tuple[Any, Moves]]:
        """Returns the events of a command that moved money, each with its movements."""
        return [(event, moved) for event in events if (moved := self.moves(event))]

    def moves(self, event: Any) -> Moves:
        """Returns the movements of an event."""
        mover = _MOVERS.get(type(event))
        return mover(self, None, event) if mover is not None else ()

    def _opened(self, state: Any, event: ev.TournamentOpened) -> Moves:
        self.contribution = event.contribution
        return _movements(HOUSE, event.clauses, ("unlose", event.contribution, "contribution"))

    def _cancelled(self, state: Any, event: ev.TournamentCancelled) -> Moves:
        parts = ("lose", self.contribution, "contribution"), ("lose", event.left, "left of the pool")
        return _movements(HOUSE, event.clauses, *parts)

    def _accepted(self, state: Any, event: ev.EntryAccepted) -> Moves:
        parts = ("wager", event.fee, "entry fee"), ("lose", event.retained, "retained")
        return _movements(event.player, event.clauses, *parts)

    def _refunded(self, state: Any, event: ev.FeeRefunded) -> Moves:
        return _movements(event.player, event.clauses, ("back", event.amount, "entry fee"))

    def _issued(self, state: Any, event: ev.ChipsIssued) -> Moves:
        if not event.bought:
            return ()
        self.issued[event.player] = event.amount
        return _movements(event.player, event.clauses, ("wager", event.amount, "chips"))

    def _kept(self, state: Any, event: ev.ChipsKept) -> Moves:
        won = event.amount - self.issued.pop(event.player, 0)
        return _movements(event.player, event.clauses, ("lose", -won, "chips"), ("unlose", won, "chips"))

    def _redeemed(self, state: Any, event: ev.ChipsRedeemed) -> Moves:
        return _movements(event.player, event.clauses, ("back", event.amount, "chips"))

    def _prize(self, state: Any, event: ev.PrizePaid) -> Moves:
        return _movements(event.player, event.clauses, ("back", event.amount, "prize"))

    def _ended(self, state: Any, event: ev.TournamentEnded) -> Moves:
        return _movements(HOUSE, event.clauses, ("lose", event.left, "left of the pool"))


def _movements(player: str, clauses: Clauses, *parts: tuple[str, int, str]) -> Moves:
    return tuple(Movement(player, kind, cents, reason, clauses) for kind, cents, reason in parts if cents > 0)


def move_purses(purses: dict[str, int], movements: Iterable[Movement]) -> None:
    """Applies movements to the purses of the players."""
    for movement in movements:
        into = _INTO_PURSE.get(movement.kind, 0)
        if into:
            purses[movement.player] = purses.get(movement.player, 0) + into * movement.amount


def not_paid(rules: TournamentRules, state: State, purse: Mapping[str, int], command: cmd.Command) -> Refusal | None:
    """Returns a refusal if a purse does not cover what the command would take from it."""
    for player, cents in _due(rules, state, command).items():
        held = purse.get(player, 0)
        if cents > held:
            text = f"{player} has {amount_text(held)} and needs {amount_text(cents)}"
            return Refusal("own_money", text, rules.cite("entry_fee", "chips_bought"), rules.law.rulebook, ("join",))
    return None


def _due(rules: TournamentRules, state: State, command: cmd.Command) -> dict[str, int]:
    """Returns what the command takes from each purse: the entry fee, or the price of issued chips."""
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


_MOVERS: Final[dict[type, Callable[[TournamentCash, Any, Any], Moves]]] = {
    PurseFilled: filled,
    PurseTaken: taken,
    ev.TournamentOpened: TournamentCash._opened,
    ev.TournamentCancelled: TournamentCash._cancelled,
    ev.EntryAccepted: TournamentCash._accepted,
    ev.FeeRefunded: TournamentCash._refunded,
    ev.ChipsIssued: TournamentCash._issued,
    ev.ChipsKept: TournamentCash._kept,
    ev.ChipsRedeemed: TournamentCash._redeemed,
    ev.PrizePaid: TournamentCash._prize,
    ev.TournamentEnded: TournamentCash._ended,
}
