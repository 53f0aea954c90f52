"""A player's words made whole: the box may be left out where only one is meant."""

from typing import Final

from pitboss.blackjack import State, legal_actions
from pitboss.blackjack import commands as cmd
from pitboss.law.resolve import BlackjackRules
from pitboss.notation.pit import Act
from pitboss.notation.words import command_words
from pitboss.table.allowed import free_box

ON_TURN: Final = frozenset(("hit", "stand", "surrender", "split", "double"))
ANSWERS: Final = frozenset(("even", "pass", "press", "decline", "accept", "refuse", "follow", "keep", "insure"))
_WITH_AMOUNT: Final = frozenset(("double", "follow", "keep"))


def is_whole(act: Act) -> bool:
    """Whether a line means the same however the table stands."""
    verb, words = act.verb, act.words
    if act.actor == cmd.HOUSE:
        return verb != "press" or bool(words)
    if verb == "bet":
        return not words or (len(words) > 1 and "=" not in words[1] and words[1] != "unseated")
    return bool(words) and verb != "insure" and verb not in _WITH_AMOUNT


def with_box(rules: BlackjackRules, state: State, act: Act) -> tuple[str, ...]:
    """The words of a line with the box that was meant."""
    verb, words = act.verb, act.words
    if is_whole(act):
        return words
    if act.actor == cmd.HOUSE:
        return (str(state.presses[0]),) if state.presses else words
    if verb in ("bet", "withdraw", "leave", "sit"):
        return (str(free_box(rules, state, act.actor)), *words)
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
    if act.verb not in ON_TURN | ANSWERS:
        return 0
    if act.verb in ANSWERS and state.offer is not None:
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
