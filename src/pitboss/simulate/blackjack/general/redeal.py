"""A round with several dealer's hands that exhausts its shoe: settled wagers stay settled, the rest is dealt again.

The engine plays such a round, because the kernel has no boxes with only some of their wagers in play.
"""

from collections.abc import Sequence
from random import Random

from msgspec import Struct, field

from pitboss.games.blackjack import act, open_state
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.chance import SHOE_EMPTY, UnknownOutcome
from pitboss.games.blackjack.state import Stage, State, points_of
from pitboss.law.refusal import Refusal
from pitboss.simulate.blackjack.program import Program
from pitboss.strategy.chart import choose
from pitboss.strategy.hand_classes import DEALER_BLACKJACK

_PURSE = 10**15
_OWN_KINDS = ("main", "double", "insurance")


class RedealtRound(Struct):
    """The result of such a round.

    By box, it holds the main game in units and the class of the side wagers. It also holds the shoes that were
    shuffled, the number of cards drawn from the last, and the counters of the last deal.
    """

    nets: list[int]
    classes: list[int]
    shoes: list[list[int]]
    drawn: int
    counters: dict[str, int] = field(default_factory=dict)
    #: The classes of the dealer's hands.
    dealers: list[int] = field(default_factory=list)


class _Cards:
    """A source of chance: the cards left on each side, then shoes shuffled by ``dice``."""

    def __init__(self, program: Program, left: tuple[Sequence[int], Sequence[int]], dice: Random) -> None:
        self._all = program.cards.tolist(), program.other_cards.tolist()
        self._left = [list(cards) for cards in left]
        self._dice = dice
        self.opened = False
        self.shoes: list[list[int]] = []
        self.drawn = 0

    def draw(self, side: int) -> int:
        """Returns the next card of that side. The cutting card does not matter within a round."""
        if not self._left[side]:
            return SHOE_EMPTY
        self.drawn += 1
        return self._left[side].pop(0)

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """Shuffles a new shoe, except when the table opens."""
        if self.opened:
            order = list(self._all[side])
            self._dice.shuffle(order)
            self.shoes.append(order)
            self._left[side], self.drawn = list(order), 0

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """Does nothing: there is no continuous shuffler."""

    def prize(self, kind: str, stake: int) -> int:
        """Raises UnknownOutcome: no prize is drawn with several dealer's hands."""
        raise UnknownOutcome(f"no prize of {kind}")


def replay_round(
    program: Program, number: int, left: tuple[Sequence[int], Sequence[int]], dice: Random
) -> RedealtRound:
    """Plays the round of that index with these cards left on the sides of the shoe, which are too few for it."""
    rules, cards = program.rules, _Cards(program, left, dice)
    state, _ = open_state(rules, cards)
    cards.opened = True
    for shoe in state.shoes:
        shoe.burns_due = 0
    events: list[ev.Event] = []

    def do(command: cmd.Command) -> None:
        outcome = act(rules, state, command, cards)
        if isinstance(outcome, Refusal):
            raise ValueError(str(outcome))
        events.extend(outcome)

    for box in range(1, program.boxes + 1):
        do(cmd.JoinTable(player=f"player{box}", money=_PURSE))
        do(cmd.PlaceBet(player=f"player{box}", box=box, amounts=program.stakes, sides=program.sides))
    do(cmd.Deal(side="ab"[number % 2] if program.words["double"] else ""))
    while state.stage != Stage.BETTING:
        do(choose(program.chart, rules, state))
    again = max(place for place, event in enumerate(events) if isinstance(event, ev.RoundMisdealt))
    nets, classes = _results(program, state)
    counters = _counters(state, events[again:])
    return RedealtRound(nets, classes, cards.shoes, cards.drawn, counters, _dealers(program, state))


def _results(program: Program, state: State) -> tuple[list[int], list[int]]:
    """Returns the results of the main game and the classes of the side wagers by box."""
    final = {
        nets: kind
        for kind, nets in enumerate(program.classes.nets)
        if not program.tables["waiting"][kind] or not program.sides
    }
    nets, classes = [], []
    for box in range(1, program.boxes + 1):
        results = {name: 0 for name, _ in program.sides}
        main = 0
        for wager in state.wagers:
            if wager.box == box and wager.kind in _OWN_KINDS:
                main += wager.result or 0
            elif wager.box == box and wager.kind in results:
                results[wager.kind] = wager.result or 0
        nets.append(main // program.unit)
        classes.append(final[tuple(results.values())])
    return nets, classes


def _counters(state: State, events: Sequence[ev.Event]) -> dict[str, int]:
    hands = [state.hands[box] for box in state.boxes]
    insured = {event.box for event in events if isinstance(event, ev.WagerAdded) and event.kind == "insurance"}
    won = {wager.box for wager in state.wagers if wager.kind == "insurance" and (wager.result or 0) > 0}
    return {
        "blackjacks": sum(box[0].blackjack for box in hands),
        "doubles": sum((hand.doubled << 1 + hand.redoubled) - hand.doubled for box in hands for hand in box),
        "split_boxes": sum(len(box) > 1 for box in hands),
        "splits": sum(len(box) - 1 for box in hands),
        "busts": sum(hand.bust for box in hands for hand in box),
        "insured": len(insured),
        "insurance_won": len(won),
    }


def _dealers(program: Program, state: State) -> list[int]:
    """Returns the classes of the dealer's hands with a second card."""
    classes = []
    for cards in state.dealer:
        total, _ = points_of(cards)
        if len(cards) == 2 and total == 21:
            classes.append(DEALER_BLACKJACK)
        elif len(cards) > 1:
            classes.append(int(program.tables["dealer"][total]))
    return classes
