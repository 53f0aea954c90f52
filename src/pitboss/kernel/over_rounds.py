"""Side wagers over rounds, as the engine was asked about them: streaks, and the meter of a progressive wager.

**Streaks.** All streak wagers of a box are placed together as soon as none of them is open, as the law has it. A result
counts in the round in which the wager is settled: covariances are those of rounds. The expectation is per unit wagered:
what all settled wagers brought, by what was wagered on them; those that are open when a piece of work ends go back, as
at a table that closes, and count as settled for nothing.

**The meter.** It begins once, with the first round of a simulation, and runs on through all pieces of work in their
order: a piece only writes down when the top award was won. The expectation is per unit wagered over those rounds; it
moves towards that of a table without end as the meter forgets with what it began.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.blackjack import State
from pitboss.blackjack.chance import Chance
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.state import Wager
from pitboss.blackjack.wagers import Moment, streak
from pitboss.blackjack.wagers.base import side_plays
from pitboss.kernel.layout import HELD, LOST, OUT, TOP_WORDS, WAGERS, WON
from pitboss.kernel.sides import STREAK
from pitboss.law.resolve import BlackjackRules
from pitboss.money import Odds

#: Hands lost, as a mark, of a box that has surrendered.
SURRENDERED: Final = 15
_FATES: Final = {streak.HELD: HELD, streak.WON: WON, streak.LOST: LOST, streak.ABANDONED: LOST}
_ROW: Final = 1 + WAGERS
_SUMS, _PRODUCTS = int(OUT["sums"]) // 8, int(OUT["products"]) // 8


class Streak(Struct, frozen=True):
    """A streak wager: its column among the results, the wins that it needs, what it pays and costs, in cents."""

    column: int
    needs: int
    pays: int
    costs: int


class Meter(Struct, frozen=True):
    """The meter, in cents: what it shows at first, what a round adds, what it shows after the top award, and the column
    of the wager that wins it."""

    column: int
    initial: int
    added: int
    reset: int

    def pay(self, shown: int, rounds: int, tops: Sequence[Sequence[int]]) -> tuple[list[tuple[int, int]], int]:
        """Award after award, what each winner gets and all of them; and what the meter shows after so many rounds."""
        paid, last = [], 0
        for top in tops:
            shown += self.added * (top[0] + 1 - last)
            share, rest = divmod(shown, top[1])
            paid.append((share, share * top[1]))
            shown, last = self.reset + rest, top[0] + 1
        return paid, shown + self.added * (rounds - last)

    def settle(self, words: list[int], paid: Sequence[tuple[int, int]], tops: Sequence[Sequence[int]]) -> None:
        """Puts the top awards into the sums and the products of results, in which they were left out."""
        for (_, gain), top in zip(paid, tops, strict=True):
            words[_SUMS + self.column] += gain
            for column, brought in enumerate(top[2:TOP_WORDS]):
                one, two = sorted((column, self.column))
                both = gain * (2 * brought + gain) if one == two else gain * brought
                words[_PRODUCTS + one * _ROW + two] += both

    def above_reset(self, paid: Sequence[tuple[int, int]], tops: Sequence[Sequence[int]]) -> tuple[int, int]:
        """By how much awards are more than what the meter is reset to: in the sum of results, and in their squares."""
        more = squares = 0
        for (_, gain), top in zip(paid, tops, strict=True):
            twice_brought = 2 * top[2 + self.column]
            more += gain - self.reset
            squares += gain * (twice_brought + gain) - self.reset * (twice_brought + self.reset)
        return more, squares


def streaks_of(rules: BlackjackRules, placed: Sequence[tuple[str, int]]) -> tuple[Streak, ...]:
    """The streak wagers among these."""
    found = []
    for column, (name, amount) in enumerate(placed, 1):
        terms = rules.sides[name]
        if terms.play == STREAK:
            needs = int(terms.details["wins"])
            pays = Odds(terms.details["odds"][needs - 2]).on(amount)
            found.append(Streak(column, needs, pays, amount))
    return tuple(found)


def fates() -> NDArray[np.uint8]:
    """What the hands of a box mean for its streak, by how many have won, and sixteen times how many have lost."""
    table = np.zeros(256, np.uint8)
    for won in range(16):
        for lost in range(16):
            fate = streak.grade(won, lost, surrendered=lost == SURRENDERED)
            table[won + 16 * lost] = _FATES[fate]
    return table


def meter_of(rules: BlackjackRules, placed: Sequence[tuple[str, int]], boxes: int, chance: Chance) -> Meter | None:
    """The meter of a table at which that many boxes make these wagers."""
    for column, (name, amount) in enumerate(placed, 1):
        terms = rules.sides[name]
        if terms.play == "progressive":
            dealing = Dealing(rules, State(minimum=rules.limits.minimum, money={"player": 0}), chance)
            wagers = [Wager(0, "player", box, name, amount) for box in range(1, boxes + 1)]
            side_plays(rules)[name].look_group(dealing, wagers, Moment.BEGIN)
            initial = int(rules.options.get("progressive_initial") or 0)
            return Meter(column, initial, dealing.state.meter, int(terms.details["reset"]))
    return None
