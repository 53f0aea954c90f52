"""Memory layout of a session: its settings, its results, the players in play, and a record of each player.

Records are words. A player's record points at the decisions of the player's style. The history, if there is one, gets
a row for each round.
"""

from typing import Final

from pitboss.atoms.fit import fit
from pitboss.simulate.blackjack.general.layout import BOXES, U
from pitboss.strategy.decision_masks import KINDS, STATES

#: The betting styles that are compiled.
STYLES: Final = ("amount", "flat", "proportional", "catch-up", "all-in")

#: The settings, from the players of the session to the address of the history: see ``Session.play``.
SETTINGS: Final = (
    *("seats", "minimum", "maximum", "step", "least", "style_unit", "rounds_most", "shoes_most"),
    *("stake", "unit", "late_shuffle", "shuffle", "history"),
)
#: What is left of a session: its rounds and shoes, the marker's box, whether its last shuffle is unused, and whether a
#: player decided against the rules.
RESULTS: Final = ("rounds", "shoe", "marker", "unused_shuffle", "refused")
#: A player: chips, box, style with its amount, the address of the decisions, the wager, and whether able to bet.
SEAT: Final = ("chips", "box", "style", "amount", "decisions", "wager", "able")
SEATS: Final = BOXES
_HEAD: Final = (*SETTINGS, *RESULTS)
SESSION: Final = {name: U(8 * place) for place, name in enumerate(_HEAD)}
SEAT_AT: Final = {name: U(8 * place) for place, name in enumerate(SEAT)}
SEAT_BYTES: Final = 8 * len(SEAT)
#: The addresses of the players in play, in the order of their boxes; then the players.
PLAYING: Final = 8 * len(_HEAD)
SEATS_AT: Final = PLAYING + 8 * SEATS
SESSION_WORDS: Final = (SEATS_AT + SEATS * SEAT_BYTES) // 8
#: A row of the history: the box with the marker and the shoe during the round, then each player's wager and chips.
HISTORY_HEAD: Final = 2
HISTORY_WORDS: Final = HISTORY_HEAD + 2 * SEATS

#: The decisions of a style: with all that the rules allow, with no further split, and without money for more wagers.
RICH, UNSPLIT, POOR = range(3)
VARIANTS: Final = 3
DECISION_COLUMNS: Final = 10
DECISION_BYTES: Final = VARIANTS * KINDS * DECISION_COLUMNS * STATES
#: A cell that no hand reaches, or whose decision the rules refuse.
NO_DECISION: Final = 255
fit("a decision in a cell", 4, NO_DECISION)
