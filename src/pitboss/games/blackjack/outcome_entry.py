"""Outcomes that a dealer enters: the command that waits for one, and the prizes of a display."""

from typing import TYPE_CHECKING, Any

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.chance import Chance, RevealsAwaited, UnknownOutcome
from pitboss.games.blackjack.fair_shoe import FairShoe
from pitboss.games.blackjack.grammar import GRAMMAR
from pitboss.games.blackjack.irregularities import draws_a_card
from pitboss.games.blackjack.state import Stage
from pitboss.games.live.contributions import REVEALS
from pitboss.games.live.events import OutcomeAwaited
from pitboss.games.live.seeds import close_commitments
from pitboss.law.resolve import BlackjackRules
from pitboss.pit import Act

if TYPE_CHECKING:
    from pitboss.games.blackjack.live import BlackjackTable


def deferred(rules: BlackjackRules, command: cmd.Command) -> cmd.Command | None:
    """Returns a command that must run again once its card is known; None for all others."""
    return command if draws_a_card(rules, command) else None


def words_of_deferred(command: cmd.Command | None) -> str:
    """Returns the words by which an event stores the command that waits; empty where none does."""
    return "" if command is None else GRAMMAR.words(command)


def read_deferred(event: OutcomeAwaited) -> cmd.Command | None:
    """Parses the command that waits, as an event of a log stores it; None where none does."""
    if not event.again:
        return None
    verb, *rest = event.again.split()
    return GRAMMAR.read(Act(cmd.HOUSE, verb, tuple(rest)))


class EnteredPrize:
    """A shoe with one prize entered by the dealer, for prizes that the rulebook does not list."""

    def __init__(self, shoe: Chance, item: int) -> None:
        self.draw, self.shuffle, self.restock = shoe.draw, shoe.shuffle, shoe.restock
        self._shoe = shoe
        self._item: int | None = item

    def prize(self, kind: str, stake: int) -> int:
        """Returns the entered prize once; later prizes come from the shoe."""
        if self._item is None:
            return self._shoe.prize(kind, stake)
        prize, self._item = self._item, None
        if isinstance(self._shoe, FairShoe):
            self._shoe.prize_came()
        return prize


def interrupts(table: "BlackjackTable", command: cmd.Command | None) -> bool:
    """Returns whether a command may come before the awaited card: a report during the initial deal that draws none."""
    return (
        isinstance(command, cmd.ReportIrregularity)
        and table.reader is not None
        and table.again is None
        and table.state.stage == Stage.DEAL
        and not draws_a_card(table.rules, command)
    )


def may_precede(event: Any) -> bool:
    """Returns whether an event may be shown before the pending outcome; not if it reveals the hole card."""
    return not isinstance(event, ev.HoleDisclosed | ev.ReaderChecked | ev.DealerDone)


def waiting_events(table: "BlackjackTable", unknown: UnknownOutcome) -> list[Any]:
    """Returns the events of a command that waits for an outcome."""
    again = words_of_deferred(table.again)
    if isinstance(unknown, RevealsAwaited) and table.fair is not None:
        closed = close_commitments(table.fair, unknown.seed)
        awaited = OutcomeAwaited((), REVEALS, str(unknown), again=again)
        return [*unknown.events, *closed, awaited]
    kind = table.reader.wanted if table.reader is not None else ""
    if not kind and table.state.pressed_by:
        kind = "prize"  # no list of prizes gives it: the dealer enters it
    return [*unknown.events, OutcomeAwaited((), kind, str(unknown), again=again)]
