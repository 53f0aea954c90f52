"""The compiled entry points of the stepper: new shoes, a step of all tables, and random legal actions.

Records are words at addresses; what a caller reads is in arrays, which a step fills in place.
"""

# ruff: noqa: PLR0917 - one array for each thing that a step writes

from typing import Any

import numpy as np
from numba import njit

from pitboss.compiled.memory import Word, load8, load64, no_allocation, store64
from pitboss.simulate.blackjack.general.constant_loads import fixed8, fixed64
from pitboss.simulate.blackjack.general.layout import (
    BOX,
    BOX_BYTES,
    HAND_BYTES,
    HANDS,
    MARK,
    TOTAL_BITS,
    U,
    W,
)
from pitboss.simulate.blackjack.general.shoe import EIGHT, O_SHOES, ONE, TWO, Z, new_shoe, next_word
from pitboss.simulate.blackjack.stepper.layout import (
    BET,
    BET_SETTING,
    BET_WORDS,
    BOX_WORDS,
    HAND_WORDS,
    RECORD,
    RECORD_WORDS,
    SETTLED,
    SHARED,
    TABLE_SETTING,
)
from pitboss.simulate.blackjack.stepper.play import DEAL, close_round, decide, open_round, play_on

_SHARED = tuple((RECORD[name], W[name]) for name in SHARED)
(
    (E_FIRST, X_FIRST),
    (E_FILLED, X_FILLED),
    (E_LAST, X_LAST),
    (E_CUT_AT, X_CUT_AT),
    (E_SINCE, X_SINCE),
    (E_STATE, X_STATE),
    (E_HAND_COUNT, X_HAND_COUNT),
    (E_DEALER_COUNT, X_DEALER_COUNT),
    (E_THIRD, X_THIRD),
    (E_SEEN, X_SEEN),
    (E_RUNNING, X_RUNNING),
    (E_HIDDEN, X_HIDDEN),
    (E_LOG, X_LOG),
) = _SHARED
X_HANDS, X_BOXES_AT, X_MISDEALT, X_HOLE, X_OUT = (W[name] for name in ("hands", "boxes_at", "misdealt", "hole", "out"))
E_NEXT_CARD, E_UP, E_HOLE, E_COLUMN, E_PHASE, E_LEGAL, E_BET, E_SHOWN_BOX, E_SHOWN_HAND = (
    RECORD[name] for name in ("next_card", "up", "hole", "column", "phase", "legal", "bet", "shown_box", "shown_hand")
)
S_BETS_AT, S_POINTS, S_SIDE_NETS, S_TAGS, S_SCALE, S_TRUE_COUNT, S_BETS, S_BOXES = (
    TABLE_SETTING[name] for name in ("bets_at", "points", "side_nets", "tags", "scale", "true_count", "bets", "boxes")
)
P_BLOCK, P_UNIT, P_ANTE, P_WAGER = (BET_SETTING[name] for name in ("block", "unit", "ante", "wager"))
B_NET, B_CLASS = BOX["net"], BOX["class"]
H_STATE, H_BOX, H_COUNT = MARK["state"], MARK["box"], MARK["count"]
_HAND, _BOX, _DEALER_AT = U(HAND_BYTES), U(BOX_BYTES), U(HANDS * HAND_BYTES)
_HAND_WORDS, _BOX_WORDS, _BET_BYTES, _RECORD_BYTES = (
    U(HAND_WORDS),
    U(len(BOX_WORDS)),
    U(8 * len(BET_WORDS)),
    U(8 * RECORD_WORDS),
)
_BET, _SETTLED = U(BET), U(SETTLED)
_TOTAL, _SOFT = U((1 << TOTAL_BITS) - 1), U(TOTAL_BITS)


@njit(forceinline=True)
def _copy(source: Word, target: Word, words: Word) -> None:
    for place in range(words):
        store64(target + place * EIGHT, load64(source + place * EIGHT))


@njit(forceinline=True)
def load_shoe(x: Word, e: Word) -> None:
    """Loads the shoe of a table into the kernel's block."""
    store64(x + X_FIRST, load64(e + E_FIRST))
    store64(x + X_FILLED, load64(e + E_FILLED))
    store64(x + X_LAST, load64(e + E_LAST))
    store64(x + X_CUT_AT, load64(e + E_CUT_AT))
    store64(x + X_SINCE, load64(e + E_SINCE))
    store64(x + X_STATE, load64(e + E_STATE))
    store64(x + X_SEEN, load64(e + E_SEEN))
    store64(x + X_RUNNING, load64(e + E_RUNNING))
    store64(x + X_HIDDEN, load64(e + E_HIDDEN))
    store64(x + X_LOG, load64(e + E_LOG))


@njit(forceinline=True)
def store_shoe(x: Word, e: Word, k: Word) -> None:
    """Stores the shoe of a table in its record."""
    store64(e + E_FILLED, load64(x + X_FILLED))
    store64(e + E_LAST, load64(x + X_LAST))
    store64(e + E_CUT_AT, load64(x + X_CUT_AT))
    store64(e + E_SINCE, load64(x + X_SINCE))
    store64(e + E_STATE, load64(x + X_STATE))
    store64(e + E_SEEN, load64(x + X_SEEN))
    store64(e + E_RUNNING, load64(x + X_RUNNING))
    store64(e + E_HIDDEN, load64(x + X_HIDDEN))
    store64(e + E_LOG, load64(x + X_LOG))
    store64(e + E_NEXT_CARD, k)


@njit(forceinline=True)
def _load_hands(x: Word, e: Word, hands: Word, boxes_at: Word, boxes: Word) -> None:
    """Loads the hands, the boxes and the dealer's cards of a table into the kernel's block."""
    count, to = load64(e + E_HAND_COUNT), fixed64(x + X_HANDS)
    store64(x + X_HAND_COUNT, count)
    store64(x + X_DEALER_COUNT, load64(e + E_DEALER_COUNT))
    store64(x + X_THIRD, load64(e + E_THIRD))
    _copy(hands, to, count * _HAND_WORDS)
    store64(to + _DEALER_AT, load64(e + E_UP) | load64(e + E_HOLE) << EIGHT)
    for number in range(boxes):
        _copy(boxes_at + number * _BOX, fixed64(x + X_BOXES_AT) + number * _BOX, _BOX_WORDS)


@njit(forceinline=True)
def _store_hands(x: Word, e: Word, hands: Word, boxes_at: Word, boxes: Word) -> None:
    """Stores the hands and the boxes of a table in its record."""
    count = load64(x + X_HAND_COUNT)
    store64(e + E_HAND_COUNT, count)
    store64(e + E_DEALER_COUNT, load64(x + X_DEALER_COUNT))
    store64(e + E_THIRD, load64(x + X_THIRD))
    _copy(fixed64(x + X_HANDS), hands, count * _HAND_WORDS)
    for number in range(boxes):
        _copy(fixed64(x + X_BOXES_AT) + number * _BOX, boxes_at + number * _BOX, _BOX_WORDS)


@njit(forceinline=True)
def _net(x: Word, s: Word, b: Word, boxes: Word) -> Any:
    """Returns the result of a settled round in cents."""
    boxes_at, nets, units, net = fixed64(x + X_BOXES_AT), fixed64(s + S_SIDE_NETS), Z, Z
    for number in range(boxes):
        box = boxes_at + number * _BOX
        units += load64(box + B_NET)
        if nets != Z:
            net += fixed64(nets + load64(box + B_CLASS) * EIGHT)
    return np.int64(net + units * fixed64(b + P_UNIT) - boxes * fixed64(b + P_ANTE))


@njit(forceinline=True)
def _count(x: Word, e: Word, s: Word, k: Word, hole: Word) -> float:
    """Counts the cards drawn since the last call; returns the count. ``hole`` is 1 while a card is face down."""
    tags, scale, running = fixed64(s + S_TAGS), fixed64(s + S_SCALE), load64(x + X_RUNNING)
    for place in range(load64(x + X_SEEN), k):
        running += fixed64(tags + load8(place) * EIGHT)
    store64(x + X_SEEN, k)
    store64(x + X_RUNNING, running)
    if hole != Z:
        running -= fixed64(tags + load64(e + E_HOLE) * EIGHT)
    count = np.int64(running) / np.int64(scale)
    if fixed64(s + S_TRUE_COUNT) == Z:
        return count
    unseen = np.int64(load64(x + X_LAST) - k + load64(x + X_HIDDEN) + hole)
    return count * 52 / unseen if unseen > 0 else 0.0


@njit(forceinline=True)
def _show_hand(x: Word, e: Word, s: Word, phase: Word, boxes: Word, values: Any, row: int) -> None:
    """Writes the observation of the hand in turn, or of the one that was decided last."""
    hands, points = fixed64(x + X_HANDS), fixed64(s + S_POINTS)
    number = load64(e + E_SHOWN_BOX)
    hand = hands + load64(e + E_SHOWN_HAND) * _HAND
    state, pair, formed = load8(hand + H_STATE), Z, load64(x + X_HAND_COUNT)
    if load8(hand + H_COUNT) == TWO:
        one = fixed8(points + load8(hand))
        if one == fixed8(points + load8(hand + ONE)):
            pair = one
    if boxes > ONE:
        formed = Z
        for place in range(load64(x + X_HAND_COUNT)):
            if load8(hands + place * _HAND + H_BOX) == number:
                formed += ONE
    values[row, 0] = phase
    values[row, 1] = state & _TOTAL
    values[row, 2] = (state >> _SOFT) & ONE
    values[row, 3] = pair
    values[row, 4] = fixed8(points + load64(e + E_UP))
    values[row, 5] = formed


@njit(forceinline=True)
def _show_bets(x: Word, e: Word, s: Word, k: Word, values: Any, counts: Any, row: int) -> None:
    """Writes the observation before a bet."""
    for part in range(values.shape[1]):
        values[row, part] = 0
    if counts.shape[1] > 0:
        counts[row, 0] = _count(x, e, s, k, Z)
    store64(e + E_PHASE, _BET)
    store64(e + E_LEGAL, Z)


@njit(forceinline=True)
def _show_mask(e: Word, bets: int, masks: Any, row: int) -> None:
    """Writes the mask of legal actions: the bets, then the decisions."""
    legal, betting = load64(e + E_LEGAL), load64(e + E_PHASE) == _BET
    for place in range(bets):
        masks[row, place] = betting
    for place in range(masks.shape[1] - bets):
        masks[row, bets + place] = (legal >> U(place)) & ONE


@njit(forceinline=True)
def _step_table(
    s: Word, e: Word, hands: Word, boxes_at: Word, action: int, boxes: Word, plain: bool, shown: Any, row: int
) -> bool:
    """Executes a legal action on one table and writes what it shows; returns whether the round is settled."""
    values, counts, final_values, final_counts, rewards, nets, at_boxes = shown
    bets = np.int64(fixed64(s + S_BETS))
    betting = load64(e + E_PHASE) == _BET
    if betting:
        store64(e + E_BET, U(action))
    b = fixed64(s + S_BETS_AT) + load64(e + E_BET) * _BET_BYTES
    x, k = fixed64(b + P_BLOCK), load64(e + E_NEXT_CARD)
    load_shoe(x, e)
    if betting:
        k, at = open_round(x, e, k, boxes), DEAL
    else:
        _load_hands(x, e, hands, boxes_at, boxes)
        at, k = decide(x, e, k, ONE << U(action - bets))
    k = play_on(x, e, s, b, k, at, boxes, plain)
    phase = load64(e + E_PHASE)
    at_boxes[row] = load64(e + E_SHOWN_BOX) + ONE
    if phase != _SETTLED:
        _show_hand(x, e, s, phase, boxes, values, row)
        if counts.shape[1] > 0:
            counts[row, 0] = _count(x, e, s, k, fixed64(x + X_HOLE))
        _store_hands(x, e, hands, boxes_at, boxes)
        store_shoe(x, e, k)
        return False
    net = _net(x, s, b, boxes)
    nets[row], rewards[row] = net, net / np.int64(fixed64(b + P_WAGER))
    _show_hand(x, e, s, phase, boxes, final_values, row)
    k = close_round(x, k)
    if counts.shape[1] > 0:
        final_counts[row, 0] = _count(x, e, s, k, Z)
    _show_bets(x, e, s, k, values, counts, row)
    store_shoe(x, e, k)
    return True


@njit(forceinline=True)
def _step_tables(addresses: Any, shown: Any, masks: Any, flags: Any, actions: Any, boxes: Word, plain: bool) -> float:
    """Steps all tables; returns the number of illegal actions, whose tables stay as they are."""
    s, records, all_hands, all_boxes, hand_bytes = (
        U(addresses[0]),
        U(addresses[1]),
        U(addresses[2]),
        U(addresses[3]),
        U(addresses[4]),
    )
    terminals, illegal = flags
    rewards, nets = shown[4], shown[5]
    bets, refused = np.int64(fixed64(s + S_BETS)), 0
    for row in range(len(actions)):
        e, action = records + U(row) * _RECORD_BYTES, actions[row]
        rewards[row], nets[row], terminals[row], illegal[row] = 0, 0, 0, 0
        betting = load64(e + E_PHASE) == _BET
        if betting:
            allowed = 0 <= action < bets
        else:
            allowed = bets <= action < masks.shape[1] and (load64(e + E_LEGAL) >> U(action - bets)) & ONE != Z
        if not allowed:
            illegal[row] = 1
            refused += 1
            continue
        hands, boxes_at = all_hands + U(row) * hand_bytes, all_boxes + U(row) * boxes * _BOX
        terminals[row] = _step_table(s, e, hands, boxes_at, action, boxes, plain, shown, row)
        _show_mask(e, bets, masks, row)
    return float(refused)


@no_allocation()
def step(addresses: Any, shown: Any, masks: Any, flags: Any, actions: Any) -> Any:
    """Steps all tables; returns the number of illegal actions."""
    return _step_tables(addresses, shown, masks, flags, actions, fixed64(U(addresses[0]) + S_BOXES), False)


@no_allocation()
def step_plain(addresses: Any, shown: Any, masks: Any, flags: Any, actions: Any) -> Any:
    """The same, specialised for one box without side wagers."""
    return _step_tables(addresses, shown, masks, flags, actions, ONE, True)


@no_allocation()
def reset(addresses: Any, shown: Any, masks: Any, flags: Any) -> float:
    """Gives every table a new shoe, from the state of its generator, and shows it before the bet."""
    s, records = U(addresses[0]), U(addresses[1])
    values, counts, _, _, rewards, nets, at_boxes = shown
    terminals, illegal = flags
    x = fixed64(fixed64(s + S_BETS_AT) + P_BLOCK)
    bets = np.int64(fixed64(s + S_BETS))
    for row in range(len(rewards)):
        e = records + U(row) * _RECORD_BYTES
        store64(x + X_HAND_COUNT, Z)
        store64(x + X_DEALER_COUNT, Z)
        store64(x + X_MISDEALT, Z)
        store64(fixed64(x + X_OUT) + O_SHOES, Z)  # a continuous shuffler burns from its first filling alone
        load_shoe(x, e)
        k = new_shoe(x, load64(e + E_SINCE))
        rewards[row], nets[row], at_boxes[row], terminals[row], illegal[row] = 0, 0, 1, 0, 0
        _show_bets(x, e, s, k, values, counts, row)
        _show_mask(e, bets, masks, row)
        store_shoe(x, e, k)
    return 0.0


@no_allocation()
def sample(masks: Any, actions: Any, state: Any) -> float:
    """Writes a random legal action for every table."""
    word_state = U(state[0])
    for row in range(len(actions)):
        legal = 0
        for place in range(masks.shape[1]):
            legal += masks[row, place]
        word_state, word = next_word(word_state)
        chosen = np.int64(((word >> U(32)) * U(legal)) >> U(32))
        for place in range(masks.shape[1]):
            if masks[row, place]:
                if chosen == 0:
                    actions[row] = place
                chosen -= 1
    state[0] = np.int64(word_state)
    return 0.0
