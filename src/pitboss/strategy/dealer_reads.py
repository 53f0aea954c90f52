"""Side wagers that read the dealer's cards, as the kernels grade them: in two steps.

A deal, two cards of the box and the dealer's first card, gives each wager a line, or one line for every final hand of
the dealer. Only the deals whose line uses the dealer's cards are asked for each of them (``side_probe.Hidden``).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from pitboss.atoms.dealer import must_draw
from pitboss.atoms.hand import add_card
from pitboss.cards import DECK_SIZE
from pitboss.games.blackjack.wagers.base import DealerHand, Reads, SideWager, side_plays
from pitboss.law.choices import DealerDraws
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.engine_probe import OF_VALUE
from pitboss.strategy.side_probe import Hidden, UndeclaredRead

#: The line of a wager after a deal; or its line for each final hand of the dealer, where they differ.
DealtLine = str | tuple[str, ...]
#: The lines of all wagers after a deal.
DealtLines = tuple[DealtLine, ...]


def reads_of(rules: BlackjackRules, names: Iterable[str]) -> list[Reads]:
    """Returns what the wagers of these names read."""
    return [side_plays(rules)[name].reads for name in names if name in rules.sides]


def with_dealer_drawing(rules: BlackjackRules, names: Iterable[str]) -> BlackjackRules:
    """Returns the rules by which the dealer plays while these wagers are open on every box.

    A wager on the dealer's final hand makes the dealer draw to the end, as the engine does.
    """
    if not any(reads.final_hand for reads in reads_of(rules, names)):
        return rules
    return replace(rules, terms=replace(rules.terms, dealer_draws=DealerDraws.ALWAYS), memo={})


def final_hands(rules: BlackjackRules) -> list[DealerHand]:
    """Returns every final hand that a dealer who draws to the end may have, from a shoe with enough cards."""
    found, pending = set[DealerHand](), [(0, False, 0)]
    seen = set(pending)
    while pending:
        total, soft, cards = pending.pop()
        if cards >= 2 and not must_draw(total, soft, rules.terms.dealer_hits_soft_17):
            found.add(DealerHand(total, cards))
            continue
        after = {(*add_card(total, soft, OF_VALUE[value]), cards + 1) for value in range(1, 11)} - seen
        seen |= after
        pending += after
    return sorted(found)


class DealGrading:
    """The lines of wagers by deal. ``hands`` are the final hands that a kernel tells apart, each as a sample."""

    def __init__(self, plays: Sequence[SideWager], hands: Sequence[DealerHand]) -> None:
        self._plays, self._hands = plays, hands
        self._of_pairs: dict[tuple[SideWager, tuple[int, ...]], DealtLine | None] = {}

    def lines_of_pair(self, pair: tuple[int, int]) -> Iterator[tuple[slice, DealtLines]]:
        """Iterates over the lines of two cards of a box, each with the range of first cards of the dealer."""
        alone = [self._line_of_pair(play, pair) for play in self._plays]
        if None not in alone:
            yield slice(0, DECK_SIZE), tuple(line for line in alone if line is not None)
            return
        for up_card in range(DECK_SIZE):
            lines = tuple(
                self._line_by_hand(play, pair, up_card) if line is None else line
                for play, line in zip(self._plays, alone, strict=True)
            )
            yield slice(up_card, up_card + 1), lines

    def _line_of_pair(self, play: SideWager, pair: tuple[int, int]) -> DealtLine | None:
        """Returns the line of a pair, or None if it depends on the dealer's first card."""
        key = play, pair[: play.reads.box]
        if key not in self._of_pairs:
            line: DealtLine | None
            if play.reads.up_card:
                line = _unless_read(partial(self._line, play, pair, Hidden("up_card")))
            else:
                line = self._line_by_hand(play, pair, 0)
            self._of_pairs[key] = line
        return self._of_pairs[key]

    def _line_by_hand(self, play: SideWager, pair: tuple[int, int], up_card: int) -> DealtLine:
        """Returns the line of a deal, or its lines by the dealer's final hand."""
        if not play.reads.dealer_hand:
            return self._line(play, pair, up_card)
        line = _unless_read(partial(self._line, play, pair, up_card))
        if line is not None:
            return line
        by_hand = tuple(self._line(play, pair, up_card, hand) for hand in self._hands)
        return by_hand[0] if len(set(by_hand)) == 1 else by_hand

    @staticmethod
    def _line(play: SideWager, pair: tuple[int, int], up_card: Any, hand: Any = None) -> str:
        reads = play.reads
        read: list[Any] = [pair[: reads.box]] if reads.box else []
        if reads.up_card:
            read.append(up_card)
        if reads.dealer_hand:
            read.append(Hidden("dealer_hand") if hand is None else hand)
        line = play.line(*read)
        play.check_line(line)
        return line


def _unless_read(line: Callable[[], str]) -> str | None:
    """Returns the line, or None if it needs a card that is hidden."""
    try:
        return line()
    except UndeclaredRead:
        return None
