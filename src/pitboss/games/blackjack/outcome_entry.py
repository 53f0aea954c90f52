"""Outcomes that a dealer enters: the command that waits for one, and the prizes of a display."""

from typing import Any

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.chance import Chance
from pitboss.games.blackjack.fair_shoe import FairShoe
from pitboss.games.blackjack.grammar import GRAMMAR
from pitboss.pit import Act


def deferred_words(command: cmd.Command) -> str:
    """Returns the words of a command that must run again once its card is known; empty for all others."""
    if isinstance(command, cmd.ReportIrregularity) and command.kind == "drawn_exposed":
        return GRAMMAR.words(command)
    return ""


def deferred_command(words: str) -> cmd.Command:
    """Parses the words that an event stores of the command that waits."""
    verb, *rest = words.split()
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


def may_precede(event: Any) -> bool:
    """Returns whether an event may be shown before the pending outcome; not if it reveals the hole card."""
    return not isinstance(event, ev.HoleDisclosed | ev.ReaderChecked | ev.DealerDone)
