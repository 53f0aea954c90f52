"""What somebody typed at the terminal table, made into a whole line of the notation.

The name may be left out where it is clear who acts, and the box where only one is meant.
"""

import re
from difflib import get_close_matches
from typing import Final

from pitboss.blackjack import State
from pitboss.blackjack import commands as cmd
from pitboss.law.resolve import BlackjackRules
from pitboss.notation.pit import Act
from pitboss.notation.words import BadWords
from pitboss.table.typed import ANSWERS, ON_TURN, with_box

_LINE: Final = re.compile(r"(?:([A-Za-z]\w*) *: *)?([A-Za-z_]+)(?: +(.*))?")
#: One letter for what is said most; the same as on the page.
KEYS: Final = {
    "h": "hit",
    "s": "stand",
    "d": "double",
    "p": "split",
    "r": "surrender",
    "i": "insure",
    "e": "even",
    "n": "pass",
    "g": "deal",
}
#: The verbs of the house; ``cut`` and ``press`` are also a player's.
HOUSE_VERBS: Final = frozenset(
    kind.verb for kind in cmd.Command.__subclasses__() if "player" not in kind.__struct_fields__
)
VERBS: Final = HOUSE_VERBS | {
    kind.verb for kind in (*cmd.Command.__subclasses__(), *cmd.PlayerCommand.__subclasses__()) if hasattr(kind, "verb")
}


def read_line(rules: BlackjackRules, state: State, line: str, player: str) -> Act:
    """The whole line of play that was meant; BadWords where it is none. ``player`` sits at the terminal."""
    found = _LINE.fullmatch(line.strip())
    if not found:
        raise BadWords(f"'{line.strip()}' is no line of play: try 'help' or 'legal'")
    verb, words = found[2].lower(), tuple((found[3] or "").split())
    verb = KEYS.get(verb, verb)
    if verb not in VERBS:
        near = get_close_matches(verb, sorted(VERBS), n=1)
        meant = f"did you mean '{near[0]}'? " if near else ""
        raise BadWords(f"'{verb}' is no word of this table: {meant}'legal' says what may be done now, 'help' the words")
    actor = found[1].lower() if found[1] else _actor(state, verb, words, player)
    return Act(actor, verb, with_box(rules, state, Act(actor, verb, words)))


def _actor(state: State, verb: str, words: tuple[str, ...], player: str) -> str:
    """Who is meant where no name was typed: the house for what only it does, else whoever is asked."""
    if verb == "cut" and not words:
        return cmd.HOUSE
    if verb in HOUSE_VERBS - {"cut", "press"}:
        return cmd.HOUSE
    if verb in ("cut", "decline") and state.cut_offer:
        return state.cut_offer[0]
    if verb in ON_TURN and state.turn_box:
        return state.callers[state.turn_box]
    if verb in ANSWERS and state.offer is not None:
        waiting = [name for name, _ in state.offer.waiting]
        if not waiting and verb == "press":
            return cmd.HOUSE
        return player if player in waiting else next(iter(waiting), player)
    return player
