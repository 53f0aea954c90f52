"""Table offsets, sizes and states of the fast kernel as machine words; asserts the sizes that its masks rely on."""

import numpy as np

from pitboss.atoms.fit import fit, same
from pitboss.simulate.blackjack.fast import side_codes
from pitboss.simulate.blackjack.fast import table_layout as tables
from pitboss.simulate.blackjack.fast.context import HANDS_BYTES

U = np.uint64

# the offset of each table in the flat array, and the sizes of their parts
T_NEXT, T_FIRST, T_DEALER, T_BEGIN = U(tables.NEXT_AT), U(tables.FIRST_AT), U(tables.DEALER_AT), U(tables.BEGIN_AT)
T_ROW, T_NEED, T_NEEDED = U(tables.ROW_AT), U(tables.NEED_AT), U(tables.NEEDED_AT)
T_AGAIN, T_SECOND, T_PAYS = U(tables.AGAIN_AT), U(tables.SECOND_AT), U(tables.PAYS_AT)
T_NUMBER, T_PAIR = U(tables.SIDE_AT + side_codes.NUMBER_AT), U(tables.SIDE_AT + side_codes.PAIR_AT)
T_THIRD = U(tables.SIDE_AT + side_codes.THIRD_AT)
T_VALUE, K_CODES = U(tables.VALUE_AT), U(side_codes.CODES)
K_ROW_OF_NEXT, K_STATES, K_ROW_OF_FIRST = U(tables.VALUES * tables.STATES), U(tables.STATES), U(tables.NIBBLE**2)
K_VALUES, K_NIBBLE, K_ENDINGS = U(tables.VALUES), U(tables.NIBBLE), U(tables.ENDINGS)
K_DEALER_ENDINGS, K_PAYS_OF_OTHERS = U(tables.DEALER_ENDINGS), U(tables.ENDINGS * tables.DEALER_ENDINGS)
K_DONE, K_DEALT, K_SPLIT, K_NOTHING = U(tables.DONE), U(tables.DEALT), U(tables.SPLIT), U(tables.NOTHING)
K_WAITING, K_CELLS, K_NO_THIRD = U(side_codes.WAITING), U(side_codes.CARD_CELLS), U(side_codes.NO_THIRD)
K_FINALS_OF_CODE, K_MOST_DEALER_CARDS = U(side_codes.FINALS_OF_CODE), U(side_codes.DEALER_CARDS - 1)
K_THIRD_OF_SPLIT = U(side_codes.PAIRS_OF_SEVENS * side_codes.CARD_CELLS)

#: Bytes for the endings of the hands of a box, and the offset of the endings of all boxes behind those of nine.
K_HANDS_OF_BOX, K_BOX_ENDS = U(8), U(tables.MOST_BOXES * 8)
#: Behind those the codes of their side wagers, and behind these the result of each wager on all boxes.
K_BOX_CODES, K_RESULTS = K_BOX_ENDS + U(16), K_BOX_ENDS + U(32)
K_ROW_OF_PRODUCTS = U(8 * (1 + tables.MOST_WAGERS))
# the number of a box's split hands takes four bits
fit("the hands of a box", tables.MOST_HANDS, 1 << 4)
fit("the bytes of a box's hands", tables.MOST_HANDS, int(K_HANDS_OF_BOX) + 1)
fit("the split hands of all boxes", 4 * tables.MOST_BOXES, 64 + 1)
fit("the endings of all boxes", tables.MOST_BOXES, int(K_BOX_CODES - K_BOX_ENDS) + 1)
fit("the codes of all boxes", tables.MOST_BOXES, int(K_RESULTS - K_BOX_CODES) + 1)
fit("the result of every wager", int(K_RESULTS + K_ROW_OF_PRODUCTS), HANDS_BYTES + 1)
same("the finals of a code", side_codes.FINALS_OF_CODE, tables.DEALER_ENDINGS * side_codes.DEALER_CARDS)
same("the numbers of the dealer's cards, as a shift", side_codes.DEALER_CARDS, 1 << 4)
# the masks and shifts of the kernel rely on these sizes
same("the bit of a finished hand", tables.DONE, 1 << 6)
same("the bit of a finished hand of the dealer", tables.DEALT, 1 << 5)
same("the endings of a hand, as a mask", tables.ENDINGS - 1, 63)
same("the endings of the dealer's hand, as a mask", tables.DEALER_ENDINGS - 1, 15)
same("the value of a card, as a mask", tables.NIBBLE - 1, 15)
#: The number of cards that the steps of a box read ahead.
K_AHEAD = U(8)
K_MORE = U(64)
#: Minus one, for undoing a count.
K_BACK = U(2**64 - 1)
