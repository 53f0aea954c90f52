"""Corrections of payouts: a settled wager was in fact paid another amount than the rules give."""

import re
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from pitboss.games.live.events import PayoutCorrected
from pitboss.games.words import parse_money
from pitboss.law.refusal import Refusal
from pitboss.money import amount_text

if TYPE_CHECKING:
    from pitboss.games.live.table import Table

_PAYOUT: Final = re.compile(r"([^=]+)=([+-]?)([^=]+)")

#: What wagers were paid: the label of each, and its net result in cents.
Payouts = tuple[tuple[str, int], ...]


class SettledWager(Struct, frozen=True):
    """A settled wager: how a correction names it, whose it is, where it lay, and its amount and net result."""

    label: str
    player: str
    wager: str
    place: str
    amount: int
    net: int

    @property
    def full_label(self) -> str:
        """The label with the player before it: ``ann:3``, or the colour of anonymous chips, ``blue:17``."""
        return f"{self.player.removeprefix('colour_')}:{self.label}"


def read_payout(word: str) -> tuple[str, int] | None:
    """Parses ``3=15``, a label and what the wager won or lost; None for a word of another kind.

    Raises ValueError for a bad amount.
    """
    parts = _PAYOUT.fullmatch(word)
    if parts is None:
        return None
    cents = parse_money(parts[3])
    return parts[1].lower(), -cents if parts[2] == "-" else cents


def merged(payouts: Payouts, changed: tuple[str, int]) -> Payouts:
    """Returns payouts with one more, which replaces an earlier one of the same label."""
    return tuple((dict(payouts) | dict((changed,))).items())


def find_label(settled: Sequence[SettledWager], label: str) -> SettledWager | str:
    """Returns the wager that a label names, with the player before it or without; a message where none or several."""
    found = [each for each in settled if label in (each.label, each.full_label)]
    if len(found) == 1:
        return found[0]
    known = ", ".join(dict.fromkeys(each.full_label if found else each.label for each in settled))
    if not known:
        return f"'{label}': the entry settles no wager, and only a payout of an entry that does is corrected"
    return f"'{label}' does not name one wager that the entry settles: expected {known}"


def pay_otherwise(table: "Table", events: tuple[Any, ...], payouts: Payouts) -> tuple[Any, ...] | Refusal:
    """Pays wagers that an entry has just settled as they were paid in fact; returns the entry's events with those."""
    for label, net in payouts:
        wager = find_label(table.settled_wagers(events), label)
        if isinstance(wager, str):
            return Refusal("payout", wager, (), table.rulebook)
        if net < -wager.amount:
            text = f"{wager.player} cannot lose {amount_text(-net)} on a wager of {amount_text(wager.amount)}"
            return Refusal("payout", text, (), table.rulebook)
        if net == wager.net:
            continue
        paid = PayoutCorrected((), wager.player, wager.wager, wager.place, wager.net, net)
        events += table.also(partial(table.record_live, paid))
    return events
