"""Handles of the analyser's compiled functions, and the buffers that these need. Nothing here imports the compiler."""

from typing import Final

import numpy as np

from pitboss.compiled.array_functions import ArrayFunction, Packed

#: Upper bounds of the number of cards that a dealer draws and of the inner nodes of a trie.
DEPTH: Final = 16
NODES: Final = 1024
#: The number of the player's hands beside which the dealer's hand is evaluated at a time: ``compiled_dealer`` has a
#: variable for each.
DEALER_LANES: Final = 8
#: The number of sets that are evaluated side by side, and an upper bound of the cards that two dealer's hands draw.
LANES: Final = 64
SET_DEPTH: Final = 48

all_ends = ArrayFunction("analyse.compiled_dealer", "all_ends")
dealer_ends = ArrayFunction("analyse.compiled_dealer", "dealer_ends")

doubled_values = ArrayFunction("analyse.compiled", "doubled_values")
drawn_again = ArrayFunction("analyse.compiled", "drawn_again")
endings = ArrayFunction("analyse.compiled", "endings")
play_values = ArrayFunction("analyse.compiled", "play_values")
reach_doubled = ArrayFunction("analyse.compiled", "reach_doubled")
reach_hands = ArrayFunction("analyse.compiled", "reach_hands")
total_values = ArrayFunction("analyse.compiled", "total_values")

add_products = ArrayFunction("analyse.compiled_moments", "add_products")
add_rows = ArrayFunction("analyse.compiled_moments", "add_rows")
add_squares = ArrayFunction("analyse.compiled_moments", "add_squares")
reach_orders = ArrayFunction("analyse.compiled_moments", "reach_orders")
weigh = ArrayFunction("analyse.compiled_moments", "weigh")
weigh_certain = ArrayFunction("analyse.compiled_moments", "weigh_certain")

add_unions = ArrayFunction("analyse.compiled_joint", "add_unions")
joint_sums = ArrayFunction("analyse.compiled_joint", "joint_sums")
multiply_sets = ArrayFunction("analyse.compiled_joint", "multiply_sets")
set_ends = ArrayFunction("analyse.compiled_joint", "set_ends")

split_values = ArrayFunction("analyse.compiled_splits", "split_values")


def new_scratch() -> Packed:
    """Returns buffers for the functions of ``analyse.compiled``; two threads must not share them.

    They are for cards left (two), the rest of a shoe, and sums by total.
    """
    counts = (np.zeros(10, np.int64) for _ in range(3))
    return Packed((*counts, np.zeros((2, 8))))


def new_dealer_lanes() -> Packed:
    """Returns buffers for the dealer's draws; two threads must not share them.

    They are for probabilities, reciprocals, cards, the dealer's ends, and the rows of the output.
    """
    rows = (np.zeros(count * DEALER_LANES) for count in (NODES, DEPTH, 10, 8))
    return Packed((*rows, np.zeros(DEALER_LANES, np.int64)))


def new_split_worth(levels: int, hands: int) -> Packed:
    """Returns buffers for ``split_values``: marks of hands, values, extra values, both of busts, the dealer's ends."""
    values = (np.zeros((levels, columns)) for columns in (hands, hands, 2, 2))
    return Packed((np.zeros(hands, np.int64), *values, np.zeros((hands, 8))))


def new_lanes(classes: int, lanes: int = LANES) -> Packed:
    """Returns buffers for ``weigh``: cards, reciprocals, probabilities, weights, sums and figures of each lane."""
    rows = (np.zeros((count, lanes)) for count in (10, SET_DEPTH, SET_DEPTH))
    return Packed((*rows, np.zeros(lanes), np.zeros(lanes), np.zeros((classes, lanes))))
