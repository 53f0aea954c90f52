"""Whose turn it is: the refusal of a decision that comes out of turn, or that the hand does not allow."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from msgspec.structs import replace

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.closed_hands import closed_grounds
from pitboss.games.blackjack.grounds import bettors, decider_ground
from pitboss.games.blackjack.state import Hand, Offer, Stage, State
from pitboss.law.cite import Clauses, merge_clauses
from pitboss.law.refusal import Refusal
from pitboss.law.refusal_builder import RefusalBuilder
from pitboss.law.resolve import BlackjackRules

#: The rule that a decision breaks while an offer is open, by the kind of offer.
_OFFER_GROUNDS = {
    "insurance": "insurance_closed",
    "follow": "follow_split",
    "prize": "prize_press",
}
#: The rule that a back bettor breaks who doubles or splits without the decider.
_FOLLOWED: Mapping[type[cmd.PlayerCommand], tuple[str, ...]] = {
    cmd.DoubleDown: ("follow_only", "double_alone"),
    cmd.SplitPair: ("follow_only", "split_alone"),
}

DecisionT = TypeVar("DecisionT", bound=cmd.PlayerCommand)

#: Validates a decision on a hand, independent of the turn.
HandCheck = Callable[[BlackjackRules, State, Hand, DecisionT], Refusal | None]


def check_decision(
    rules: BlackjackRules, state: State, command: DecisionT, bars: HandCheck[DecisionT]
) -> Refusal | None:
    """Returns the refusal of a decision: out of turn, or barred on the hand."""
    box = command.box
    if (
        state.turn_box == box
        and state.stage == Stage.PLAY
        and state.offer is None
        and state.deciders[box] == command.player
    ):
        return bars(rules, state, state.hand_of(box, state.turn_hand), command)
    return _not_now(rules, state, command, bars)


def _not_now(rules: BlackjackRules, state: State, command: DecisionT, bars: HandCheck[DecisionT]) -> Refusal:
    builder = RefusalBuilder(rules)
    box = command.box
    if box in state.refused and all(hand.closed for hand in state.hands[box]):
        clauses = state.exposed_clauses
        builder.add("card_refused", f"box {box} refused a card and gets no more", clauses=clauses)
    if state.offer is not None:
        _question_open(rules, state, state.offer, builder)
    elif state.stage != Stage.PLAY:
        closed_by = closed_grounds(rules, state, command) if state.deciders.get(box) == command.player else ()
        builder.add("turn", "no hand is to be decided now", clauses=rules.cite(*closed_by, "turn"))
        return builder.build()
    if box not in state.deciders:
        builder.add("turn", f"box {box} is not in play")
        return builder.build()
    decider = state.deciders[box]
    if decider != command.player:
        clauses = _not_the_decider(rules, state, command)
        builder.add("who_decides", f"{decider} decides for box {box}", clauses=clauses)
    if state.offer is not None:
        builder.clauses.extend(rules.cite(*closed_grounds(rules, state, command)))
    elif state.turn_box != box:
        closed_by = closed_grounds(rules, state, command)
        builder.add("turn", _turn_text(state.turn_box), clauses=rules.cite(*closed_by, "turn"))
    barred = None if decider != command.player else _bars_on_the_next(rules, state, command, bars)
    if barred is not None:
        builder.add(barred.kind, barred.message, clauses=barred.clauses)
    return builder.build()


def _not_the_decider(rules: BlackjackRules, state: State, command: cmd.PlayerCommand) -> Clauses:
    """Returns the clauses that leave the decision to another player: of a shared box, or of the turn."""
    box, player = command.box, command.player
    wagered = bettors(state.wagers, box)
    if player not in wagered:
        ground = decider_ground(state, box) if len(wagered) > 1 else "decides_alone"
        return merge_clauses(_side_wager_alone(rules, state, command), rules.cite(ground, "decisions"))
    grounds: tuple[str, ...] = (decider_ground(state, box), *_FOLLOWED.get(type(command), ()))
    if any(other != box and name == player for other, name in state.deciders.items()):
        grounds = (*grounds, "decides_own_box")
    return rules.cite(*grounds) or rules.cite("decisions")


def _side_wager_alone(rules: BlackjackRules, state: State, command: cmd.PlayerCommand) -> Clauses:
    """Returns the clauses of the player's side wagers on a box without a main wager: they carry no decision."""
    own = {wager.kind for wager in state.wagers if wager.player == command.player and wager.box == command.box}
    if "main" in own:
        return ()
    return merge_clauses(*(rules.sides[kind].cite("placed_alone") for kind in sorted(own & rules.sides.keys())))


def _question_open(rules: BlackjackRules, state: State, offer: Offer, builder: RefusalBuilder) -> None:
    """Objects to a decision while an offer is open."""
    hand = state.turn
    text = f"the question of {offer.kind} is open"
    if offer.kind == "exposed":
        builder.add("turn", text, clauses=state.exposed_clauses)
        return
    doubled = offer.kind == "follow" and hand is not None and hand.doubled
    builder.add("follow_double" if doubled else _OFFER_GROUNDS[offer.kind], text)


def _turn_text(box: int) -> str:
    return f"box {box} is to be decided" if box else "no hand is to be decided"


def with_turn_moved(refusal: Refusal, before: int, now: int) -> Refusal:
    """Returns a cached out-of-turn refusal, updated after the turn moved from one other box to another."""
    return replace(refusal, message=refusal.message.replace(_turn_text(before), _turn_text(now)))


def _bars_on_the_next(
    rules: BlackjackRules, state: State, command: DecisionT, bars: HandCheck[DecisionT]
) -> Refusal | None:
    """Returns the refusal of a decision on the first open hand of the box; None if no hand is open."""
    for hand in state.hands[command.box]:
        if not hand.closed:
            return bars(rules, state, hand, command)
    return None
