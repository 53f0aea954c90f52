"""One table from decision to decision in compiled code: the order of a round as in the general kernel.

``x`` is the address of the kernel's block, ``e`` of the table's record, ``s`` and ``b`` of the settings of all tables
and of the bet size, ``k`` of the next card. Points, endings, payments and legal decisions come from the engine.
"""

# ruff: noqa: PLR0917, PLR0912, PLR0915 - only integers cross between compiled functions, and a jump costs more than a branch

from numba import njit

from pitboss.compiled.memory import Word, load8, load64, store8, store64, unlikely
from pitboss.games.blackjack import commands as cmd
from pitboss.simulate.blackjack.general.constant_loads import fixed8, fixed64
from pitboss.simulate.blackjack.general.dealer_hand import dealer_hand
from pitboss.simulate.blackjack.general.hands import close, divide, finish_class, finished_class
from pitboss.simulate.blackjack.general.initial_deal import deal, is_paid_now, pay_blackjack, settle_blackjack
from pitboss.simulate.blackjack.general.kernel import blackjack_ending, close_all
from pitboss.simulate.blackjack.general.late_settlement import settle_late
from pitboss.simulate.blackjack.general.layout import (
    BOX,
    BOX_BYTES,
    HAND_BYTES,
    HANDS,
    MARK,
    PAIR_BIT,
    SETTLED,
    TABLES,
    TOTAL_BITS,
    U,
    W,
)
from pitboss.simulate.blackjack.general.shoe import ONE, TWO, Z, draw, new_shoe
from pitboss.simulate.blackjack.general.sides import UNDECIDED
from pitboss.simulate.blackjack.stepper.layout import BET_SETTING, OFFER, PLAY, RECORD, TABLE_SETTING
from pitboss.simulate.blackjack.stepper.layout import SETTLED as ROUND_SETTLED
from pitboss.strategy.decision_masks import BITS, DOUBLED, SPLIT_ACE, SPLIT_HAND, STATES
from pitboss.strategy.hand_classes import BUST, GIVEN_UP, ORIGINAL, doubled_bits

T_TWO, T_AFTER, T_COLUMN, T_WAITING, T_AGAIN = (TABLES[name] for name in ("two", "after", "column", "waiting", "again"))
X_TABLES, X_HANDS, X_BOXES_AT, X_SINCE, X_CUT_AT, X_LATE = (
    W[name] for name in ("tables", "hands", "boxes_at", "since", "cut_at", "late")
)
X_EVERY_ROUND, X_CUT_FIRST, X_MISDEAL, X_MISDEALT, X_THIRD, X_READER = (
    W[name] for name in ("every_round", "cut_first_shuffles", "misdeal", "misdealt", "third", "reader")
)
X_SPLIT_HANDS, X_HAND_LIMIT, X_BUSTS_AND_ONE, X_HAND_COUNT, X_DEALER_COUNT = (
    W[name] for name in ("split_hands", "hand_limit", "busts_and_one", "hand_count", "dealer_count")
)
X_EVEN_PAYS, X_CONSOLIDATES = W["even_pays"], W["consolidates"]
B_NET, B_CLASS, B_TWO, B_CLOSED, B_INSURED = (BOX[name] for name in ("net", "class", "two", "closed", "insured"))
H_STATE, H_NEXT, H_KIND, H_COUNT = (MARK[name] for name in ("state", "next", "kind", "count"))
E_UP, E_HOLE, E_COLUMN, E_PHASE, E_LEGAL, E_BOX, E_HAND = (
    RECORD[name] for name in ("up", "hole", "column", "phase", "legal", "box", "hand")
)
E_SHOWN_BOX, E_SHOWN_HAND = RECORD["shown_box"], RECORD["shown_hand"]
E_FORMED, E_ORIGINAL, E_NEED = RECORD["formed"], RECORD["original"], RECORD["need"]
S_MASKS = TABLE_SETTING["masks"]
P_OFFER_HAND, P_OFFER_BLACKJACK, P_OFFER_LATER = (
    BET_SETTING[name] for name in ("offer_hand", "offer_blackjack", "offer_later")
)
STAND, HIT, DOUBLE, SPLIT, SURRENDER, INSURE, EVEN = (
    U(BITS[kind.verb])
    for kind in (cmd.Stand, cmd.Hit, cmd.DoubleDown, cmd.SplitPair, cmd.Surrender, cmd.Insure, cmd.TakeEvenMoney)
)
_OFFER, _PLAY, _ROUND_SETTLED = U(OFFER), U(PLAY), U(ROUND_SETTLED)
_BOX, _HAND, _DEALER_AT = U(BOX_BYTES), U(HAND_BYTES), U(HANDS * HAND_BYTES)
_TOTAL, _STATE, _PAIR = U((1 << TOTAL_BITS) - 1), U((1 << PAIR_BIT) - 1), U(1 << PAIR_BIT)
_STATES, _COLUMNS = U(STATES), U(10)
_SPLIT_HAND, _SPLIT_ACE, _DOUBLED = U(SPLIT_HAND), U(SPLIT_ACE), U(DOUBLED)
_BUST, _GIVEN_UP, _ORIGINAL, _SETTLED, _UNDECIDED = U(BUST), U(GIVEN_UP), U(ORIGINAL), U(SETTLED), U(UNDECIDED)
_DOUBLED_ONCE, _DOUBLED_TWICE = U(doubled_bits(1)), U(doubled_bits(2))
_21, _ACE, _NO_THIRD, _LAST_ACE = U(21), U(9), U(255), U(3)
# Where to go on in a round: at the deal, the offers, the card reader, a box, a hand, after a hand, or at the dealer.
DEAL, OFFERS, READER, ENTER_BOX, CHECK_HAND, AFTER_HAND, DEALER = (U(number) for number in range(7))


@njit(forceinline=False)  # inlined, the payment of a blackjack is lost by the compiler
def _begin(x: Word, e: Word, k: Word, boxes: Word, plain: bool) -> Word:
    """Deals the initial cards and pays blackjacks that do not wait; returns the next card."""
    up, k = deal(x, k, boxes, plain)
    hands, boxes_at = fixed64(x + X_HANDS), fixed64(x + X_BOXES_AT)
    column = fixed8(fixed64(x + X_TABLES) + T_COLUMN + up)
    for number in range(boxes):
        box, hand = boxes_at + number * _BOX, hands + number * _HAND
        state = load64(box + B_TWO)
        store8(hand + H_STATE, state)
        if unlikely((state & _TOTAL) == _21) and is_paid_now(x, column):
            pay_blackjack(x, box, hand)
    store64(e + E_UP, up)
    store64(e + E_HOLE, load8(hands + _DEALER_AT + ONE))
    store64(e + E_COLUMN, column)
    store64(e + E_BOX, Z)
    store64(e + E_HAND, Z)
    store64(e + E_SHOWN_HAND, load64(e + E_SHOWN_BOX))
    store64(e + E_FORMED, ONE)
    store64(e + E_NEED, Z)
    return k


@njit(forceinline=True)
def _decisions(x: Word, e: Word, s: Word, b: Word, box: Word, hand: Word) -> Word:
    """Returns the legal decisions on a hand; none if it is finished."""
    state, count, kind = load8(hand + H_STATE), load8(hand + H_COUNT), load8(hand + H_KIND)
    if (state & _TOTAL) >= _21 or count >= fixed64(x + X_HAND_LIMIT):
        return Z
    column, doubled = load64(e + E_COLUMN), kind >= _DOUBLED
    if count > TWO and not doubled:
        kind += ONE
    legal = fixed8(fixed64(s + S_MASKS) + (kind * _COLUMNS + column) * _STATES + state)
    if load64(e + E_FORMED) >= fixed64(x + X_SPLIT_HANDS):
        legal &= ~SPLIT
    if (doubled or kind == _SPLIT_ACE) and (legal & ~STAND) == Z:
        return Z  # a doubled hand or a split ace gets one card
    if unlikely(column == _ACE) and load64(box + B_INSURED) == Z:
        legal |= fixed64(b + P_OFFER_LATER)
    return legal


@njit(forceinline=True)
def _add_card(x: Word, k: Word, hand: Word) -> Word:
    """Deals a card to a hand; returns the next card."""
    t, count = fixed64(x + X_TABLES), load8(hand + H_COUNT)
    card, k = draw(x, k)
    store8(hand + count, card)
    store8(hand + H_COUNT, count + ONE)
    if count == ONE:
        state = fixed8(t + T_TWO + load8(hand) * _PAIR + card)
        if load64(x + X_THIRD) == _NO_THIRD:
            store64(x + X_THIRD, card)
    else:
        state = fixed8(t + T_AFTER + (load8(hand + H_STATE) & _STATE) * _PAIR + card)
    store8(hand + H_STATE, state)
    return k


@njit(forceinline=True)
def _close(x: Word, e: Word, box: Word, hand: Word, ending: Word) -> None:
    """Closes a hand with that ending; what it needs of the dealer is noted."""
    kind = load8(hand + H_KIND)
    doubles = kind - _DOUBLED + ONE if kind >= _DOUBLED else Z
    ending |= (doubles & ONE) * _DOUBLED_ONCE | (doubles >> ONE) * _DOUBLED_TWICE
    store64(e + E_NEED, load64(e + E_NEED) | close(x, box, hand, ending | load64(e + E_ORIGINAL)))
    if (ending & _TOTAL) != _BUST or fixed64(x + X_BUSTS_AND_ONE) == Z:
        store64(e + E_ORIGINAL, Z)


@njit(forceinline=True)
def _close_finished(x: Word, e: Word, box: Word, hand: Word) -> None:
    """Closes a hand as it stands."""
    _close(x, e, box, hand, finished_class(x, hand, load8(hand + H_COUNT), load8(hand + H_STATE)))


@njit(forceinline=True)
def _split(x: Word, e: Word, k: Word, hand: Word) -> Word:
    """Splits a pair and deals to the first of its hands; returns the next card."""
    number, kind = load64(x + X_HAND_COUNT), _SPLIT_ACE if load8(hand) <= _LAST_ACE else _SPLIT_HAND
    new = divide(x, hand)
    store8(new + H_KIND, kind)
    store8(hand + H_KIND, kind)
    store8(new + H_NEXT, load8(hand + H_NEXT))
    store8(hand + H_NEXT, number)
    store64(e + E_FORMED, load64(e + E_FORMED) + ONE)
    return _add_card(x, k, hand)


@njit(forceinline=True)
def decide(x: Word, e: Word, k: Word, decision: Word) -> Word:
    """Executes a legal decision, which is a bit of the mask; returns where to go on, and the next card."""
    number = load64(e + E_BOX)
    box, hand = fixed64(x + X_BOXES_AT) + number * _BOX, fixed64(x + X_HANDS) + load64(e + E_HAND) * _HAND
    if load64(e + E_PHASE) == _OFFER:
        if decision == EVEN:
            settle_blackjack(box, hand, fixed64(x + X_EVEN_PAYS), ONE)
        elif decision == INSURE:
            if (load64(box + B_TWO) & _TOTAL) == _21 and fixed64(x + X_CONSOLIDATES) != Z:
                settle_blackjack(box, hand, fixed64(x + X_EVEN_PAYS), Z)
            else:
                store64(box + B_INSURED, ONE)
        store64(e + E_BOX, number + ONE)
        return OFFERS, k
    if decision == HIT:
        return CHECK_HAND, _add_card(x, k, hand)
    if decision == DOUBLE:
        kind = load8(hand + H_KIND)
        store8(hand + H_KIND, kind + ONE if kind >= _DOUBLED else _DOUBLED)
        return CHECK_HAND, _add_card(x, k, hand)
    if decision == SPLIT:
        return CHECK_HAND, _split(x, e, k, hand)
    if decision == INSURE:
        store64(box + B_INSURED, ONE)
        return CHECK_HAND, k
    if decision == SURRENDER:
        _close(x, e, box, hand, _GIVEN_UP)
    else:
        _close_finished(x, e, box, hand)
    return AFTER_HAND, k


@njit(forceinline=True)
def _wait(e: Word, phase: Word, legal: Word, box: Word, hand: Word) -> None:
    """Waits for a decision on a hand."""
    store64(e + E_PHASE, phase)
    store64(e + E_LEGAL, legal)
    store64(e + E_SHOWN_BOX, box)
    store64(e + E_SHOWN_HAND, hand)


@njit(forceinline=True)
def _ask(x: Word, e: Word, b: Word, boxes: Word) -> bool:
    """Makes the offer of insurance to the next box with an open wager; returns whether there is one."""
    number, boxes_at = load64(e + E_BOX), fixed64(x + X_BOXES_AT)
    while number < boxes and load64(boxes_at + number * _BOX + B_CLOSED) != Z:
        number += ONE
    if number >= boxes:
        return False
    blackjack = (load64(boxes_at + number * _BOX + B_TWO) & _TOTAL) == _21
    store64(e + E_BOX, number)
    store64(e + E_HAND, number)
    legal = fixed64(b + (P_OFFER_BLACKJACK if blackjack else P_OFFER_HAND))
    _wait(e, _OFFER, legal, number, number)
    return True


@njit(forceinline=True)
def _read_hole_card(x: Word, e: Word) -> bool:
    """Returns whether the card reader finds a dealer's blackjack; then all hands are closed."""
    up, column = load64(e + E_UP), load64(e + E_COLUMN)
    if (fixed64(x + X_READER) >> column) & ONE == Z:
        return False
    if (fixed8(fixed64(x + X_TABLES) + T_TWO + up * _PAIR + load64(e + E_HOLE)) & _TOTAL) != _21:
        return False
    store64(e + E_NEED, close_all(x))
    return True


@njit(forceinline=False)
def _redeal(x: Word, boxes: Word) -> Word:
    """Prepares a round that is dealt again from a new shoe; decided side wagers stay decided. Returns the next card."""
    t, boxes_at = fixed64(x + X_TABLES), fixed64(x + X_BOXES_AT)
    store64(x + X_MISDEALT, Z)
    for number in range(boxes):
        box = boxes_at + number * _BOX
        kind = load64(box + B_CLASS)
        if fixed8(t + T_WAITING + kind) != Z:
            store64(box + B_CLASS, _UNDECIDED - fixed8(t + T_AGAIN + kind))
    store64(x + X_HAND_COUNT, Z)
    store64(x + X_DEALER_COUNT, Z)
    return new_shoe(x, load64(x + X_SINCE))


@njit(forceinline=True)
def open_round(x: Word, e: Word, k: Word, boxes: Word) -> Word:
    """Shuffles if the cutting card comes first, and marks all side wagers as undecided; returns the next card."""
    if unlikely(k == load64(x + X_CUT_AT)) and fixed64(x + X_CUT_FIRST) != Z:
        k = new_shoe(x, k)
    boxes_at = fixed64(x + X_BOXES_AT)
    for number in range(boxes):
        store64(boxes_at + number * _BOX + B_CLASS, _UNDECIDED)
    store64(e + E_SHOWN_BOX, Z)
    return k


@njit(forceinline=True)
def close_round(x: Word, k: Word) -> Word:
    """Shuffles after the cutting card has come, or after every round of a shuffler; returns the next card."""
    if unlikely(k > load64(x + X_CUT_AT)) or fixed64(x + X_EVERY_ROUND) != Z:
        k = new_shoe(x, k)
    return k


@njit(forceinline=True)
def play_on(x: Word, e: Word, s: Word, b: Word, k: Word, at: Word, boxes: Word, plain: bool) -> Word:
    """Plays from there to the next decision or the end of the round, and sets the phase; returns the next card."""
    hands, boxes_at = fixed64(x + X_HANDS), fixed64(x + X_BOXES_AT)
    while True:
        number = load64(e + E_BOX)
        box, hand = boxes_at + number * _BOX, hands + load64(e + E_HAND) * _HAND
        if at == DEAL:
            k = _begin(x, e, k, boxes, plain)
            at = OFFERS if load64(e + E_COLUMN) == _ACE else READER
        elif at == OFFERS:
            at = READER
            if _ask(x, e, b, boxes) and load64(x + X_MISDEALT) == Z:
                return k
        elif at == READER:
            at = ENTER_BOX
            if _read_hole_card(x, e):
                at = DEALER
            else:
                store64(e + E_BOX, Z)
        elif at == ENTER_BOX:
            if number == boxes:
                at = DEALER
                continue
            store64(x + X_THIRD, _NO_THIRD)
            store64(e + E_ORIGINAL, _ORIGINAL)
            at, first = CHECK_HAND, hands + number * _HAND
            if unlikely((load64(box + B_TWO) & _TOTAL) == _21):
                if load64(box + B_CLOSED) == Z:
                    need = close(x, box, first, blackjack_ending(box, first) | _ORIGINAL)
                    store64(e + E_NEED, load64(e + E_NEED) | need)
                if not plain:
                    finish_class(x, box, number, Z, Z)
                store64(e + E_BOX, number + ONE)
                at = ENTER_BOX
            else:
                store64(e + E_HAND, number)
                store64(e + E_FORMED, ONE)
        elif at == CHECK_HAND:
            legal = _decisions(x, e, s, b, box, hand)
            if legal != Z and load64(x + X_MISDEALT) == Z:
                _wait(e, _PLAY, legal, number, load64(e + E_HAND))
                return k
            _close_finished(x, e, box, hand)
            at = AFTER_HAND
        elif at == AFTER_HAND:
            following = load8(hand + H_NEXT)
            if following != Z:
                store64(e + E_HAND, following)
                k = _add_card(x, k, hands + following * _HAND)
                at = CHECK_HAND
            else:
                if not plain:
                    finish_class(x, box, number, Z, Z)
                store64(e + E_BOX, number + ONE)
                at = ENTER_BOX
        else:
            k = dealer_hand(x, k, Z, load64(e + E_UP), load64(e + E_COLUMN), load64(e + E_NEED))
            if load64(x + X_MISDEALT) == Z or fixed64(x + X_MISDEAL) == Z:
                break
            k = _redeal(x, boxes)
            at = DEAL
    if not plain and fixed64(x + X_LATE) != Z:
        settle_late(x)
    store64(e + E_PHASE, _ROUND_SETTLED)
    store64(e + E_LEGAL, Z)
    return k
