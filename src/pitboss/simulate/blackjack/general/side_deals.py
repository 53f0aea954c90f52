"""Classes of side wagers that read the dealer's cards: by deal, then by the dealer's final hand."""

from collections.abc import Sequence
from itertools import product
from typing import Any, Final

import numpy as np

from pitboss.atoms.fit import fit
from pitboss.cards import DECK_SIZE
from pitboss.games.blackjack.wagers.base import side_plays
from pitboss.law.choices import EmptyShoe
from pitboss.law.resolve import BlackjackRules
from pitboss.simulate.blackjack.general.layout import FINAL_CARDS, FINAL_TOTALS
from pitboss.simulate.blackjack.general.sides import FIRST_UNDECIDED, SideClasses, net_of_line, side_classes
from pitboss.strategy.dealer_reads import DealGrading, final_hands
from pitboss.strategy.hand_classes import NotSimulable
from pitboss.strategy.side_probe import WAITING_PLAYS

_CELLS: Final = 64
fit("a card", DECK_SIZE - 1, _CELLS)


def reads_dealer(rules: BlackjackRules, placed: Sequence[tuple[str, int]]) -> bool:
    """Returns whether one of these wagers reads the dealer's cards."""
    reads = [side_plays(rules)[name].reads for name, _ in placed]
    return any(read.up_card or read.beyond_up_card for read in reads)


def deal_classes(rules: BlackjackRules, placed: Sequence[tuple[str, int]]) -> SideClasses:
    """Builds the classes of wagers of which one reads the dealer's cards.

    Raises NotSimulable, or ValueError if there are more than the kernel has room for.
    """
    _refuse(rules, placed)
    hands = final_hands(rules)
    grading = DealGrading([side_plays(rules)[name] for name, _ in placed], hands)
    dealt: dict[Any, int] = {}
    deals = np.zeros((_CELLS,) * 3, np.int64)
    for one, two in product(range(DECK_SIZE), repeat=2):
        for up_cards, lines in grading.lines_of_pair((one, two)):
            deals[one, two, up_cards] = dealt.setdefault(lines, len(dealt))
    final: dict[tuple[str, ...], int] = {}
    finals = np.zeros((len(dealt), FINAL_TOTALS, FINAL_CARDS), np.int64)
    for lines, number in dealt.items():
        if all(isinstance(line, str) for line in lines):
            finals[number] = final.setdefault(lines, len(final))  # also where the dealer does not draw to the end
            continue
        for place, hand in enumerate(hands):
            fit("the cards of a final hand", hand.cards, FINAL_CARDS)
            reached = tuple(line if isinstance(line, str) else line[place] for line in lines)
            finals[number, hand.total, hand.cards] = final.setdefault(reached, len(final))
    for classes in (dealt, final):
        if len(classes) > FIRST_UNDECIDED:
            raise ValueError(f"{len(classes)} classes of side wagers: there is room for {FIRST_UNDECIDED}")
    nets_of = [net_of_line(rules, name, amount) for name, amount in placed]
    nets = tuple(tuple(net(line) for net, line in zip(nets_of, lines, strict=True)) for lines in final)
    tables = side_classes(rules, ()).tables
    return SideClasses(
        nets, tuple(final), tables, deals=deals.astype(np.uint8).ravel(), finals=finals.astype(np.uint8).ravel()
    )


def _refuse(rules: BlackjackRules, placed: Sequence[tuple[str, int]]) -> None:
    """Raises NotSimulable for what the kernel does not play beside a wager that reads the dealer's cards."""
    name = next(name for name, _ in placed if reads_dealer(rules, [(name, 0)]))
    clauses = rules.sides[name].cite("offered", "settled")
    if rules.terms.empty_shoe is EmptyShoe.MISDEAL:
        raise NotSimulable(f"the wager on {name}, where an empty shoe is a misdeal", clauses, rules.rulebook)
    if rules.terms.spots > 1 and side_plays(rules)[name].reads.beyond_up_card:
        raise NotSimulable(f"the wager on {name} beside several dealer's hands", clauses, rules.rulebook)
    for other, _ in placed:
        if rules.sides[other].play in WAITING_PLAYS or side_plays(rules)[other].prizes_at is not None:
            raise NotSimulable(f"the wager on {name} beside {other}", clauses, rules.rulebook)
