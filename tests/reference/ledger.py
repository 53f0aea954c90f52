"""What a table carries from round to round: the progressive meter and the streaks, by the tribal document."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tests.reference.documents import Document
from tests.reference.facts import Round, Wager
from tests.reference.settlement import results
from tests.reference.side_wagers import aces_award, aces_cents


class TableLedger:
    """Settles whole rounds: hands, side wagers, meter and streaks."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.options: Mapping[str, Any] = document.options
        self.meter = self.options.get("progressive_initial") or 0
        #: Hands won in a row by box.
        self.wins: dict[int, int] = {}

    def settle(self, facts: Round) -> dict[int, int | None]:
        """Returns the net result of every wager of a finished round."""
        found = results(self.document, facts)
        self._progressive(facts, found)
        self._streaks(facts, found)
        return found

    def _progressive(self, facts: Round, found: dict[int, int | None]) -> None:
        """(r)(3), (8), (9): the wagers move the meter before the deal; four aces of a colour share it."""
        placed = {number: wager for number, wager in enumerate(facts.wagers) if wager.kind == "progressive"}
        rate = Fraction(self.options.get("progressive_rate", 0))
        for wager in placed.values():  # at least the rate of each: a fraction of a cent is a cent
            self.meter -= -wager.amount * rate.numerator // rate.denominator
        live = {n: w for n, w in placed.items() if not (facts.void or w.void) and w.decided is None}
        lines = {number: aces_award(facts.dealt[wager.box]) for number, wager in live.items()}
        top = [number for number, line in lines.items() if line == "meter"]
        for number, line in lines.items():
            award = self.meter // len(top) if line == "meter" else aces_cents(line) if line else 0
            found[number] = award - placed[number].amount
        if top:
            self.meter = self.options["progressive_reset"] + self.meter % len(top)

    def _streaks(self, facts: Round, found: dict[int, int | None]) -> None:
        """(t)(4)-(8): a win advances, a push or a dead round holds, a loss, a surrender or no hand at all loses."""
        boxes: dict[int, list[int]] = {}
        for number, wager in enumerate(facts.wagers):
            if wager.kind.startswith("streak_"):
                boxes.setdefault(wager.box, []).append(number)
        for box, numbers in boxes.items():
            change = 0 if facts.void else self._round_of(facts, facts.wagers[numbers[0]], found)
            wins = self.wins.pop(box, 0) + max(change, 0)
            still = False
            for number in numbers:
                wager = facts.wagers[number]
                needed = int(wager.kind.removeprefix("streak_"))
                if wager.void:
                    found[number] = 0
                elif change < 0:
                    found[number] = -wager.amount
                elif wins >= needed and not facts.void:
                    found[number] = wager.amount * self.options["streak_odds"][needed - 2]
                else:
                    found[number], still = None, True
            if still and wins:
                self.wins[box] = wins

    def _round_of(self, facts: Round, streak: Wager, found: Mapping[int, int | None]) -> int:
        """Returns 1 for a won round of the box, -1 for a lost one, 0 where neither."""
        mains = {
            number: wager
            for number, wager in enumerate(facts.wagers)
            if wager.kind == "main" and (wager.player, wager.box) == (streak.player, streak.box)
        }
        if not mains or any(hand.surrendered for hand in facts.hands[streak.box]):
            return -1
        nets = [found[number] or 0 for number in mains]
        won, lost = sum(net > 0 for net in nets), sum(net < 0 for net in nets)
        return (won > lost) - (won < lost)
