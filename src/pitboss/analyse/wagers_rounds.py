"""Rounds played on the engine for the analysis of side wagers: further cards and settlements."""

from collections.abc import Callable, Mapping, Sequence
from math import lcm
from typing import Any, Final

from msgspec.structs import replace

from pitboss.analyse.shoe import VALUE_NAMES, value_of
from pitboss.games.blackjack import State, act, open_state
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.state import Stage, points_of
from pitboss.games.blackjack.wagers.base import DealerHand, Reads
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules, Limits
from pitboss.strategy.chart import Chart, choose
from pitboss.strategy.engine_probe import ScriptedCards

#: Returns a player's next command for a table that waits for it.
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
    """Returns the best action on the first two cards of a box, and later the chart's command."""
    hand = state.turn
    if state.offer is None and hand is not None and len(hand.cards) == 2 and not hand.split:
        one, two = sorted(value_of(card) for card in hand.cards)
        cards = VALUE_NAMES[one], VALUE_NAMES[two]
        action = first.get((cards, VALUE_NAMES[value_of(state.dealer[0][0])]), "")
        if action in _ACTIONS:
            return _ACTIONS[action](player=state.deciders[hand.box], box=hand.box)
    return choose(chart, rules, state)


def settlement(
    rules: BlackjackRules, play: Play, side: tuple[str, int], *, cards: Sequence[int], dealer: tuple[int, int]
) -> ev.WagerSettled:
    """Plays a round with these cards, then deuces, and returns the settlement of the side wager."""
    return settlement_in(round_events(rules, play, side, cards=cards, dealer=dealer), side[0])


def settlement_in(events: Sequence[ev.Event], name: str) -> ev.WagerSettled:
    """Returns the settlement of a side wager among the events of a round."""
    return next(event for event in events if isinstance(event, ev.WagerSettled) and event.kind == name)


def round_events(
    rules: BlackjackRules, play: Play, side: tuple[str, int], *, cards: Sequence[int], dealer: tuple[int, int]
) -> list[ev.Event]:
    """Plays a round with these cards, then deuces, and returns its events."""
    step = lcm(_STAKE, rules.terms.chip_unit or 1, rules.terms.increment or 1)
    # limits on a box do not depend on the cards
    terms = replace(rules.terms, box_maximum=None, player_box_maximum=None)
    table = replace(rules, terms=terms, limits=Limits(step, step * 1000), memo={})
    stakes = (step,) * rules.terms.spots_needed
    waived = rules.terms.ante_waiver is not None and sum(stakes) >= rules.terms.ante_waiver
    antes = () if rules.terms.ante is None or waived else (("ante", rules.terms.ante),)
    bet = cmd.PlaceBet(player=_PLAYER, box=1, amounts=stakes, sides=(side, *antes))
    return _play_round(table, play, bet, cards, dealer)


def read_events(reads: Reads, events: Sequence[ev.Event]) -> tuple[Any, ...]:
    """Returns the arguments of ``line`` from the events of a round on box 1, independently of ``SideWager.read``."""
    dealt = [event for event in events if isinstance(event, ev.CardDealt)]
    dealer = [event.card for event in events if isinstance(event, ev.DealerDealt | ev.HoleDisclosed)]
    nets = [event.net for event in events if isinstance(event, ev.WagerSettled) and event.kind in ("main", "double")]
    values = (
        (reads.box > 0, lambda: tuple(event.card for event in dealt[: reads.box])),
        (reads.up_card, lambda: dealer[0]),
        (reads.hole_card, lambda: dealer[1]),
        (reads.dealer_hand, lambda: DealerHand(points_of(dealer)[0], len(dealer))),
        (reads.dealer_cards, lambda: tuple(dealer)),
        (reads.card_count, lambda: sum(event.hand == 1 for event in dealt)),
        (reads.outcome, lambda: "won" if sum(nets) > 0 else "lost" if sum(nets) < 0 else "stand_off"),
    )
    return tuple(value() for is_read, value in values if is_read)


def ante_settlement(
    rules: BlackjackRules, play: Play, *, cards: Sequence[int], dealer: tuple[int, int]
) -> ev.WagerSettled:
    """Plays a round with the minimum wager and returns the settlement of its ante; raises ValueError if none is due."""
    stakes = (rules.limits.minimum,) * rules.terms.spots_needed
    bet = cmd.PlaceBet(player=_PLAYER, box=1, amounts=stakes, sides=(("ante", rules.terms.ante or 0),))
    events = _play_round(rules, play, bet, cards, dealer)
    return next(event for event in events if isinstance(event, ev.WagerSettled) and event.kind == "ante")


def _play_round(
    rules: BlackjackRules, play: Play, bet: cmd.PlaceBet, cards: Sequence[int], dealer: tuple[int, int]
) -> list[ev.Event]:
    script = ScriptedCards()
    state, _ = open_state(rules, script)
    first, second, *more = cards
    up_card, hole = dealer
    under = [hole] if rules.terms.hole_card else []
    # the burnt cards, if any, come first
    script = ScriptedCards([*[_DEUCE] * state.shoe.burns_due, first, up_card, second, *under, *more])
    events = _do(rules, state, cmd.JoinTable(player=_PLAYER, money=sum(bet.amounts) * 10**6), script)
    events += _do(rules, state, bet, script)
    events += _do(rules, state, cmd.Deal(), script)
    while state.stage != Stage.BETTING:
        events += _do(rules, state, play(rules, state), script)
    return events


def _do(rules: BlackjackRules, state: State, command: cmd.Command, script: ScriptedCards) -> list[ev.Event]:
    outcome = act(rules, state, command, script)
    if isinstance(outcome, Refusal):
        raise ValueError(str(outcome))
    return outcome
