"""Builds the lookup tables of side wagers for the fast kernel; ``side_codes`` has their layout."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from pitboss.atoms.fit import fit
from pitboss.games.blackjack.wagers.base import DealerHand
from pitboss.simulate.blackjack.fast.side_codes import (
    CARD_CELLS,
    CODES,
    DEALER_CARDS,
    NUMBER_AT,
    PAIRS,
    Codes,
    SideTable,
    card_bytes,
    codes_of_boxes,
)
from pitboss.simulate.blackjack.fast.table_layout import DEALER_22, DEALER_BLACKJACK, DEALER_BUST, DEALER_ENDINGS
from pitboss.strategy.dealer_reads import DealGrading, final_hands
from pitboss.strategy.engine_probe import EngineProbe
from pitboss.strategy.hand_classes import NotSimulable
from pitboss.strategy.side_pays import SidePayProbe


def side_table(probe: EngineProbe, wagers: Mapping[str, int]) -> SideTable:
    """Builds the table of these wagers; all cells are empty if there are none."""
    flat = bytearray(SideTable.size)
    numbers = card_bytes()
    for card, byte in enumerate(numbers.tolist()):
        flat[NUMBER_AT + byte] = card
    pays = [SidePayProbe(probe.rules, name, amount) for name, amount in wagers.items()]
    third = [probe.rules.sides[name] for name in wagers if probe.rules.sides[name].play == "sevens"]
    beside = next((side for side in probe.rules.sides.values() if side.name in wagers and side not in third), None)
    if len(third) > 1:
        raise NotSimulable(f"{third[0].name} beside {third[1].name}", third[1].cite("offered"), probe.rules.rulebook)
    if all(pay.play.reads.box_alone for pay in pays):
        codes = codes_of_boxes(flat, probe, wagers, pays, third)
        return SideTable(bytes(flat), numbers, tuple(wagers), tuple(wagers.values()), _nets(codes, pays))
    if third and beside is not None:
        raise NotSimulable(f"{third[0].name} beside {beside.name}", third[0].cite("offered"), probe.rules.rulebook)
    deals, finals, codes = _codes_of_deals(probe, wagers, pays)
    nets = _nets(codes, pays)
    return SideTable(bytes(flat), numbers, tuple(wagers), tuple(wagers.values()), nets, deals, finals)


def _nets(codes: Mapping[tuple[str, ...], int], pays: Sequence[SidePayProbe]) -> NDArray[np.int64]:
    nets = np.zeros((CODES, len(pays)), np.int64)
    for column, pay in enumerate(pays):
        paid = {line: pay.on_line(line) for line in {lines[column] for lines in codes}}
        for lines, place in codes.items():
            nets[place, column] = paid[lines[column]]
    return nets


def _codes_of_deals(
    probe: EngineProbe, wagers: Mapping[str, int], pays: Sequence[SidePayProbe]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], dict[tuple[str, ...], int]]:
    """Returns the codes by deal, the final codes, and the final code of each combination of lines."""
    hands = final_hands(probe.rules)
    grading = DealGrading([pay.play for pay in pays], hands)
    dealt, final = Codes(probe, wagers, CODES), Codes(probe, wagers, CODES)
    deals = np.zeros((CARD_CELLS, CARD_CELLS, CARD_CELLS), np.uint8)
    for pair in PAIRS:
        for up_cards, lines in grading.lines_of_pair(pair):
            deals[pair[0], pair[1], up_cards] = dealt(lines)
    finals = np.zeros((CODES, DEALER_ENDINGS, DEALER_CARDS), np.uint8)
    for lines, number in dealt.numbers.items():
        if all(isinstance(line, str) for line in lines):
            finals[number] = final(lines)  # also where the dealer does not draw to the end
            continue
        written: dict[tuple[int, int], int] = {}
        for place, hand in enumerate(hands):
            code = final(tuple(line if isinstance(line, str) else line[place] for line in lines))
            if written.setdefault(_cell(hand), code) != code:
                name = next(name for name, line in zip(wagers, lines, strict=True) if not isinstance(line, str))
                what = f"the wager on {name}: it tells apart totals of the dealer over 22"
                raise NotSimulable(what, probe.rules.sides[name].cite("offered", "settled"), probe.rules.rulebook)
            finals[number, *_cell(hand)] = code
    return deals.ravel(), finals.ravel(), final.numbers


def _cell(hand: DealerHand) -> tuple[int, int]:
    """Returns the ending of a final hand and its number of cards; busts over 22 share an ending."""
    fit("the cards of a final hand", hand.cards, DEALER_CARDS)
    if hand.blackjack:
        return DEALER_BLACKJACK, hand.cards
    if hand.bust:
        return DEALER_22 if hand.total == 22 else DEALER_BUST, hand.cards
    return hand.total - 17, hand.cards
