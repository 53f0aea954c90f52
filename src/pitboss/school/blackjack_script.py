"""The play of a blackjack drill: bets, cards and decisions from a seed, stopped at each beat."""

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from pitboss.cards import card_name
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.allowed import usual_bet
from pitboss.games.blackjack.bots import answer_or_decide
from pitboss.games.blackjack.drawing import draw_table
from pitboss.games.blackjack.floor import seat_name
from pitboss.games.blackjack.live import BlackjackTable
from pitboss.games.blackjack.state import Stage
from pitboss.games.describe import tell
from pitboss.law import Refusal
from pitboss.law.choices import ShoeKind
from pitboss.school.beats import SUPERVISOR, Beat
from pitboss.school.observations import CARD, DEALER, DECISION, FIRST_CARD, HARMLESS
from pitboss.school.payments import PaymentTask, payment_tasks
from pitboss.school.plan import DrillPlan

#: The step of wagers without another one, and how many steps above the minimum a wager is at most.
_STEP, _STEPS = 500, 12
#: Events that say nothing new to a dealer.
_SILENT: Final = (ev.PlayerJoined, ev.SeatTaken)
_PLAYER: Final = re.compile(r"\bbox_(\d+)\b(?: on box \1\b)?")


class BlackjackScript:
    """Plays a table: the cards, the wagers and the moments come from the seed of the plan."""

    harmless: Final[Sequence[str]] = HARMLESS

    def __init__(self, table: BlackjackTable, plan: DrillPlan) -> None:
        self.table = table
        self.random = Random(plan.seed)
        self._plan = plan
        self._sentences: list[str] = []
        self._settled: dict[int, ev.WagerSettled] = {}
        self._cards: list[int] = []
        #: The table before the last wager or decision, and what was entered since.
        self._before = table.copy()
        self._entered: list[cmd.Command] = []

    def take_sentences(self) -> tuple[str, ...]:
        """Returns what happened since the last call."""
        taken, self._sentences = tuple(map(self.about_players, self._sentences)), []
        return taken

    @staticmethod
    def about_players(sentence: str) -> str:
        """Returns a sentence that names anonymous players by their boxes."""
        return _PLAYER.sub(r"box \1", sentence)

    @property
    def reporting(self) -> BlackjackTable:
        """The table at which an irregularity is reported: while a card is awaited, as before the command that draws."""
        return self._before if self.table.wants_card else self.table

    def payments(self) -> list[PaymentTask]:
        """Returns the payments of the round that is over."""
        return payment_tasks(self.table.rules, self.table.state, self._settled.values())

    def preview(self, report: str) -> tuple[Any, ...] | Refusal:
        """Returns the events that a report would bring."""
        return self.reporting.preview(SUPERVISOR, report)

    def picture(self) -> str:
        """Returns the table as SVG, without the results of the round and the names of anonymous players."""
        state = self.table.state.copy()
        state.deciders = {}
        state.wagers = [replace(wager, result=None) for wager in state.wagers]
        return draw_table(state, range(1, self._plan.boxes + 1)).svg("the table")

    def report(self, words: str) -> None:
        """Reports an irregularity, then enters again what was entered since ``reporting``."""
        again = self._entered if self.table.wants_card else []
        self.table = self.reporting.copy()
        done = self._note(self.table.say(SUPERVISOR, words))
        assert not isinstance(done, Refusal), done
        for command in again:
            redone = self.table.do(command, SUPERVISOR, strict=False)
            assert not isinstance(redone, Refusal), redone

    def beats(self) -> Iterator[Beat]:
        """Yields the beats of all rounds."""
        for number in range(1, self._plan.rounds + 1):
            self._bet()
            self._do(cmd.Deal(side=self._side()))
            yield from self._round(number)
            if self.table.state.stage != Stage.BETTING:
                return  # the shoe has run out
            yield self._beat(number, "", settled=True)
            self._settled = {}

    # --- one round -----------------------------------------------------------------------------------------------

    def _round(self, number: int) -> Iterator[Beat]:
        """Plays a round to its end; stops once at each moment."""
        last: tuple[Any, ...] = ()
        while self.table.state.stage not in (Stage.BETTING, Stage.CLOSED):
            state = self.table.state
            moment = self._moment()
            key = (moment, state.turn_box, state.turn_hand, sum(side.drawn for side in state.shoes) * (moment == CARD))
            if moment and key != last:
                last = key
                yield self._beat(number, moment)
                if self._moment() != moment:
                    continue
            self._go_on()

    def _moment(self) -> str:
        state, waits = self.table.state, self.table.wants_card
        if state.stage <= Stage.DEAL:
            return FIRST_CARD if waits and isinstance(self._entered[-1], cmd.Deal) else ""
        if state.stage == Stage.PLAY and state.turn_box:
            return CARD if waits else DECISION
        if state.stage == Stage.DEALER and waits:
            return DEALER
        return ""

    def _go_on(self) -> None:
        """Enters the next card, or gives the answer or decision that the table waits for."""
        table = self.table
        if table.wants_card:
            self._enter(cmd.EnterCard(card=self._coming().pop()))
            return
        everybody = [seat_name(str(box)) for box in range(1, self._plan.boxes + 1)]
        command = answer_or_decide(table.rules, table.state, everybody)
        assert command is not None, f"the drill waits for nothing known: {table.state.stage}"
        self._do(command)

    def _bet(self) -> None:
        table = self.table
        step = table.rules.limits.step or _STEP
        for box in range(1, self._plan.boxes + 1):
            player = seat_name(str(box))
            least = usual_bet(table.rules, table.state, player, box)
            more = step * self.random.randint(0, _STEPS)
            larger = replace(least, amounts=tuple(amount + more for amount in least.amounts))
            if isinstance(self._note(table.do(larger, SUPERVISOR, strict=False)), Refusal):
                self._do(least)

    def _side(self) -> str:
        return "a" if self.table.rules.terms.shoe is ShoeKind.DOUBLE else ""

    def _do(self, command: cmd.Command) -> None:
        self._before, self._entered = self.table.copy(), []
        self._enter(command)

    def _enter(self, command: cmd.Command) -> None:
        self._entered.append(command)
        done = self._note(self.table.do(command, SUPERVISOR, strict=False))
        assert not isinstance(done, Refusal), done

    # --- cards and events ----------------------------------------------------------------------------------------

    def _coming(self) -> list[int]:
        """Returns the cards to come, the next one last: a fresh pack of six decks whenever they are out."""
        if not self._cards:
            self._cards = [card for card in range(52) for _ in range(6)]
            self.random.shuffle(self._cards)
        return self._cards

    def _note(self, done: tuple[Any, ...] | Refusal) -> tuple[Any, ...] | Refusal:
        """Keeps the sentences of a command and the wagers that it settled; what is void or open again is not paid."""
        for event in () if isinstance(done, Refusal) else done:
            if isinstance(event, ev.WagerSettled):
                self._settled[event.number] = event
            elif isinstance(event, ev.WagerVoided | ev.WagerReopened):
                self._settled.pop(event.number, None)
            elif isinstance(event, ev.Event) and type(event) not in _SILENT and (sentence := tell(event)):
                self._sentences.append(sentence)
        return done

    def _beat(self, number: int, moment: str, *, settled: bool = False) -> Beat:
        state = self.table.state
        boxes = [box for box, hands in state.hands.items() if any(hand.cards for hand in hands)]
        box = state.turn_box if state.turn_box in boxes else next(iter(boxes), 1)
        cards = [card for hand in state.hands.get(box, ()) for card in hand.cards]
        card = card_name(self.random.choice(cards)) if cards else ""
        return Beat(number, moment, box, card, card_name(self._coming()[-1]), settled)
