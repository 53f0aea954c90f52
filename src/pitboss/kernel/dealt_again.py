"""A round on several dealer hands that outlasts its shoe: what is settled stays settled, and the rest is dealt again.

The engine plays such a round, for the kernel knows no boxes that play for some of their wagers only.
"""

from collections.abc import Sequence
from random import Random

from msgspec import Struct, field

from pitboss.blackjack import act, open_state
from pitboss.blackjack import commands as cmd
from pitboss.blackjack import events as ev
from pitboss.blackjack.chance import SHOE_EMPTY, UnknownOutcome
from pitboss.blackjack.state import Stage, State, points_of
from pitboss.kernel.classes import DEALER_BLACKJACK
from pitboss.kernel.program import Program
from pitboss.kernel.strategy import choose
from pitboss.law.refusal import Refusal

_PURSE = 10**15
_OWN_KINDS = ("main", "double", "insurance")


class Redealt(Struct):
    """What became of the round: the result of the main game in units and the class of the side wagers by box, the shoes
    that were shuffled, how many cards of the last are out, and the counters of the last deal."""

    nets: list[int]
    classes: list[int]
    shoes: list[list[int]]
    drawn: int
    counters: dict[str, int] = field(default_factory=dict)
    #: The classes of the dealer's hands.
    dealers: list[int] = field(default_factory=list)


class _Cards:
    """What is left on each side, the next card first; then shoes that the dice shuffle."""

    def __init__(self, program: Program, left: tuple[Sequence[int], Sequence[int]], dice: Random) -> None:
        self._all = program.cards.tolist(), program.other_cards.tolist()
        self._left = [list(cards) for cards in left]
        self._dice = dice
        self.opened = False
        self.shoes: list[list[int]] = []
        self.drawn = 0

    def draw(self, side: int) -> int:
        """The next card of that side. Where the cutting card lies is no matter within a round."""
        if not self._left[side]:
            return SHOE_EMPTY
        self.drawn += 1
        return self._left[side].pop(0)

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """A new order, but not as the table opens."""
        if self.opened:
            order = list(self._all[side])
            self._dice.shuffle(order)
            self.shoes.append(order)
            self._left[side], self.drawn = list(order), 0

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """There is no shuffler that takes them."""

    def prize(self, kind: str, stake: int) -> int:
        """No prize is drawn on several dealer hands."""
        raise UnknownOutcome(f"no prize of {kind}")


def play_again(program: Program, number: int, left: tuple[Sequence[int], Sequence[int]], dice: Random) -> Redealt:
    """The round of that number, with these cards left on the sides of the shoe, too few for it."""
    rules, cards = program.rules, _Cards(program, left, dice)
    state, _ = open_state(rules, cards)
    cards.opened = True
    for shoe in state.shoes:
        shoe.burns_due = 0
    happened: list[ev.Event] = []

    def do(command: cmd.Command) -> None:
        done = act(rules, state, command, cards)
        if isinstance(done, Refusal):
            raise ValueError(str(done))
        happened.extend(done)

    for box in range(1, program.boxes + 1):
        do(cmd.JoinTable(player=f"player{box}", money=_PURSE))
        do(cmd.PlaceBet(player=f"player{box}", box=box, amounts=program.stakes, sides=program.sides))
    do(cmd.Deal(side="ab"[number % 2] if program.words["double"] else ""))
    while state.stage != Stage.BETTING:
        do(choose(program.chart, rules, state))
    again = max(place for place, event in enumerate(happened) if isinstance(event, ev.RoundMisdealt))
    nets, classes = _results(program, state)
    counters = _counters(state, happened[again:])
    return Redealt(nets, classes, cards.shoes, cards.drawn, counters, _dealers(program, state))


def _results(program: Program, state: State) -> tuple[list[int], list[int]]:
    """By box."""
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


def _counters(state: State, happened: Sequence[ev.Event]) -> dict[str, int]:
    hands = [state.hands[box] for box in state.boxes]
    insured = {event.box for event in happened if isinstance(event, ev.WagerAdded) and event.kind == "insurance"}
    won = {wager.box for wager in state.wagers if wager.kind == "insurance" and (wager.result or 0) > 0}
    return {
        "blackjacks": sum(box[0].blackjack for box in hands),
        "doubles": sum(hand.doubled for box in hands for hand in box),
        "split_boxes": sum(len(box) > 1 for box in hands),
        "splits": sum(len(box) - 1 for box in hands),
        "busts": sum(hand.bust for box in hands for hand in box),
        "insured": len(insured),
        "insurance_won": len(won),
    }


def _dealers(program: Program, state: State) -> list[int]:
    """The classes of the dealer's hands that had a second card."""
    found = []
    for cards in state.dealer:
        total, _ = points_of(cards)
        if len(cards) == 2 and total == 21:
            found.append(DEALER_BLACKJACK)
        elif len(cards) > 1:
            found.append(int(program.tables["dealer"][total]))
    return found
