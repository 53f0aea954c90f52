"""What the analyser of side wagers asks the engine: what a line pays, and whether a box gets a further card."""

from collections.abc import Callable, Mapping, Sequence
from math import lcm
from typing import Final

from msgspec.structs import replace

from pitboss.analyse.shoe import VALUE_NAMES, value_of
from pitboss.blackjack import State, act, open_state
from pitboss.blackjack import commands as cmd
from pitboss.blackjack import events as ev
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.state import Stage, Wager
from pitboss.blackjack.wagers.base import side_plays
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


class Script:
    """Chance that brings given cards, and deuces after them."""

    def __init__(self, cards: Sequence[int] = ()) -> None:
        self._cards = list(cards)

    def draw(self, side: int) -> int:
        """The next card of the script."""
        return self._cards.pop(0) if self._cards else _DEUCE

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """The script goes on."""

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """The script goes on."""

    def prize(self, kind: str, stake: int) -> int:
        """Nobody asks for a prize here."""
        raise NotImplementedError


class Payer:
    """What the engine pays on a side wager of a table."""

    def __init__(self, rules: BlackjackRules, name: str, stake: int) -> None:
        self._play = side_plays(rules)[name]
        self._name, self._stake = name, stake
        self._dealing = Dealing(rules, State(minimum=rules.limits.minimum, money={_PLAYER: 0}), Script())

    def _wager(self) -> Wager:
        wager = Wager(0, _PLAYER, 1, self._name, self._stake)
        self._dealing.state.wagers = [wager]
        return wager

    def wins_prize(self, cards: Sequence[int]) -> bool:
        """Whether the cards of a box bring a press of the prize button."""
        return self._play.wins_prize(self._wager(), cards)

    def on_line(self, line: str) -> int:
        """The net result on a line of the pay table, in cents; the empty line is a loss."""
        wager = self._wager()
        self._play.pay_line(self._dealing, wager, line)
        return wager.result or 0

    def on_prize(self, prize: int) -> int:
        """The net result where the display shows that prize, in cents."""
        wager = self._wager()
        self._play.pay_prize(self._dealing, wager, prize)
        return wager.result or 0


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
