"""Streaks: a side wager on a number of hands won in a row on a box, over several rounds."""

from typing import ClassVar

from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.commands import PlaceBet
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.state import State, Wager
from pitboss.games.blackjack.wagers.base import Moment, SideWager, plays
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules
from pitboss.money import Odds

WON, LOST, HELD, ABANDONED = "won", "lost", "held", "abandoned"


def grade(won: int, lost: int, *, surrendered: bool) -> str:
    """Returns the effect of one round on a streak; stand-offs do not count."""
    if surrendered:
        return ABANDONED
    if won == lost:
        return HELD
    return WON if won > lost else LOST


@plays("streak")
class Streak(SideWager):
    """Details: the required ``wins``, and the ``odds`` for two, three, four and five wins."""

    over_rounds: ClassVar[bool] = True

    def check(self, rules: BlackjackRules, state: State, bet: PlaceBet, amount: int) -> Refusal | None:
        """Refuses a streak wager while another one on the box is pending."""
        if any(_pending(rules, wager) and wager.box == bet.box for wager in state.wagers):
            text = f"a streak wager on box {bet.box} is still pending"
            return Refusal("streak_pending", text, self.terms.cite("pending"), rules.rulebook)
        return None

    def notify_group(self, context: RoundContext, wagers: list[Wager], moment: int) -> None:
        """Collects a streak that its owner abandoned; advances, holds or collects it with the main wagers."""
        by_box: dict[int, list[Wager]] = {}
        for wager in wagers:
            by_box.setdefault(wager.box, []).append(wager)
        for box, pending in by_box.items():
            if moment == Moment.BEGIN and not _main_wagers(context.state, pending[0]):
                self._lose(context, box, pending, "abandoned")
            elif moment == Moment.SETTLED:
                self._advance(context, box, pending)

    def _lose(self, context: RoundContext, box: int, pending: list[Wager], ground: str) -> None:
        for wager in pending:
            context.settle(wager, -wager.amount, ground, self.terms.cite(ground))
        context.emit(ev.StreakMoved(self.terms.cite(ground), box, 0))

    def _advance(self, context: RoundContext, box: int, pending: list[Wager]) -> None:
        state = context.state
        results = [wager.result or 0 for wager in _main_wagers(state, pending[0])]
        surrendered = any(hand.surrendered for hand in state.hands[box])
        fate = grade(sum(net > 0 for net in results), sum(net < 0 for net in results), surrendered=surrendered)
        split = ("split",) if len(state.hands[box]) > 1 else ()
        if fate == HELD:
            context.emit(ev.ProcedureDone(self.terms.cite(*(split or ("held",))), "streak_held", str(box)))
        elif fate != WON:
            for name in split:
                context.emit(ev.ProcedureDone(self.terms.cite(name), "streak_by_majority", str(box)))
            self._lose(context, box, pending, "abandoned" if fate == ABANDONED else "lost")
        else:
            self._win_hand(context, box, pending, split)

    def _win_hand(self, context: RoundContext, box: int, pending: list[Wager], split: tuple[str, ...]) -> None:
        wins = context.state.streaks.get(box, 0) + 1
        left = [wager for wager in pending if _wins_needed(context.rules, wager) > wins]
        highest = max(pending, key=lambda wager: _wins_needed(context.rules, wager))
        lammer = context.rules.sides[highest.kind]
        paid_too = ("lammer_first",) if left and len(left) < len(pending) else ()
        moved = lammer.cite("first_win" if wins == 1 else "lammer", *paid_too, *split, "settled")
        context.emit(ev.StreakMoved(moved, box, wins))
        for wager in pending:
            if wager not in left:
                terms = context.rules.sides[wager.kind]
                odds = Odds(terms.details["odds"][terms.details["wins"] - 2])
                context.pay(wager, odds, "won", terms.cite("won", "settled"))
        if not left:
            context.emit(ev.StreakMoved(self.terms.cite("settled"), box, 0))


def _main_wagers(state: State, streak: Wager) -> list[Wager]:
    """Returns the main wagers of the streak's owner on its box in this round; other players' wagers do not count."""
    return [
        wager
        for wager in state.wagers
        if wager.kind == "main" and wager.box == streak.box and wager.player == streak.player
    ]


def _wins_needed(rules: BlackjackRules, wager: Wager) -> int:
    return int(rules.sides[wager.kind].details["wins"])


def _pending(rules: BlackjackRules, wager: Wager) -> bool:
    return wager.result is None and wager.kind in rules.sides and rules.sides[wager.kind].play == "streak"
