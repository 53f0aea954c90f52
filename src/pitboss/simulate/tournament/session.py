"""A session at one table in compiled code: wagers by style, rounds on the stepper, and the end of the session.

``x`` is the address of the general kernel's block, ``e`` of the stepper's record of the table, ``s`` and ``b`` of its
settings, and ``t`` of the session. The rounds are those of ``stepper.play``; the order of a session is that of
``games.tournament.sessions``, and ``tests/simulate/tournament`` compares both round for round.
"""

# ruff: noqa: PLR0917 - only integers cross between compiled functions, and each takes as many as it needs

from typing import Any

import numpy as np
from numba import njit

from pitboss.atoms import wager
from pitboss.compiled.memory import Word, entry, load8, load16, load64, store64, unlikely
from pitboss.games.blackjack import commands as cmd
from pitboss.simulate.blackjack.general.constant_loads import fixed64
from pitboss.simulate.blackjack.general.layout import BOX, BOX_BYTES, HAND_BYTES, MARK, SETTLED, U, W
from pitboss.simulate.blackjack.general.shoe import EIGHT, O_EMPTIES, O_SHOES, ONE, TWO, Z, new_shoe
from pitboss.simulate.blackjack.stepper.kernel import load_shoe, store_shoe
from pitboss.simulate.blackjack.stepper.layout import OFFER, RECORD
from pitboss.simulate.blackjack.stepper.layout import SETTLED as ROUND_SETTLED
from pitboss.simulate.blackjack.stepper.play import DEAL, decide, open_round, play_on
from pitboss.simulate.tournament.layout import (
    DECISION_COLUMNS,
    HISTORY_HEAD,
    HISTORY_WORDS,
    NO_DECISION,
    PLAYING,
    POOR,
    SEAT_AT,
    SEAT_BYTES,
    SEATS_AT,
    SESSION,
    STYLES,
    UNSPLIT,
)
from pitboss.strategy.decision_masks import BITS, DOUBLED, KINDS, STATES

#: ``numpy.int64`` in Python.
Cents = Any

X_OUT, X_HANDS, X_BOXES_AT, X_BOXES, X_SPLIT_HANDS, X_HAND_COUNT, X_EVERY_ROUND, X_CUT_AT, X_CUT_FIRST = (
    W[name]
    for name in (
        *("out", "hands", "boxes_at", "boxes", "split_hands", "hand_count", "every_round", "cut_at"),
        "cut_first_shuffles",
    )
)
E_NEXT_CARD, E_PHASE, E_BOX, E_HAND, E_COLUMN, E_FORMED = (
    RECORD[name] for name in ("next_card", "phase", "box", "hand", "column", "formed")
)
B_NET, B_CLOSED = BOX["net"], BOX["closed"]
H_ENDING, H_STATE, H_BOX, H_KIND, H_COUNT = (MARK[name] for name in ("ending", "state", "box", "kind", "count"))
T_SEATS, T_MINIMUM, T_MAXIMUM, T_STEP, T_LEAST, T_STYLE_UNIT, T_ROUNDS_MOST, T_SHOES_MOST = (
    SESSION[name]
    for name in ("seats", "minimum", "maximum", "step", "least", "style_unit", "rounds_most", "shoes_most")
)
T_STAKE, T_UNIT, T_LATE_SHUFFLE, T_SHUFFLE, T_HISTORY = (
    SESSION[name] for name in ("stake", "unit", "late_shuffle", "shuffle", "history")
)
T_ROUNDS, T_SHOE, T_MARKER, T_UNUSED_SHUFFLE, T_REFUSED = (
    SESSION[name] for name in ("rounds", "shoe", "marker", "unused_shuffle", "refused")
)
P_CHIPS, P_BOX, P_STYLE, P_AMOUNT, P_DECISIONS, P_WAGER, P_ABLE = SEAT_AT.values()
AMOUNT, FLAT, PROPORTIONAL, CATCH_UP, ALL_IN = (U(number) for number in range(len(STYLES)))
_BOX, _HAND, _SEAT = U(BOX_BYTES), U(HAND_BYTES), U(SEAT_BYTES)
_PLAYING, _SEATS_AT = U(PLAYING), U(SEATS_AT)
_HISTORY, _HISTORY_HEAD = U(8 * HISTORY_WORDS), U(8 * HISTORY_HEAD)
_OFFER, _ROUND_SETTLED, _SETTLED = U(OFFER), U(ROUND_SETTLED), U(SETTLED)
_PASS, _DOUBLED, _NO_DECISION = U(BITS[cmd.Pass.verb]), U(DOUBLED), U(NO_DECISION)
_STATES, _COLUMNS, _KINDS, _UNSPLIT, _POOR = (U(number) for number in (STATES, DECISION_COLUMNS, KINDS, UNSPLIT, POOR))
_proportional, _catch_up, _nearest = (
    njit(function) for function in (wager.proportional_wager, wager.catch_up_wager, wager.nearest_wager)
)


@njit(forceinline=True)
def _cents(address: Word) -> Cents:
    return np.int64(load64(address))


# --- wagers --------------------------------------------------------------------------------------------------------


@njit(forceinline=True)
def _best_other(t: Word, seat: Word) -> Cents:
    """Returns the most chips of another player who can bet."""
    best = np.int64(0)
    for number in range(load64(t + T_SEATS)):
        other = t + _SEATS_AT + number * _SEAT
        if other != seat and load64(other + P_ABLE) != Z:
            best = max(best, _cents(other + P_CHIPS))
    return best


@njit(forceinline=True)
def _wanted(t: Word, seat: Word) -> Cents:
    """Returns the wager that a player's style wants."""
    style, chips, unit = load64(seat + P_STYLE), _cents(seat + P_CHIPS), _cents(t + T_STYLE_UNIT)
    if style == FLAT:
        return unit
    if style == PROPORTIONAL:
        return _proportional(chips)
    if style == CATCH_UP:
        return _catch_up(chips, _best_other(t, seat), unit)
    if style == ALL_IN:
        return chips
    return _cents(seat + P_AMOUNT)


@njit(forceinline=True)
def _place_wagers(t: Word) -> Word:
    """Places the wagers of all players who can bet; returns their number. Their order does not matter to the styles."""
    playing = Z
    for number in range(load64(t + T_SEATS)):
        seat = t + _SEATS_AT + number * _SEAT
        if load64(seat + P_ABLE) == Z:
            continue
        minimum, most = _cents(t + T_MINIMUM), min(_cents(t + T_MAXIMUM), _cents(seat + P_CHIPS))
        placed = _nearest(_wanted(t, seat), minimum, most, _cents(t + T_STEP), _cents(t + T_LEAST))
        store64(seat + P_WAGER, U(placed))
        store64(t + _PLAYING + playing * EIGHT, seat)
        playing += ONE
    return playing


# --- a round -------------------------------------------------------------------------------------------------------


@njit(forceinline=True)
def _net(t: Word, box: Word, placed: Cents) -> Cents:
    """Returns the settled result of a box in cents: results are in units of the program's wager."""
    return _cents(box + B_NET) * _cents(t + T_UNIT) * placed // _cents(t + T_STAKE)


@njit(forceinline=False)
def _can_add(x: Word, t: Word, seat: Word, number: Word, hand: Word) -> bool:
    """Returns whether the player of a box has the chips for another wager as large as that on the hand."""
    hands, placed = fixed64(x + X_HANDS), _cents(seat + P_WAGER)
    box = fixed64(x + X_BOXES_AT) + number * _BOX
    left = _cents(seat + P_CHIPS) + _net(t, box, placed)
    for place in range(load64(x + X_HAND_COUNT)):
        other = hands + place * _HAND
        if load8(other + H_BOX) == number and load16(other + H_ENDING) != _SETTLED:
            left -= placed << _doubles(other)
    return bool(placed << _doubles(hand) <= left)


@njit(forceinline=True)
def _doubles(hand: Word) -> Word:
    """Returns how often a hand was doubled."""
    kind = load8(hand + H_KIND)
    return np.int64(kind - _DOUBLED + ONE) if kind >= _DOUBLED else np.int64(0)


@njit(forceinline=True)
def _choose(x: Word, e: Word, t: Word) -> Word:
    """Returns the decision of the style on the hand in turn, as its place."""
    number = load64(e + E_BOX)
    hand = fixed64(x + X_HANDS) + load64(e + E_HAND) * _HAND
    seat = load64(t + _PLAYING + number * EIGHT)
    kind = load8(hand + H_KIND)
    if load8(hand + H_COUNT) > TWO and kind < _DOUBLED:
        kind += ONE
    cell = load64(seat + P_DECISIONS) + (kind * _COLUMNS + load64(e + E_COLUMN)) * _STATES + load8(hand + H_STATE)
    variant = _KINDS * _COLUMNS * _STATES
    chosen = load8(cell + (_UNSPLIT * variant if load64(e + E_FORMED) >= fixed64(x + X_SPLIT_HANDS) else Z))
    poor = load8(cell + _POOR * variant)
    if unlikely(chosen != poor) and not _can_add(x, t, seat, number, hand):
        chosen = poor
    return chosen


@njit(forceinline=True)
def _play_round(x: Word, e: Word, s: Word, b: Word, t: Word, k: Word, boxes: Word) -> Word:
    """Plays a round with that number of boxes; returns the next card."""
    boxes_at = fixed64(x + X_BOXES_AT)
    for number in range(boxes, fixed64(x + X_BOXES)):
        store64(boxes_at + number * _BOX + B_CLOSED, ONE)  # not in play: the card reader closes open boxes
    k, at = open_round(x, e, k, boxes), DEAL
    while True:
        k = play_on(x, e, s, b, k, at, boxes, True)
        phase = load64(e + E_PHASE)
        if phase == _ROUND_SETTLED:
            return k
        decision = _PASS  # the director closes offers
        if phase != _OFFER:
            chosen = _choose(x, e, t)
            if unlikely(chosen == _NO_DECISION):
                store64(t + T_REFUSED, ONE)
                return k
            decision = ONE << chosen
        at, k = decide(x, e, k, decision)


@njit(forceinline=True)
def _settle(x: Word, t: Word, boxes: Word) -> None:
    """Adds the results of a round to the players' chips."""
    boxes_at = fixed64(x + X_BOXES_AT)
    for number in range(boxes):
        seat = load64(t + _PLAYING + number * EIGHT)
        net = _net(t, boxes_at + number * _BOX, _cents(seat + P_WAGER))
        store64(seat + P_CHIPS, U(_cents(seat + P_CHIPS) + net))


# --- the session ---------------------------------------------------------------------------------------------------


@njit(forceinline=True)
def _find_able(t: Word) -> Word:
    """Marks the players who hold enough for the least wager; returns their number. Who was out stays out."""
    able = Z
    for number in range(load64(t + T_SEATS)):
        seat = t + _SEATS_AT + number * _SEAT
        enough = load64(seat + P_CHIPS) >= load64(t + T_MINIMUM)
        store64(seat + P_ABLE, ONE if enough else Z)
        able += ONE if enough else Z
    return able


@njit(forceinline=True)
def _move_marker(t: Word) -> None:
    """Moves the marker clockwise to the next player who can bet."""
    marker, first, after = load64(t + T_MARKER), Z, Z
    for number in range(load64(t + T_SEATS)):
        seat = t + _SEATS_AT + number * _SEAT
        box = load64(seat + P_BOX)
        if load64(seat + P_ABLE) != Z and box != marker:
            if first == Z:
                first = box
            if after == Z and box > marker:
                after = box
    to = after if after != Z else first
    if to != Z:
        store64(t + T_MARKER, to)


@njit(forceinline=False)
def _record(t: Word) -> None:
    """Appends a round to the history."""
    row = load64(t + T_HISTORY)
    store64(row, load64(t + T_MARKER))
    store64(row + EIGHT, load64(t + T_SHOE))
    for number in range(load64(t + T_SEATS)):
        seat, cell = t + _SEATS_AT + number * _SEAT, row + _HISTORY_HEAD + number * (EIGHT + EIGHT)
        store64(cell, load64(seat + P_WAGER))
        store64(cell + EIGHT, load64(seat + P_CHIPS))
        store64(seat + P_WAGER, Z)
    store64(t + T_HISTORY, row + _HISTORY)


@njit(forceinline=True)
def _begin(x: Word, e: Word, t: Word, k: Word) -> Word:
    """Shuffles unless that was done after the last session, and places the marker; returns the next card."""
    if load64(t + T_SHUFFLE) != Z:
        store64(fixed64(x + X_OUT) + O_SHOES, Z)  # the session begins with all cards, also in a continuous shuffler
        k = new_shoe(x, k)
    store64(t + T_ROUNDS, Z)
    store64(t + T_SHOE, ONE)
    store64(t + T_UNUSED_SHUFFLE, Z)
    store64(t + T_REFUSED, Z)
    for number in range(load64(t + T_SEATS)):
        store64(t + _SEATS_AT + number * _SEAT + P_ABLE, ONE)
    store64(t + T_MARKER, load64(t + _SEATS_AT + P_BOX))
    return k


@njit(forceinline=True)
def _shuffles(x: Word, t: Word, k: Word, out_before: bool, last: bool) -> bool:
    """Returns whether the cards are shuffled after a round: because the cutting card came in it, or in one before."""
    if fixed64(t + T_LATE_SHUFFLE) != Z:
        return bool(out_before and not last)
    return bool(k > load64(x + X_CUT_AT))


@entry
def play_session(x: Word, e: Word, s: Word, b: Word, t: Word) -> None:
    """Plays a session, or a play-off, to its end."""
    load_shoe(x, e)
    k, out, most, shoes = (
        load64(e + E_NEXT_CARD),
        fixed64(x + X_OUT),
        load64(t + T_ROUNDS_MOST),
        load64(t + T_SHOES_MOST),
    )
    k = _begin(x, e, t, k)
    every, cut_out, running = fixed64(x + X_EVERY_ROUND) != Z, False, True
    while running:
        boxes = _place_wagers(t)
        if k == load64(x + X_CUT_AT) and fixed64(x + X_CUT_FIRST) != Z:
            k, cut_out = new_shoe(x, k), False
        by_shoes = shoes != Z and load64(t + T_SHOE) >= shoes
        last = (most != Z and load64(t + T_ROUNDS) + ONE >= most) or (by_shoes and cut_out)
        empties = load64(out + O_EMPTIES)
        k = _play_round(x, e, s, b, t, k, boxes)
        if load64(t + T_REFUSED) != Z:
            break
        _settle(x, t, boxes)
        if load64(t + T_HISTORY) != Z:
            _record(t)
        store64(t + T_ROUNDS, load64(t + T_ROUNDS) + ONE)
        shuffled = not every and _shuffles(x, t, k, cut_out, last)
        cut_out = cut_out or k > load64(x + X_CUT_AT) or load64(out + O_EMPTIES) != empties
        if shuffled or every:
            k = new_shoe(x, k)
        if shuffled:
            cut_out = False
        able = _find_able(t)
        by_rounds = most != Z and load64(t + T_ROUNDS) >= most
        if able <= ONE or by_rounds or (by_shoes and (shuffled or last)):
            store64(t + T_UNUSED_SHUFFLE, ONE if shuffled else Z)
            running = False
        else:
            if shuffled:
                store64(t + T_SHOE, load64(t + T_SHOE) + ONE)
            _move_marker(t)
    store_shoe(x, e, k)
