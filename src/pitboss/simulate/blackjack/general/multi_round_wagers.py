"""Parameters of side wagers over several rounds: streaks, and the meter of a progressive wager.

**Streaks.** All streak wagers of a box are placed together as soon as none of them is open, as the law requires. A
result counts in the round in which the wager is settled, so covariances are by round. The expectation is per unit
wagered: the results of all settled wagers over the amount wagered on them. Wagers that are open at the end of a piece
of work are returned, as at a table that closes, and count as settled with a result of 0.

**The meter.** It starts once, with the first round of a simulation, and runs through all pieces of work in order; a
piece only records the wins of the top award. The expectation is per unit wagered over those rounds. It converges to
that of an endless run.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.games.blackjack import State
from pitboss.games.blackjack.chance import Chance
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.state import Wager
from pitboss.games.blackjack.wagers import Moment, streak
from pitboss.games.blackjack.wagers.base import side_plays
from pitboss.law.resolve import BlackjackRules
from pitboss.money import Odds
from pitboss.simulate.blackjack.general.layout import HELD, LOST, OUT, TOP_WORDS, WAGERS, WON
from pitboss.simulate.blackjack.general.sides import STREAK

#: The number of lost hands that marks a surrendered box.
SURRENDERED: Final = 15
_FATES: Final = {streak.HELD: HELD, streak.WON: WON, streak.LOST: LOST, streak.ABANDONED: LOST}
_ROW: Final = 1 + WAGERS
_SUMS, _PRODUCTS = int(OUT["sums"]) // 8, int(OUT["products"]) // 8


class StreakWager(Struct, frozen=True):
    """A streak wager: its column among the results, the number of wins it needs, and its payment and stake in cents."""

    column: int
    needs: int
    pays: int
    costs: int


class Meter(Struct, frozen=True):
    """The meter in cents: initial amount, contribution per round, amount after a top award; and its wager's column."""

    column: int
    initial: int
    added: int
    reset: int

    def pay(self, shown: int, rounds: int, tops: Sequence[Sequence[int]]) -> tuple[list[tuple[int, int]], int]:
        """Returns for each award a winner's share and the sum of all shares, and the meter after so many rounds."""
        paid, last = [], 0
        for top in tops:
            shown += self.added * (top[0] + 1 - last)
            share, rest = divmod(shown, top[1])
            paid.append((share, share * top[1]))
            shown, last = self.reset + rest, top[0] + 1
        return paid, shown + self.added * (rounds - last)

    def settle(self, words: list[int], paid: Sequence[tuple[int, int]], tops: Sequence[Sequence[int]]) -> None:
        """Adds the top awards to the sums and the products of results, which do not include them yet."""
        for (_, gain), top in zip(paid, tops, strict=True):
            words[_SUMS + self.column] += gain
            for column, result in enumerate(top[2:TOP_WORDS]):
                one, two = sorted((column, self.column))
                both = gain * (2 * result + gain) if one == two else gain * result
                words[_PRODUCTS + one * _ROW + two] += both

    def above_reset(self, paid: Sequence[tuple[int, int]], tops: Sequence[Sequence[int]]) -> tuple[int, int]:
        """Returns the excess of the awards over the reset amount, in the sum of results and in their squares."""
        more = squares = 0
        for (_, gain), top in zip(paid, tops, strict=True):
            twice_brought = 2 * top[2 + self.column]
            more += gain - self.reset
            squares += gain * (twice_brought + gain) - self.reset * (twice_brought + self.reset)
        return more, squares


def streaks_of(rules: BlackjackRules, placed: Sequence[tuple[str, int]]) -> tuple[StreakWager, ...]:
    """Returns the streak wagers among these."""
    streaks = []
    for column, (name, amount) in enumerate(placed, 1):
        terms = rules.sides[name]
        if terms.play == STREAK:
            needs = int(terms.details["wins"])
            pays = Odds(terms.details["odds"][needs - 2]).on(amount)
            streaks.append(StreakWager(column, needs, pays, amount))
    return tuple(streaks)


def streak_fates() -> NDArray[np.uint8]:
    """Returns the lookup table of a box's effect on its streak; the index is won hands + 16 × lost hands."""
    table = np.zeros(256, np.uint8)
    for won in range(16):
        for lost in range(16):
            fate = streak.grade(won, lost, surrendered=lost == SURRENDERED)
            table[won + 16 * lost] = _FATES[fate]
    return table


def meter_of(rules: BlackjackRules, placed: Sequence[tuple[str, int]], boxes: int, chance: Chance) -> Meter | None:
    """Returns the meter of a table where that many boxes place these wagers, or None."""
    for column, (name, amount) in enumerate(placed, 1):
        terms = rules.sides[name]
        if terms.play == "progressive":
            context = RoundContext.of(rules, State(minimum=rules.limits.minimum, money={"player": 0}), chance)
            wagers = [Wager(0, "player", box, name, amount) for box in range(1, boxes + 1)]
            side_plays(rules)[name].notify_group(context, wagers, Moment.BEGIN)
            initial = int(rules.options.get("progressive_initial") or 0)
            return Meter(column, initial, context.state.meter, int(terms.details["reset"]))
    return None
