"""What the analyser of side wagers asks the engine: whether a box gets a further card."""

from collections.abc import Callable, Mapping, Sequence
from math import lcm
from typing import Final

from msgspec.structs import replace

from pitboss.analyse.shoe import VALUE_NAMES, value_of
from pitboss.blackjack import State, act, open_state
from pitboss.blackjack import commands as cmd
from pitboss.blackjack import events as ev
from pitboss.blackjack.state import Stage
from pitboss.kernel.asking import Script
from pitboss.kernel.strategy import Chart, choose
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules, Limits

#: What a player does next at a table that waits for him.
Play = Callable[[BlackjackRules, State], cmd.Command]

_PLAYER: Final = "player"
_STAKE: Final = 10_000
_DEUCE: Final = 4


_ACTIONS: Final[Mapping[str, type[cmd.PlayerCommand]]] = {
    "stand": cmd.Stand,
    "hit": cmd.Hit,
    "double": cmd.DoubleDown,
    "split": cmd.SplitPair,
    "surrender": cmd.Surrender,
}


def by_first_hand(
    first: Mapping[tuple[tuple[str, str], str], str], chart: Chart, rules: BlackjackRules, state: State
) -> cmd.Command:
    """What was found best for the first two cards of a box against the dealer's, and after that what a chart does."""
    hand = state.turn
    if state.offer is None and hand is not None and len(hand.cards) == 2 and not hand.split:
        one, two = sorted(value_of(card) for card in hand.cards)
        cards = VALUE_NAMES[one], VALUE_NAMES[two]
        action = first.get((cards, VALUE_NAMES[value_of(state.dealer[0][0])]), "")
        if action in _ACTIONS:
            return _ACTIONS[action](player=state.callers[hand.box], box=hand.box)
    return choose(chart, rules, state)


def settled_as(
    rules: BlackjackRules, play: Play, side: tuple[str, int], *, cards: Sequence[int], dealer: tuple[int, int]
) -> str:
    """The line by which a side wager is settled in a round that is played so, deuces coming after the box's cards."""
    step = lcm(_STAKE, rules.terms.chip_unit or 1, rules.terms.increment or 1)
    # how much may lie on a box is no question of the cards
    terms = replace(rules.terms, box_maximum=None, player_box_maximum=None)
    table = replace(rules, terms=terms, limits=Limits(step, step * 1000), memo={})
    script = Script()
    state, _ = open_state(table, script)
    first, second, *more = cards
    up_card, hole = dealer
    under = [hole] if rules.terms.hole_card else []
    # the burnt card, if any, comes first
    script = Script([*[_DEUCE] * state.shoe.burns_due, first, up_card, second, *under, *more])
    events = _do(table, state, cmd.JoinTable(player=_PLAYER, money=step * 10**6), script)
    stakes = (step,) * rules.terms.spots_needed
    waived = rules.terms.ante_waiver is not None and sum(stakes) >= rules.terms.ante_waiver
    antes = () if rules.terms.ante is None or waived else (("ante", rules.terms.ante),)
    bet = cmd.PlaceBet(player=_PLAYER, box=1, amounts=stakes, sides=(side, *antes))
    events += _do(table, state, bet, script)
    events += _do(table, state, cmd.Deal(), script)
    while state.stage != Stage.BETTING:
        events += _do(table, state, play(table, state), script)
    return next(event.outcome for event in events if isinstance(event, ev.WagerSettled) and event.kind == side[0])


def _do(rules: BlackjackRules, state: State, command: cmd.Command, script: Script) -> list[ev.Event]:
    done = act(rules, state, command, script)
    if isinstance(done, Refusal):
        raise ValueError(str(done))
    return done
