"""Complete a player's shorthand: the box may be omitted if it is unambiguous."""

from typing import Final

from msgspec.structs import replace

from pitboss.games.blackjack import State, legal_actions
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.allowed import free_box
from pitboss.games.blackjack.grammar import GRAMMAR
from pitboss.games.blackjack.irregularities import check_report_words
from pitboss.games.commands import LeaveTable
from pitboss.law.resolve import BlackjackRules
from pitboss.pit import Act

ON_TURN: Final = frozenset(("hit", "stand", "surrender", "split", "double"))
ANSWERS: Final = frozenset(("even", "pass", "press", "decline", "accept", "refuse", "follow", "keep", "insure"))
_WITH_AMOUNT: Final = frozenset(("double", "follow", "keep"))
#: Verbs of lines that mean different commands at different tables, or that a table must judge.
DEPENDING_ON_TABLE: Final = _WITH_AMOUNT | {"insure", "decline", "irregularity"}


def is_complete(act: Act) -> bool:
    """Returns whether a line names its box."""
    verb, words = act.verb, act.words
    if act.actor == cmd.HOUSE:
        return verb != "press" or bool(words)
    if verb == "bet":
        return not words or (len(words) > 1 and "=" not in words[1] and words[1] != "unseated")
    return bool(words) and verb != "insure" and verb not in _WITH_AMOUNT


def read_line(rules: BlackjackRules, state: State, act: Act) -> cmd.Command:
    """Parses a line at a table, in which the box may be omitted. Raises BadWords for an invalid line."""
    if act.verb == LeaveTable.verb and not act.words:
        return LeaveTable(player=act.actor)
    command = GRAMMAR.read(replace(act, words=with_box(rules, state, act)), live=True)
    check_report_words(rules, command)
    return command


def with_box(rules: BlackjackRules, state: State, act: Act) -> tuple[str, ...]:
    """Returns the words of a line with the omitted box filled in."""
    verb, words = act.verb, act.words
    if is_complete(act):
        return words
    if act.actor == cmd.HOUSE:
        return (str(state.presses[0]),) if state.presses else words
    if verb in ("bet", "withdraw", "leave", "sit"):
        return (str(free_box(rules, state, act.actor)), *words)
    if verb == "decline" and state.cut_offer:
        return words
    if verb == "insure" and not words:
        return full_insurance(rules, state, act.actor)
    box = box_in_question(rules, state, act.actor, verb)
    if not box:
        return words
    if not words or (verb == "insure" and len(words) == 1):
        return (str(box), *words)
    if verb in _WITH_AMOUNT and len(words) == 1 and not (words[0].isdigit() and int(words[0]) in state.deciders):
        return (str(box), *words)
    return words


def box_in_question(rules: BlackjackRules, state: State, player: str, verb: str) -> int:
    """Returns the box of the open offer, else the one in turn, else the player's own; 0 for other verbs."""
    if verb not in ON_TURN | ANSWERS:
        return 0
    if verb in ANSWERS and state.offer is not None:
        offered = [box for name, box in state.offer.waiting if name == player]
        if offered:
            return offered[0]
    own = [box for box, name in state.deciders.items() if name == player]
    return state.turn_box or (own[0] if own else free_box(rules, state, player))


def full_insurance(rules: BlackjackRules, state: State, player: str) -> tuple[str, ...]:
    """Returns the words of the maximum insurance on the box of the open offer."""
    for command in legal_actions(rules, state):
        if isinstance(command, cmd.Insure) and command.player == player:
            return tuple(GRAMMAR.words(command).split()[1:])
    return ()
