"""What somebody typed at the terminal table, made into a whole line of the notation.

The name may be left out where it is clear who acts, and the box where only one is meant.
"""

import re
from typing import Final

from pitboss.blackjack import State, legal_actions
from pitboss.blackjack import commands as cmd
from pitboss.law.resolve import BlackjackRules
from pitboss.notation.pit import Act
from pitboss.notation.words import BadWords, command_words
from pitboss.table.allowed import free_box

_LINE: Final = re.compile(r"(?:([A-Za-z]\w*) *: *)?([a-z_]+)(?: +(.*))?")
#: The verbs of the house; ``cut`` and ``press`` are also a player's.
HOUSE_VERBS: Final = frozenset(
    kind.verb for kind in cmd.Command.__subclasses__() if "player" not in kind.__struct_fields__
)
_ON_TURN: Final = frozenset(("hit", "stand", "surrender", "split", "double"))
_ANSWERS: Final = frozenset(("even", "pass", "press", "decline", "accept", "refuse", "follow", "keep", "insure"))
_WITH_AMOUNT: Final = frozenset(("double", "follow", "keep"))


def read_line(rules: BlackjackRules, state: State, line: str, player: str) -> Act:
    """The whole line of play that was meant; BadWords where it is none. ``player`` sits at the terminal."""
    found = _LINE.fullmatch(line.strip())
    if not found:
        raise BadWords(f"'{line.strip()}' is no line of play: try 'help' or 'legal'")
    verb, words = found[2], tuple((found[3] or "").split())
    actor = found[1].lower() if found[1] else _actor(state, verb, words, player)
    return Act(actor, verb, _words(rules, state, Act(actor, verb, words)))


def _actor(state: State, verb: str, words: tuple[str, ...], player: str) -> str:
    """Who is meant where no name was typed: the house for what only it does, else whoever is asked."""
    if verb == "cut" and not words:
        return cmd.HOUSE
    if verb in HOUSE_VERBS - {"cut", "press"}:
        return cmd.HOUSE
    if verb in ("cut", "decline") and state.cut_offer:
        return state.cut_offer[0]
    if verb in _ON_TURN and state.turn_box:
        return state.callers[state.turn_box]
    if verb in _ANSWERS and state.offer is not None:
        waiting = [name for name, _ in state.offer.waiting]
        if not waiting and verb == "press":
            return cmd.HOUSE
        return player if player in waiting else next(iter(waiting), player)
    return player


def _words(rules: BlackjackRules, state: State, act: Act) -> tuple[str, ...]:
    """The words with the box that was meant."""
    verb, words = act.verb, act.words
    if act.actor == cmd.HOUSE:
        return (str(state.presses[0]),) if verb == "press" and not words and state.presses else words
    if verb == "bet":
        named = len(words) > 1 and "=" not in words[1] and words[1] != "unseated"
        return words if named or not words else (str(free_box(rules, state, act.actor)), *words)
    if verb in ("withdraw", "leave", "sit"):
        return words or (str(free_box(rules, state, act.actor)),)
    if verb == "decline" and state.cut_offer:
        return words
    if verb == "insure" and not words:
        return _full_insurance(rules, state, act.actor)
    box = _box_in_question(rules, state, act)
    if not box:
        return words
    if not words or (verb == "insure" and len(words) == 1):
        return (str(box), *words)
    if verb in _WITH_AMOUNT and len(words) == 1 and not (words[0].isdigit() and int(words[0]) in state.callers):
        return (str(box), *words)
    return words


def _box_in_question(rules: BlackjackRules, state: State, act: Act) -> int:
    """The box that is asked, else the one in turn, else the actor's own, so that a refusal can say more than that."""
    if act.verb not in _ON_TURN | _ANSWERS:
        return 0
    if act.verb in _ANSWERS and state.offer is not None:
        asked = [box for name, box in state.offer.waiting if name == act.actor]
        if asked:
            return asked[0]
    own = [box for box, name in state.callers.items() if name == act.actor]
    return state.turn_box or (own[0] if own else free_box(rules, state, act.actor))


def _full_insurance(rules: BlackjackRules, state: State, player: str) -> tuple[str, ...]:
    """As much as may be insured, on the box that is asked."""
    for command in legal_actions(rules, state):
        if isinstance(command, cmd.Insure) and command.player == player:
            return tuple(command_words(command).split()[2:])
    return ()
