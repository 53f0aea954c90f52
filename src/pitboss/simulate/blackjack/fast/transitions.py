"""Writes the state transitions of hands and of the dealer's hand into the flat array, by querying the engine."""

from pitboss.atoms.dealer import may_peek, must_draw
from pitboss.atoms.fit import fit
from pitboss.atoms.hand import add_card, is_ace_and_ten
from pitboss.games.blackjack import commands as cmd
from pitboss.law.resolve import BlackjackRules
from pitboss.simulate.blackjack.fast.table_layout import (
    ACE_BLACKJACK,
    AGAIN_AT,
    BEGIN_AT,
    BLACKJACK,
    BUST,
    DEALER_22,
    DEALER_AT,
    DEALER_BLACKJACK,
    DEALER_BUST,
    DEALER_NONE,
    DEALER_SECOND,
    DEALT,
    DONE,
    DOUBLED,
    ENDINGS,
    EVEN_MONEY,
    FIRST_AT,
    LIVE,
    NEED_AT,
    NEEDED_AT,
    NEXT_AT,
    NIBBLE,
    ROW_AT,
    ROWS,
    SECOND_AT,
    SPLIT,
    SPLIT_21,
    STATES,
    SURRENDERED,
    TEN_BLACKJACK,
    TWICE,
    VALUES,
)
from pitboss.strategy.engine_probe import NO_CARD, OF_VALUE, WHOLE_HAND, EngineProbe

# --- the dealer --------------------------------------------------------------------------------------------------

#: The dealer's states before the second card: the value of the first if the whole hand is drawn, or one of these.
_SECOND_TO_ACE, _SECOND_TO_TEN, _SECOND_TO_OTHER, _DRAWING = 11, 12, 13, 14
fit("the dealer's state before his second card", VALUES - 1, _SECOND_TO_ACE)


def _drawing_state(number: int) -> int:
    """Returns the state of a dealer who draws further cards, by the number of such states before; the last is 0."""
    count = fit("the number of the dealer's states while drawing", number, DEALT - _DRAWING + 1)
    return (_DRAWING + count) % DEALT


def _second_only(value: int) -> int:
    return {1: _SECOND_TO_ACE, 10: _SECOND_TO_TEN}.get(value, _SECOND_TO_OTHER)


def write_dealer(flat: bytearray, rules: BlackjackRules) -> None:
    """Writes the transitions of the dealer's hand."""
    for value in range(1, 11):
        for state in range(DEALT, ENDINGS):
            flat[DEALER_AT + value * ENDINGS + state] = state
    drawing: dict[tuple[int, bool], int] = {}
    pending = [(first, *add_card(0, False, OF_VALUE[first]), first) for first in range(1, 11)]
    while pending:
        state, total, soft, first = pending.pop()
        for value in range(1, 11):
            after = add_card(total, soft, OF_VALUE[value])
            blackjack = first > 0 and is_ace_and_ten(OF_VALUE[first], OF_VALUE[value])
            if first:
                second = DEALT | (DEALER_BLACKJACK if blackjack else DEALER_SECOND)
                flat[DEALER_AT + value * ENDINGS + _second_only(first)] = second
            if blackjack:
                reached = DEALT | DEALER_BLACKJACK
            elif not must_draw(*after, rules.terms.dealer_hits_soft_17):
                bust = DEALER_22 if after[0] == 22 else DEALER_BUST
                stood = (
                    fit("the total on which the dealer stands", after[0] - 17, DEALER_BUST) if after[0] <= 21 else bust
                )
                reached = DEALT | stood
            else:
                if after not in drawing:
                    drawing[after] = _drawing_state(len(drawing))
                    pending.append((drawing[after], *after, 0))
                reached = drawing[after]
            flat[DEALER_AT + value * ENDINGS + state] = reached


def write_rows(flat: bytearray, rules: BlackjackRules) -> None:
    """Writes the row of tables for a first card, and for one with a blackjack that the card reader finds."""
    terms = rules.terms
    for first in range(1, 11):
        reads = terms.card_reader and may_peek(OF_VALUE[first], terms.peek_under_ace, terms.peek_under_ten)
        for hole in range(NIBBLE):
            blackjack = reads and 1 <= hole <= 10 and is_ace_and_ten(OF_VALUE[first], OF_VALUE[hole])
            row = (ACE_BLACKJACK if first == 1 else TEN_BLACKJACK) if blackjack else first
            flat[ROW_AT + first * NIBBLE + hole] = row


def write_needs(flat: bytearray, probe: EngineProbe) -> dict[int, int]:
    """Writes what each ending needs of the dealer; returns the results of the endings that the dealer cannot change."""
    nets: dict[int, int] = {}
    for first in range(1, 11):
        up_card, ace, ten, six = OF_VALUE[first], OF_VALUE[1], OF_VALUE[10], OF_VALUE[6]
        live, _ = probe.finish(ten, ten, up_card, (), cmd.Stand) or (WHOLE_HAND, 0)
        need = dict.fromkeys(range(BUST), live)
        for ending, cards, more, kind in (
            (BUST, (ten, six), (ten,), cmd.Hit),
            (BLACKJACK, (ace, ten), (), cmd.Pass),
            (EVEN_MONEY, (ace, ten), (), cmd.TakeEvenMoney),
            (SURRENDERED, (ten, six), (), cmd.Surrender),
            (SPLIT_21, (ace, ace), (ten, ten), cmd.SplitPair),
        ):
            ended = probe.finish(*cards, up_card, more, kind)
            if ended is not None:
                need[ending], nets[ending] = ended
        begin = (DEALT | DEALER_NONE, _second_only(first), first, first)
        for row in (first, *((ACE_BLACKJACK,) if first == 1 else (TEN_BLACKJACK,) if first == 10 else ())):
            for joined in range(4):
                flat[NEEDED_AT + row * 4 + joined] = begin[joined] if row == first else DEALT | DEALER_BLACKJACK
            for ending in range(ENDINGS):
                needs = fit("what an ending needs of the dealer", need.get(ending % TWICE, NO_CARD), 4)
                flat[NEED_AT + row * ENDINGS + ending] = needs
                flat[BEGIN_AT + row * ENDINGS + ending] = flat[NEEDED_AT + row * 4 + needs]
    return nets


# --- decisions ---------------------------------------------------------------------------------------------------


def three_cards(total: int, soft: bool) -> tuple[int, int, int]:
    """Returns three cards that make the hand."""
    if soft:
        return OF_VALUE[1], OF_VALUE[1], OF_VALUE[total - 12]
    low = 2 if total < 15 else 10
    return OF_VALUE[low], OF_VALUE[2], OF_VALUE[total - low - 2]


def _after(kind: type[cmd.Command], total: int, soft: bool) -> int:
    """Returns the state after a decision."""
    if kind is cmd.SplitPair:
        return SPLIT
    if kind is cmd.Surrender:
        return DONE | SURRENDERED
    if kind is cmd.DoubleDown:
        return DOUBLED + LIVE[total, soft]
    return LIVE[total, soft] if kind is cmd.Hit else DONE | total


def write_decisions(flat: bytearray, probe: EngineProbe) -> None:
    """Writes the states after the first decision and after each further card."""
    even_money = probe.chart.even_money
    for at in range(NEXT_AT, FIRST_AT, STATES):
        flat[at : at + STATES] = range(STATES)
    reached = {
        (hand, value): add_card(*hand, OF_VALUE[value]) for hand in LIVE for value in range(1, 11)
    }  # for every hand that takes a card
    for row in range(1, ROWS):
        first = {ACE_BLACKJACK: 1, TEN_BLACKJACK: 10}.get(row, row)
        taken = even_money and first == 1 and probe.takes_even_money(OF_VALUE[first])
        for one in range(1, 11):
            for two in range(1, one + 1):
                total, soft = add_card(*add_card(0, False, OF_VALUE[one]), OF_VALUE[two])
                if total == 21:
                    state = DONE | (EVEN_MONEY if taken else BLACKJACK)
                elif row != first:
                    state = DONE | total
                else:
                    chosen = probe.decision((OF_VALUE[one], OF_VALUE[two] + 1), OF_VALUE[first])
                    state = _after(chosen, total, soft)
                for cell in (one * NIBBLE + two, two * NIBBLE + one):
                    flat[FIRST_AT + row * NIBBLE * NIBBLE + cell] = state
        if row != first:
            continue  # no hand draws against a blackjack that was read
        later = {
            hand: _after(probe.decision(three_cards(*hand), OF_VALUE[first]), *hand)
            for hand in LIVE
            if hand not in ((4, False), (5, False), (12, True))  # no three cards make these
        }
        for value in range(1, 11):
            at = NEXT_AT + (row * VALUES + value) * STATES
            for hand, state in LIVE.items():
                after = reached[hand, value]
                ending = min(after[0], BUST)
                flat[at + state] = DONE | ending if ending >= 21 else later[after]
                flat[at + DOUBLED + state] = DONE | TWICE | ending


def write_splits(flat: bytearray, probe: EngineProbe) -> None:
    """Writes whether a pair is split again, and the state of a split hand after its second card."""
    for first in range(1, 11):
        for value in range(1, 11):
            if flat[FIRST_AT + (first * NIBBLE + value) * NIBBLE + value] != SPLIT:
                continue
            most = probe.rules.terms.split_hands
            for hands in range(2, most + 1):
                pair = OF_VALUE[value], OF_VALUE[value] + 1
                again = probe.decision(pair, OF_VALUE[first], hands) is cmd.SplitPair
                flat[AGAIN_AT + (hands * VALUES + first) * NIBBLE + value] = again
            for second in range(1, 11):
                total, soft = add_card(*add_card(0, False, OF_VALUE[value]), OF_VALUE[second])
                cards = OF_VALUE[value], OF_VALUE[second] + 1
                state = DONE | SPLIT_21
                if total < 21:
                    state = _after(probe.decision(cards, OF_VALUE[first], most), total, soft)
                flat[SECOND_AT + (first * NIBBLE + value) * NIBBLE + second] = state
