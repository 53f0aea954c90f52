"""Streaks: so many hands won in a row on a box, over several rounds."""

from typing import ClassVar

from pitboss.blackjack import events as ev
from pitboss.blackjack.commands import PlaceBet
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.state import State, Wager
from pitboss.blackjack.wagers.base import Moment, SideWager, plays
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules
from pitboss.money import Odds

WON, LOST, HELD, ABANDONED = "won", "lost", "held", "abandoned"


def grade(won: int, lost: int, *, surrendered: bool) -> str:
    """What the hands of a box in one round mean for its streak; stand-offs do not count."""
    if surrendered:
        return ABANDONED
    if won == lost:
        return HELD
    return WON if won > lost else LOST


@plays("streak")
class Streak(SideWager):
    """Details: ``wins`` that it needs, and the ``odds`` of the table for two, three, four and five."""

    over_rounds: ClassVar[bool] = True

    def check(self, rules: BlackjackRules, state: State, bet: PlaceBet, amount: int) -> Refusal | None:
        """None is added while one of the box is pending."""
        if any(_pending(rules, wager) and wager.box == bet.box for wager in state.wagers):
            text = f"a streak wager on box {bet.box} is still pending"
            return Refusal("streak_pending", text, self.terms.cite("pending"), rules.rulebook)
        return None

    def look_group(self, dealing: Dealing, wagers: list[Wager], moment: int) -> None:
        """Abandoned where no wager of its owner follows; advanced, held or lost with the main wagers."""
        by_box: dict[int, list[Wager]] = {}
        for wager in wagers:
            by_box.setdefault(wager.box, []).append(wager)
        for box, pending in by_box.items():
            if moment == Moment.BEGIN and not _main_wagers(dealing.state, pending[0]):
                self._lose(dealing, box, pending, "abandoned")
            elif moment == Moment.SETTLED:
                self._advance(dealing, box, pending)

    def _lose(self, dealing: Dealing, box: int, pending: list[Wager], ground: str) -> None:
        for wager in pending:
            dealing.settle(wager, -wager.amount, ground, self.terms.cite(ground))
        dealing.emit(ev.StreakMoved(self.terms.cite(ground), box, 0))

    def _advance(self, dealing: Dealing, box: int, pending: list[Wager]) -> None:
        state = dealing.state
        results = [wager.result or 0 for wager in _main_wagers(state, pending[0])]
        surrendered = any(hand.surrendered for hand in state.hands[box])
        fate = grade(sum(net > 0 for net in results), sum(net < 0 for net in results), surrendered=surrendered)
        split = ("split",) if len(state.hands[box]) > 1 else ()
        if fate == HELD:
            dealing.emit(ev.ProcedureDone(self.terms.cite("held", *split), "streak_held", str(box)))
        elif fate != WON:
            for name in split:
                dealing.emit(ev.ProcedureDone(self.terms.cite(name), "streak_by_majority", str(box)))
            self._lose(dealing, box, pending, "abandoned" if fate == ABANDONED else "lost")
        else:
            self._win_hand(dealing, box, pending, split)

    def _win_hand(self, dealing: Dealing, box: int, pending: list[Wager], split: tuple[str, ...]) -> None:
        wins = dealing.state.streaks.get(box, 0) + 1
        left = [wager for wager in pending if _wins_needed(dealing.rules, wager) > wins]
        dealing.emit(ev.StreakMoved(self.terms.cite("lammer", *split), box, wins))
        for wager in pending:
            if wager not in left:
                terms = dealing.rules.sides[wager.kind]
                odds = Odds(terms.details["odds"][terms.details["wins"] - 2])
                dealing.pay(wager, odds, "won", terms.cite("won", "settled"))
        if not left:
            dealing.emit(ev.StreakMoved(self.terms.cite("lammer"), box, 0))


def _main_wagers(state: State, streak: Wager) -> list[Wager]:
    """What its owner has on the hands of its box in this round: a hand of another who sits there now is none."""
    return [
        wager
        for wager in state.wagers
        if wager.kind == "main" and wager.box == streak.box and wager.player == streak.player
    ]


def _wins_needed(rules: BlackjackRules, wager: Wager) -> int:
    return int(rules.sides[wager.kind].details["wins"])


def _pending(rules: BlackjackRules, wager: Wager) -> bool:
    return wager.result is None and wager.kind in rules.sides and rules.sides[wager.kind].play == "streak"
