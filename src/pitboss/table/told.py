"""What somebody tells a table: a card of a physical shoe, a prize; and what may be told before it happens."""

from typing import Any

from pitboss.blackjack import commands as cmd
from pitboss.blackjack import events as ev
from pitboss.blackjack.chance import CUTTING_CARD, SHOE_EMPTY
from pitboss.cards import parse_card
from pitboss.money import parse_amount
from pitboss.notation.pit import Act
from pitboss.notation.words import command_words
from pitboss.table.fair_shoe import FairShoe
from pitboss.table.live_base import THE_HOUSE, spoken


def again_of(command: cmd.Command) -> str:
    """The words of a command that does nothing before its card is known, and everything then."""
    if isinstance(command, cmd.ReportIrregularity) and command.kind == "drawn_exposed":
        return command_words(command).partition(": ")[2]
    return ""


def house_line(words: str) -> Act:
    """A line that the house says."""
    line = spoken(THE_HOUSE, words)
    assert isinstance(line, Act), line
    return line


class Told:
    """A fair shoe at a table where somebody tells the one thing that it cannot know."""

    def __init__(self, shoe: FairShoe, item: int) -> None:
        self.draw, self.shuffle, self.restock = shoe.draw, shoe.shuffle, shoe.restock
        self._shoe = shoe
        self._item: int | None = item

    def prize(self, kind: str, stake: int) -> int:
        """What was told, once."""
        if self._item is None:
            return self._shoe.prize(kind, stake)
        told, self._item = self._item, None
        self._shoe.prize_came()
        return told


def known_before(event: Any) -> bool:
    """Whether an event can be told before it happens: not what shows the dealer's hidden card."""
    return not isinstance(event, ev.HoleDisclosed | ev.ReaderChecked | ev.DealerDone)


def told_item(line: Act) -> int:
    """What ``card 9h``, ``card |``, ``card end`` or ``prize 25`` tells; ValueError where it tells nothing."""
    if len(line.words) != 1:
        raise ValueError("expected 'card CARD', 'card |', 'card end' or 'prize AMOUNT'")
    (word,) = line.words
    if line.verb == "prize":
        return parse_amount(word)
    return {"|": CUTTING_CARD, "end": SHOE_EMPTY}[word] if word in ("|", "end") else parse_card(word)
