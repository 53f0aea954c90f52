"""Parses a line typed at the terminal table into a complete line of the notation.

The name and the box may be omitted where they are unambiguous.
"""

import re
from difflib import get_close_matches
from typing import Final

from pitboss.games.blackjack import State
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.grammar import GRAMMAR, BadWords
from pitboss.games.blackjack.shorthand import ANSWERS, ON_TURN, with_box
from pitboss.law.resolve import BlackjackRules
from pitboss.pit import Act

_LINE: Final = re.compile(r"(?:([A-Za-z]\w*) *: *)?([A-Za-z_]+)(?: +(.*))?")
#: One-letter shortcuts, the same as on the page.
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
#: Verbs of the house; ``cut`` and ``press`` are also a player's.
HOUSE_VERBS: Final = GRAMMAR.house_verbs
VERBS: Final = GRAMMAR.house_verbs | GRAMMAR.player_verbs


def parse_line(rules: BlackjackRules, state: State, line: str, player: str) -> Act:
    """Parse a line typed by ``player``. Raises BadWords if it is not a command."""
    match = _LINE.fullmatch(line.strip())
    if not match:
        raise BadWords(f"'{line.strip()}' is not a command: try 'help' or 'legal'")
    verb, words = match[2].lower(), tuple((match[3] or "").split())
    verb = KEYS.get(verb, verb)
    if verb not in VERBS:
        near = get_close_matches(verb, sorted(VERBS), n=1)
        suggestion = f"did you mean '{near[0]}'? " if near else ""
        raise BadWords(f"'{verb}' is not a command: {suggestion}'legal' lists the legal actions, 'help' all commands")
    actor = match[1].lower() if match[1] else _actor(state, verb, words, player)
    return Act(actor, verb, with_box(rules, state, Act(actor, verb, words)))


def _actor(state: State, verb: str, words: tuple[str, ...], player: str) -> str:
    """Returns who acts when no name was typed: the house for its own verbs, else the player in turn."""
    if verb == "cut" and not words:
        return cmd.HOUSE
    if verb in HOUSE_VERBS - {"cut", "press"}:
        return cmd.HOUSE
    if verb in ("cut", "decline") and state.cut_offer:
        return state.cut_offer[0]
    if verb in ON_TURN and state.turn_box:
        return state.deciders[state.turn_box]
    if verb in ANSWERS and state.offer is not None:
        waiting = [name for name, _ in state.offer.waiting]
        if not waiting and verb == "press":
            return cmd.HOUSE
        return player if player in waiting else next(iter(waiting), player)
    return player
