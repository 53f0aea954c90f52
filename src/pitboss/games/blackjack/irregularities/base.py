"""Registry of remedies, and the checks that they share."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.state import Hand, Stage, State, Wager
from pitboss.law.cite import Clauses
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules
from pitboss.money import amount_text

Check = Callable[[BlackjackRules, State, cmd.ReportIrregularity], Refusal | None]
Do = Callable[[RoundContext, cmd.ReportIrregularity], None]


class Remedy(Struct, frozen=True):
    """The validation and the execution of a remedy."""

    check: Check
    do: Do


REMEDIES: dict[str, Remedy] = {}


def remedy(name: str, check: Check) -> Callable[[Do], Do]:
    """Registers the decorated function as a remedy under the name of the rulebook data."""

    def register(do: Do) -> Do:
        REMEDIES[name] = Remedy(check, do)
        return do

    return register


def clauses_of(rules: BlackjackRules, command: cmd.ReportIrregularity) -> Clauses:
    """Returns the clauses of the irregularity."""
    return rules.irregularities[command.kind].clauses


def clauses_for(rules: BlackjackRules, kind: str, *facts: str) -> Clauses:
    """Returns the clauses of an irregularity in these facts: those that its map names, else its first or only ones."""
    rule = rules.irregularities[kind]
    found = dict.fromkeys(clause for name in facts if name in rule.map for clause in _listed(rule.map[name]))
    return tuple(found) or (rule.clauses[:1] if rule.map else rule.clauses)


def _listed(clauses: Any) -> Iterable[str]:
    return (clauses,) if isinstance(clauses, str) else clauses


def refuse(rules: BlackjackRules, command: cmd.ReportIrregularity, message: str, *facts: str) -> Refusal:
    """Returns a refusal of the report with the clauses of the irregularity in these facts."""
    clauses = clauses_for(rules, command.kind, *facts)
    return Refusal("irregularity", f"{command.kind}: {message}", clauses, rules.rulebook)


def any_time(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    """Refuses a report at a closed table."""
    return refuse(rules, command, "the table is closed") if state.stage == Stage.CLOSED else None


def in_a_round(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    """Refuses a report outside a round."""
    if state.stage in (Stage.BETTING, Stage.OPENING, Stage.CLOSED):
        own = clauses_for(rules, command.kind, "earlier_rounds")
        clauses = tuple(dict.fromkeys(own + rules.cite("round_ended")))
        return Refusal("irregularity", f"{command.kind}: no round is being played", clauses, rules.rulebook)
    return None


def before_settlement(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    """Refuses a report after the wagers against the dealer's hand are settled."""
    late = in_a_round(rules, state, command)
    if late is None and state.stage > Stage.DEALER:
        return refuse(rules, command, "the wagers against the dealer's hand are settled")
    return late


def box_of(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> int | Refusal:
    """Returns the box of the report, or a refusal if it is not in play."""
    late = in_a_round(rules, state, command)
    if late is not None:
        return late
    word = command.details[0] if command.details else ""
    if not word.isdigit() or int(word) not in state.deciders:
        boxes = ", ".join(str(box) for box in state.deciders)
        return refuse(rules, command, f"name a box in play: {boxes}")
    return int(word)


def named_hands(state: State, command: cmd.ReportIrregularity) -> list[Hand]:
    """Returns the named hands: all of a box (``1``) or one from the dealer's left (``1.2``); empty if not in play."""
    box, dot, place = command.details[0].partition(".") if command.details else ("", "", "")
    hands = state.hands[int(box)] if box.isdecimal() and int(box) in state.deciders else []
    if not dot:
        return list(hands)
    return hands[int(place) - 1 : int(place)] if place.isdecimal() and int(place) else []


def is_void(state: State, hand: Hand) -> bool:
    """Returns whether the hand is void: its cards are cleared and its wagers were returned."""
    return hand.cleared and all(
        wager.result == 0 for wager in state.wagers if wager.hand == hand.number and wager.kind == "main"
    )


def hands_to_mend(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    """Refuses a remedy for hands that are not in play or are void already."""
    late = in_a_round(rules, state, command)
    if late is not None:
        return late
    hands = named_hands(state, command)
    if not hands:
        later = "later" if any(len(cards) > 2 for cards in state.dealt.values()) else "initial"
        return refuse(rules, command, f"name a box or a hand in play: {', '.join(_places(state))}", later)
    if all(is_void(state, hand) for hand in hands):
        what = "hand" if "." in command.details[0] else "box"
        return refuse(rules, command, f"{what} {command.details[0]} is void already")
    return None


def _places(state: State) -> Iterator[str]:
    """Yields the boxes in play, each followed by its hands if it was split."""
    for box in state.deciders:
        yield str(box)
        hands = state.hands[box]
        if len(hands) > 1:
            yield from (f"{box}.{place}" for place in range(1, len(hands) + 1))


def check_money(
    rules: BlackjackRules,
    state: State,
    command: cmd.ReportIrregularity,
    voided: Iterable[Wager],
    reopened: Iterable[Wager] = (),
) -> Refusal | None:
    """Refuses a remedy that takes back more than a player holds."""
    money = dict(state.money)
    for wager in voided:
        money[wager.player] += wager.amount - wager.returned
    for wager in reopened:
        money[wager.player] -= wager.returned
    for player, left in money.items():
        if left < 0:
            text = f"{amount_text(state.money[player] - left)} of what {player} was paid goes back"
            text += f", and {player} has {amount_text(state.money[player])}: {amount_text(-left)} more is needed first"
            return refuse(rules, command, text)
    return None
